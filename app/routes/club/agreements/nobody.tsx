import { sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import type { Ticked } from "./bulk.server.ts";
import { TickedParents } from "./ticked.tsx";

/** A form for many parents that would reach none. */
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
      crumbs={[{ label: "Agreements", href: back }, { label: crumb }]}
    >
      {ticked?.many === 0 ? <p>Tick the box beside each parent on the list, then press the button.</p> : null}
      <TickedParents ticked={ticked} />
      <Buttons>
        <ButtonLink href={back}>Back to the Agreements</ButtonLink>
      </Buttons>
    </ClubPage>
  );
}
