import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicContext } from "#app/auth/guards.server.ts";
import { env } from "#app/config/env.server.ts";
import { publicSlugs } from "#app/domain/control/leaderboard/public-boards.server.ts";
import { PAGES } from "./sitemap-pages.ts";

/** Lists the addresses for search engines. */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const { appUrl } = env();
  const clubs = (await publicSlugs(control)).map((slug) => `/clubs/${slug}`);
  const urls = [...PAGES, ...clubs].map((path) => `<url><loc>${appUrl}${path}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
