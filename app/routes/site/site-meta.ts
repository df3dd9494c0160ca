import type { MetaDescriptor } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";

/** A route's matches, of which the root's data names our address. */
type Matches = readonly ({ id: string; data?: unknown } | undefined)[];

/** Returns our own origin from the root's loader; '' on an error page. */
export const originOf = (matches: Matches): string =>
  (matches.find((match) => match?.id === "root")?.data as { appUrl?: string } | undefined)?.appUrl ?? "";

/**
 * Returns the meta tags that search engines and social networks read: title, description, address and card.
 * @param page.data structured data, as schema.org describes it
 */
export function siteMeta(
  matches: Matches,
  page: { path: string; title: string | null; description: string; data?: object },
): MetaDescriptor[] {
  const origin = originOf(matches);
  const title = page.title ? `${page.title} · ${brand.name}` : `${brand.name} · ${brand.tagline}`;
  const image = `${origin}/social-card.png`;
  return [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: origin + page.path },
    { property: "og:type", content: "website" },
    { property: "og:title", content: page.title ?? brand.name },
    { property: "og:description", content: page.description },
    { property: "og:url", content: origin + page.path },
    { property: "og:image", content: image },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:card", content: "summary_large_image" },
    ...(page.data
      ? [{ "script:ld+json": { "@context": "https://schema.org", ...page.data } } as MetaDescriptor]
      : []),
  ];
}
