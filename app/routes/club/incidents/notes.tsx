import { href } from "#app/config/addresses.ts";
import { caseFields } from "#app/domain/club/incidents/fields.ts";
import type { CaseView, NoteView } from "#app/domain/club/incidents/incident-view.ts";
import { NO_CHILDREN } from "#app/domain/club/incidents/labels.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextArea } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, useReply } from "#app/ui/post-form.tsx";

/** Lists the notes with author and time, and asks for another. Notes never change: a correction is a note, too. */
export function Notes(props: {
  view: CaseView;
  notes: readonly NoteView[];
  corrects: NoteView | null;
  submission: string;
}) {
  const reply = useReply();
  const { view, notes, corrects, submission } = props;
  return (
    <section className="case-part" id="notes">
      <h2>Notes</h2>
      {notes.length === 0 ? <p className="muted">No notes yet.</p> : null}
      <ol className="case-list">
        {notes.map((note) => (
          <li key={note.id}>
            <NoteItem note={note} />
            {view.erased ? null : (
              <p className="small">
                <a
                  href={`${href("/incidents/:incidentId", { incidentId: view.id, corrects: note.id })}#notes`}
                >
                  Add a correction<span className="visually-hidden"> to the note of {note.by}</span>
                </a>
              </p>
            )}
          </li>
        ))}
      </ol>
      {view.erased && !reply ? null : (
        <PostForm>
          <Hidden name="submission" value={sent(reply, "submission") || submission} />
          <Hidden name="corrects" value={sent(reply, "corrects") || (corrects?.id ?? "")} />
          <TextArea
            name="text"
            label={corrects ? `Correct the note of ${corrects.by}` : "Add a note"}
            hint={`Notes stay as they are written. ${NO_CHILDREN}`}
            rows={4}
            maxLength={caseFields.text.max}
            required
          />
          <Buttons>
            <SubmitButton look="secondary">{corrects ? "Add the Correction" : "Add Note"}</SubmitButton>
            {corrects ? (
              <a href={href("/incidents/:incidentId", { incidentId: view.id })}>Write a new note instead</a>
            ) : null}
          </Buttons>
        </PostForm>
      )}
    </section>
  );
}

/** Shows a note with author and time. */
export function NoteItem({ note }: { note: NoteView }) {
  return (
    <>
      <p className="row">
        <span className="muted small">{note.by}</span>{" "}
        {note.corrects ? <Badge>Corrects the note of {note.corrects}</Badge> : null}{" "}
        {note.isCorrected ? <Badge>Corrected below</Badge> : null}
      </p>
      <p className="typed">{note.text}</p>
    </>
  );
}

function sent(reply: FormReply | undefined, name: string): string {
  const value = reply?.values[name];
  return typeof value === "string" ? value : "";
}
