import { sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { NameList } from "#app/ui/name-list.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import type { Ticked } from "./bulk.server.ts";

/**
 * Lists the checked parents who get the email, and those left out with the reason; renders nothing if the form goes to a
 * whole list.
 */
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

/** Explains that a form for many parents would reach none. */
export function Nobody({ back, crumb, ticked }: { back: string; crumb: string; ticked: Ticked | null }) {
  return (
    <ClubPage
      title={
        !ticked
          ? sendProblemLabels.nobody
          : ticked.many === 0
            ? "Choose the parents first"
            : "Nobody you chose can be written to now"
      }
      crumbs={[{ label: "Parents", href: back }, { label: crumb }]}
    >
      {ticked?.many === 0 ? <p>Tick the box beside each parent on the list, then press the button.</p> : null}
      <TickedParents ticked={ticked} />
      <Buttons>
        <ButtonLink href={back}>Back to the Agreements</ButtonLink>
      </Buttons>
    </ClubPage>
  );
}
