import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import {
  type NoteView,
  type TalkView,
  viewCase,
  viewHistory,
  viewNotes,
  viewTalk,
} from "#app/domain/club/incidents/incident-view.ts";
import { entriesOf, talksOf } from "#app/domain/club/incidents/incidents.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { caseCrumbs } from "./case-crumbs.ts";
import { CaseState } from "./case-state.tsx";
import { Facts } from "./facts-card.tsx";
import { HistoryList } from "./history.tsx";
import { NoteItem } from "./notes.tsx";
import { caseClock, openCase } from "./open-case.server.ts";
import { TalkItem } from "./talks.tsx";

export const handle = { extra: "case" };

export const meta = () => title("Incident, to print");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const incident = await openCase(ctx, args.params.incidentId);
  const [talks, entries] = await Promise.all([talksOf(ctx.db, incident.id), entriesOf(ctx.db, incident.id)]);
  const clock = caseClock(ctx);
  return {
    clubName: ctx.club.name,
    view: viewCase(incident, talks, clock),
    talks: talks.map((talk) => viewTalk(talk, clock)),
    notes: viewNotes(entries, clock.timezone),
    history: viewHistory(entries, clock.timezone),
  };
}

/** Draws a case as one document: the browser's print command leaves out everything around it. */
export default function PrintIncident() {
  const { clubName, view, talks, notes, history } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={`Case ${view.number}: ${view.title}`}
      lead={`${view.when}, ${view.location}. ${clubName}, private to the club's administrators.`}
      crumbs={caseCrumbs(view)}
    >
      <p className="buttons muted">Print this page with your browser's Print command.</p>
      <CaseState view={view} />
      <Facts view={view} readOnly />
      <PrintedTalks talks={talks} />
      <PrintedNotes notes={notes} />
      <section className="case-part">
        <h2>History</h2>
        <HistoryList history={history} view={view} />
      </section>
    </ClubPage>
  );
}

function PrintedTalks({ talks }: { talks: readonly TalkView[] }) {
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

function PrintedNotes({ notes }: { notes: readonly NoteView[] }) {
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
