import { href } from "#app/config/addresses.ts";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";

/** What a finished import did, with the link to undo it. */
export function FinishedContacts(props: {
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
          <p>Your contacts are as they were before.</p>
        </Notice>
      ) : null}
      <Stats>
        <Stat label="Contacts added" value={done.added} />
        <Stat label="Contacts changed" value={done.changed} />
        <Stat label="Unchanged" value={done.unchanged} />
        <Stat label="Rows not imported" value={done.skipped} />
      </Stats>
      <p className="muted">
        Imported by {about.by} on {about.at}. The file itself is not kept.
      </p>
      {done.why ? <p className="muted">{done.why}.</p> : null}
      <Buttons>
        <ButtonLink href="/agreements" look="primary">
          See the agreements
        </ButtonLink>
        <ButtonLink href="/advanced-import">Import another file</ButtonLink>
        {done.canUndo ? (
          <ButtonLink href={href("/advanced-import/:importId/undo", { importId: about.id })} look="quiet">
            Undo this import
          </ButtonLink>
        ) : null}
      </Buttons>
    </>
  );
}
