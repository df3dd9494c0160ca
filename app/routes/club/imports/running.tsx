import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { importPages, type Subject } from "./import-pages.ts";
import type { runningImport } from "./running-data.server.ts";

export const RUNNING = "Importing";

/** How far a large import is. The page shows what was so when it was opened, and leads to itself. */
export function RunningImport(
  props: NonNullable<Awaited<ReturnType<typeof runningImport>>> & { subject: Subject },
) {
  const { subject, about, running } = props;
  const pages = importPages[subject];
  const { step, steps, label, done, total, by, since } = running;
  return (
    <ClubPage
      title={RUNNING}
      lead={`The ${subject} of "${about.fileName}" are being imported. It goes on if you leave this page.`}
      crumbs={[...pages.crumbs]}
    >
      <Card title={`Step ${step} of ${steps}`}>
        <p id="step">{label}</p>
        <progress aria-labelledby="step" value={done} max={Math.max(total, 1)} />
        <p className="muted">
          Started by {by} on {since}.{" "}
          {subject === "games" ? "Nothing is on your schedule" : "No contact is added"} before the last step
          is complete.
        </p>
      </Card>
      <Buttons>
        <ButtonLink href={pages.show(about.id)} look="primary">
          See how far it is
        </ButtonLink>
        <ButtonLink href={pages.list} look="quiet">
          All imports
        </ButtonLink>
      </Buttons>
    </ClubPage>
  );
}
