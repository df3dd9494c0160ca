import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
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
    canUndo: boolean;
    /** Why it cannot be undone any more. */
    why: string | null;
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
      {done.why ? <p className="muted">{done.why}.</p> : null}
      <Buttons>
        <ButtonLink href="/schedule" look="primary">
          See the schedule
        </ButtonLink>
        <ButtonLink href="/schedule/import">Import another file</ButtonLink>
        {done.canUndo ? (
          <ButtonLink href={href("/schedule/imports/:importId/undo", { importId: about.id })} look="quiet">
            Undo this import
          </ButtonLink>
        ) : null}
        <ButtonLink href="/schedule/imports" look="quiet">
          All imports
        </ButtonLink>
      </Buttons>
    </>
  );
}
