import { href } from "#app/config/addresses.ts";
import type { UndoCheck } from "#app/domain/club/schedule-import/undo-import.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";

/** What a finished import did, with the link to undo it. */
export function FinishedImport(props: {
  about: { id: string; by: string; at: string };
  done: {
    undone: boolean;
    added: number;
    changed: number;
    unchanged: number;
    skipped: number;
    undo: UndoCheck;
  };
}) {
  const { about, done } = props;
  return (
    <>
      {done.undone ? (
        <Notice tone="minor" title="This import is undone">
          <p>Your schedule is as it was before.</p>
        </Notice>
      ) : null}
      <Stats>
        <Stat label="Games added" value={done.added} />
        <Stat label="Games changed" value={done.changed} />
        <Stat label="Unchanged" value={done.unchanged} />
        <Stat label="Not imported" value={done.skipped} />
      </Stats>
      <p className="muted">
        Imported by {about.by} on {about.at}. The file itself is not kept.
      </p>
      <p className="row">
        <ButtonLink href="/schedule" look="primary">
          See the schedule
        </ButtonLink>
        <ButtonLink href="/schedule/import">Import another file</ButtonLink>
        {!done.undo.ok && done.undo.problem === "closed" ? null : (
          <ButtonLink href={href("/schedule/imports/:importId/undo", { importId: about.id })} look="quiet">
            Undo this import
          </ButtonLink>
        )}
      </p>
    </>
  );
}
