import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { importPages, type Subject } from "./import-pages.ts";

export interface FinishedData {
  undone: boolean;
  added: number;
  changed: number;
  unchanged: number;
  skipped: number;
  canUndo: boolean;
  /** Why it cannot be undone any more. */
  why: string | null;
}

const words = {
  games: {
    undone: "Your schedule is as it was before.",
    things: "Games",
    see: { label: "See the schedule", href: "/schedule" },
  },
  contacts: {
    undone: "Your contacts are as they were before.",
    things: "Contacts",
    see: { label: "See the agreements", href: "/agreements" },
  },
} as const;

/** What a finished import did, with the link to undo it. */
export function FinishedImport(props: {
  subject: Subject;
  about: { id: string; by: string; at: string };
  done: FinishedData;
}) {
  const { subject, about, done } = props;
  const { undone, things, see } = words[subject];
  const pages = importPages[subject];
  return (
    <>
      {done.undone ? (
        <Notice tone="minor" title="This import is undone">
          <p>{undone}</p>
        </Notice>
      ) : null}
      <Stats>
        <Stat label={`${things} added`} value={done.added} />
        <Stat label={`${things} changed`} value={done.changed} />
        <Stat label="Unchanged" value={done.unchanged} />
        <Stat label="Rows not imported" value={done.skipped} />
      </Stats>
      <p className="muted">
        Imported by {about.by} on {about.at}. The file itself is not kept.
      </p>
      {done.why ? <p className="muted">{done.why}.</p> : null}
      <Buttons>
        <ButtonLink href={see.href} look="primary">
          {see.label}
        </ButtonLink>
        <ButtonLink href={pages.start}>Import another file</ButtonLink>
        {done.canUndo ? (
          <ButtonLink href={pages.undo(about.id)} look="quiet">
            Undo this import
          </ButtonLink>
        ) : null}
        {pages.list === pages.start ? null : (
          <ButtonLink href={pages.list} look="quiet">
            All imports
          </ButtonLink>
        )}
      </Buttons>
    </>
  );
}
