import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, publicContext } from "#app/auth/guards.server.ts";
import { brand } from "#app/config/brand.ts";
import { publicClub } from "#app/domain/control/leaderboard/public-boards.server.ts";
import { BADGE } from "./badge-size.ts";

/**
 * Draws a club's badge for its own website: the average, or that the club takes part (product/pages.md#public-boards).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { control } = await publicContext(args);
  const slug = args.params.slug ?? "";
  const club = slug.length <= 100 ? await publicClub(control, slug) : null;
  if (!club) throw notFound();
  const says = club.average ? `${club.average} of 20 on the sideline` : "rates its sideline";
  return new Response(badge(says), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      // Other websites show it.
      "Cross-Origin-Resource-Policy": "cross-origin",
    },
  });
}

/** Draws only our own words and a number: nothing typed by a club. */
const badge = (
  says: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${BADGE.width}" height="${BADGE.height}" viewBox="0 0 ${BADGE.width} ${BADGE.height}" role="img" aria-label="${brand.name}: ${says}">
<rect x=".5" y=".5" width="${BADGE.width - 1}" height="${BADGE.height - 1}" rx="10" fill="${brand.colors.paper}" stroke="${brand.colors.pitch}"/>
<path d="M14 40h28M28 19a9 9 0 0 1 0 18" fill="none" stroke="${brand.colors.pitch}" stroke-width="2"/>
<path d="M28 18a10 10 0 0 0 0 20z" fill="${brand.colors.pitch}"/>
<text x="54" y="25" font-family="system-ui,sans-serif" font-size="15" font-weight="600" fill="${brand.colors.ink}">${brand.name}</text>
<text x="54" y="43" font-family="system-ui,sans-serif" font-size="13" fill="${brand.colors.ink}">${says}</text>
</svg>`;
