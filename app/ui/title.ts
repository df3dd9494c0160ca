import type { MetaDescriptor } from "@remix-run/node";
import { brand } from "#app/config/brand.ts";

/** A page's title: `export const meta = () => title("Teams")`. */
export const title = (page: string): MetaDescriptor[] => [{ title: `${page} · ${brand.name}` }];
