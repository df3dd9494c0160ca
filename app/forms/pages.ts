import { SEARCH_MAX } from "./fields.ts";

/** Search (`?q=`) and page (`?page=`) of a long list. */
export interface ListQuery {
  search: string;
  page: string | null;
}

/** Reads a list's search and page from the address of a request. */
export function readListQuery({ url }: Request): ListQuery {
  const asked = new URL(url).searchParams;
  return { search: (asked.get("q") ?? "").trim().slice(0, SEARCH_MAX), page: asked.get("page") };
}

/**
 * Cuts a list into pages.
 * @param typed page number from an address; an unreadable one, or one past the end, becomes the nearest
 */
export function onePage<Item>(
  all: readonly Item[],
  typed: string | null,
  size: number,
): { rows: Item[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(pages, /^[1-9]\d{0,5}$/.test(typed ?? "") ? Number(typed) : 1);
  return { rows: all.slice((page - 1) * size, page * size), page, pages };
}
