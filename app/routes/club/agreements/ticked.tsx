import { pluralize } from "#app/domain/values/pluralize.ts";
import { NameList } from "#app/ui/name-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Ticked } from "./bulk.server.ts";

/** Who of the ticked parents is written to, and who is left out and why; nothing where a form goes to a whole list. */
export function TickedParents({ ticked }: { ticked: Ticked | null }) {
  if (!ticked) return null;
  const { names, leftOut, gone } = ticked;
  return (
    <>
      <NameList names={names} more={["more parent", "more parents"]} />
      {leftOut.length + gone > 0 ? (
        <Notice tone="minor" title={`Left out: ${pluralize(leftOut.length + gone, "parent")} you chose`}>
          <ul>
            {leftOut.map((who) => (
              <li key={who}>{who}</li>
            ))}
            {gone > 0 ? <li>{pluralize(gone, "parent")} no longer on your list</li> : null}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}
