import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import type { runningImport } from "./running-data.server.ts";

export const RUNNING = "Importing";

/** How far a large import is. The page shows what was so when it was opened, and leads to itself. */
export function RunningImport({ about, running }: NonNullable<Awaited<ReturnType<typeof runningImport>>>) {
  const { step, steps, label, done, total, by, since } = running;
  return (
    <ClubPage
      title={RUNNING}
      lead={`The games of "${about.fileName}" are being imported. It goes on if you leave this page.`}
      crumbs={[
        { label: "Schedule", href: "/schedule" },
        { label: "Import", href: "/schedule/import" },
      ]}
    >
      <Card title={`Step ${step} of ${steps}`}>
        <p id="step">{label}</p>
        <progress aria-labelledby="step" value={done} max={Math.max(total, 1)} />
        <p className="muted">
          Started by {by} on {since}. Nothing is on your schedule before the last step is complete.
        </p>
      </Card>
      <Buttons>
        <ButtonLink href={href("/schedule/imports/:importId", { importId: about.id })} look="primary">
          See how far it is
        </ButtonLink>
        <ButtonLink href="/schedule/imports" look="quiet">
          All imports
        </ButtonLink>
      </Buttons>
    </ClubPage>
  );
}
