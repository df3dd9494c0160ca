import { sendProblemLabels } from "#app/domain/club/agreements/labels.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";

/** A form for many parents that would reach none. */
export function Nobody({ back, crumb }: { back: string; crumb: string }) {
  return (
    <ClubPage title={sendProblemLabels.nobody} crumbs={[{ label: "Parents", href: back }, { label: crumb }]}>
      <Buttons>
        <ButtonLink href={back}>Back to the Agreements</ButtonLink>
      </Buttons>
    </ClubPage>
  );
}
