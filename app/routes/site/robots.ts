import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicContext } from "#app/auth/guards.server.ts";
import { env } from "#app/config/env.server.ts";
import { PAGES } from "./sitemap-pages.ts";

/** Files of those pages, and the clubs' public pages. */
const OPEN = ["/help/", "/clubs/", "/assets/", "/pictures/", "/social-card.png", "/sitemap.xml"];

/**
 * Opens the pages that anybody may find; all others are closed, including any new page for members or behind a mailed
 * link. Closes everything during a private beta and in the demo (product/pages.md#public-pages).
 */
export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const { appUrl, betaAccessCode, production } = env();
  const isOpen = production && !betaAccessCode;
  const lines = [
    "User-agent: *",
    ...(isOpen ? [...PAGES.map((path) => `${path}$`), ...OPEN].map((path) => `Allow: ${path}`) : []),
    "Disallow: /",
    ...(isOpen ? [`Sitemap: ${appUrl}/sitemap.xml`] : []),
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
