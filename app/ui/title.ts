import type { MetaDescriptor } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";

/**
 * A page's title: `export const meta = () => title("Teams")`.
 * @param description what search engines show of a page that anybody may open
 */
export const title = (page: string, description?: string): MetaDescriptor[] => [
  { title: `${page} · ${brand.name}` },
  ...(description ? [{ name: "description", content: description }] : []),
];
