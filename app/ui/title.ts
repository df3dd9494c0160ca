import type { MetaDescriptor } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";

/**
 * Returns a page's title: `export const meta = () => title("Teams")`.
 * @param description shown by search engines, for public pages
 */
export const title = (page: string, description?: string): MetaDescriptor[] => [
  { title: `${page} · ${brand.name}` },
  ...(description ? [{ name: "description", content: description }] : []),
];
