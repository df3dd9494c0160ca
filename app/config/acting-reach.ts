import { type Acting, addresses, type Page } from "./address-table.ts";

const patterns = Object.entries<Page>(addresses)
  .filter(([path]) => !path.includes("*"))
  .map(([path, { acting }]) => ({
    acting,
    parameters: path.split(":").length - 1,
    matches: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:\w+/g, "([^/]+)")}/?$`),
  }));

export type ActingReach = Acting | { reach: "no"; changes: "" };

/** Pages without parameters that staff who act for a club see. */
export const seenPages: readonly string[] = Object.entries<Page>(addresses)
  .filter(([path, { acting }]) => acting && !path.includes(":"))
  .map(([path]) => path);

/**
 * Returns the access of staff who act for a club to a request's path; unknown addresses are refused.
 * @returns also the id of the address's subject, such as a team; null for a list
 */
export function actingReachOf(pathname: string): ActingReach & { about: string | null } {
  const [found] = patterns
    .filter(({ matches }) => matches.test(pathname))
    .sort((one, other) => one.parameters - other.parameters);
  const about = found?.matches.exec(pathname)?.[1] ?? null;
  return { ...(found?.acting ?? { reach: "no", changes: "" }), about };
}
