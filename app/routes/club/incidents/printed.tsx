import type { NoteView, TalkView } from "#app/domain/club/incidents/incident-view.ts";
import { NoteItem } from "./notes.tsx";
import { TalkItem } from "./talks.tsx";

export function PrintedTalks({ talks }: { talks: readonly TalkView[] }) {
  return (
    <section className="case-part">
      <h2>Repair talk</h2>
      {talks.length === 0 ? <p className="muted">No talk was planned.</p> : null}
      <ol className="case-list">
        {talks.map((talk) => (
          <li key={talk.id}>
            <TalkItem talk={talk} />
          </li>
        ))}
      </ol>
    </section>
  );
}

export function PrintedNotes({ notes }: { notes: readonly NoteView[] }) {
  return (
    <section className="case-part">
      <h2>Notes</h2>
      {notes.length === 0 ? <p className="muted">No notes.</p> : null}
      <ol className="case-list">
        {notes.map((note) => (
          <li key={note.id}>
            <NoteItem note={note} />
          </li>
        ))}
      </ol>
    </section>
  );
}
