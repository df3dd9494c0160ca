import type { AgreementsTable, ChildrenTable } from "#app/db/club/schema.ts";

/** Columns that tell whether a child was there when its parent signed. */
export type Joined = Pick<
  ChildrenTable,
  "created_at" | "team_since" | "added_by" | "import_id" | "confirmed_at"
>;

/** Returns when a child came to the parent, with its current team. */
export const joinedAt = ({ team_since, created_at }: Pick<Joined, "team_since" | "created_at">): string =>
  team_since ?? created_at;

/**
 * Tells whether a child, or its team, was added after the signature that counts
 * (product/agreements.md#added-after-a-signature).
 */
export const isLater = (
  child: Pick<Joined, "team_since" | "created_at">,
  { status, signed_at }: Pick<AgreementsTable, "status" | "signed_at">,
): boolean => status === "signed" && signed_at !== null && joinedAt(child) > signed_at;

/** Tells whether a parent may still confirm a child. */
export const isUnconfirmed = (
  child: Joined,
  agreement: Pick<AgreementsTable, "status" | "signed_at">,
): boolean => isLater(child, agreement) && child.confirmed_at === null;

/**
 * Lists the additions after the signature that are not confirmed: a team that no child was in at the signature by its
 * name, otherwise the child.
 */
export function signedBefore(
  children: readonly (Joined & { name: string; teamName: string | null })[],
  agreement: Pick<AgreementsTable, "status" | "signed_at">,
): string[] {
  const before = new Set(
    children.flatMap((child) => (isLater(child, agreement) ? [] : (child.teamName ?? []))),
  );
  const later = children.filter((child) => isUnconfirmed(child, agreement));
  return [
    ...new Set(later.map(({ name, teamName }) => (teamName && !before.has(teamName) ? teamName : name))),
  ];
}

/** Returns 'before Tigers was added', 'before Tigers and Lions were added'; '' where nothing was. */
export function signedBeforeLabel(names: readonly string[]): string {
  if (names.length === 0) return "";
  const last = names.at(-1) ?? "";
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
  return `before ${list} ${names.length === 1 ? "was" : "were"} added`;
}
