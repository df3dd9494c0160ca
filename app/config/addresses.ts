import type { addresses } from "./address-table.ts";

/**
 * Pattern of a page or form that others link to. It uses only the type of the address table, so that no browser gets
 * the table.
 */
export type Address = Exclude<keyof typeof addresses, `${string}*`>;

/** The names of a pattern's parameters: `"teamId"` of `/teams/:teamId/edit`. */
type ParameterOf<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

type Query = Record<string, string | readonly string[] | undefined>;
type Values<Pattern extends string> = Record<ParameterOf<Pattern>, string> & Query;

/**
 * Returns the address of a page, with its parameters encoded: `href("/teams/:teamId/edit", { teamId })`. Other values
 * become the query, lists value by value, without undefined ones.
 */
export function href<Pattern extends Address>(
  pattern: Pattern,
  ...[values]: [ParameterOf<Pattern>] extends [never] ? [query?: Query] : [values: Values<Pattern>]
): string {
  const query: Query = { ...values };
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = query[name];
    delete query[name];
    if (typeof value !== "string" || value === "") throw new Error(`${pattern} needs ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value ?? []].flat()) search.append(name, one);
  return search.size === 0 ? path : `${path}?${search}`;
}
