import { href } from "#app/config/addresses.ts";
import type { CaseView, HistoryView } from "#app/domain/club/incidents/incident-view.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";

/** Lists every action on a case, newest first. */
export function HistoryList({ history, view }: { history: readonly HistoryView[]; view: CaseView }) {
  return (
    <ol className="case-list">
      {history.map((entry) => (
        <li key={entry.id}>
          <p>{entry.did}</p>
          {entry.text ? <p className="typed">{entry.text}</p> : null}
          <p className="muted small">
            {entry.by}, {entry.at}
          </p>
        </li>
      ))}
      <li>
        <p>The game was rated 0, which opened the case</p>
        <p className="muted small">
          {view.ratedBy}, {view.opened}
        </p>
      </li>
    </ol>
  );
}

export function CaseHistory({ history, view }: { history: readonly HistoryView[]; view: CaseView }) {
  return (
    <details className="more">
      <summary>History ({pluralize(history.length + 1, "entry", "entries")})</summary>
      <HistoryList history={history} view={view} />
    </details>
  );
}

/** Offers the exports as forms, not links, because each is recorded in the history. */
export function Exports({ view }: { view: CaseView }) {
  return (
    <section className="case-part">
      <h2>Export</h2>
      <p className="muted">Each export is noted in the case's history.</p>
      <ButtonForm
        downloads
        action={href("/incidents/:incidentId/export", { incidentId: view.id })}
        className="inline-form"
      >
        <Buttons>
          <SubmitButton look="secondary" name="format" value="print">
            Page to Print
          </SubmitButton>
          <SubmitButton look="secondary" name="format" value="csv">
            CSV
          </SubmitButton>
          <SubmitButton look="secondary" name="format" value="text">
            Plain Text
          </SubmitButton>
        </Buttons>
      </ButtonForm>
    </section>
  );
}
