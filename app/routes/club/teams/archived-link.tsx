import { pluralize } from "#app/domain/values/pluralize.ts";

/** Links the archived and deleted teams unobtrusively; renders nothing if there are none. */
export function ArchivedLink({ former }: { former: { archived: number; deleted: number } | null }) {
  if (!former || former.archived + former.deleted === 0) return null;
  const { archived, deleted } = former;
  const label = [
    archived > 0 ? pluralize(archived, "archived team") : "",
    deleted > 0 ? pluralize(deleted, "deleted team") : "",
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <p className="muted">
      <a href="/teams/archived">Archived teams</a> ({label})
    </p>
  );
}
