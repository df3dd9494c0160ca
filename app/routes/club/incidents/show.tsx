import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { caseFields } from "#app/domain/club/incidents/fields.ts";
import { noteForm } from "#app/domain/club/incidents/forms.server.ts";
import { addNote } from "#app/domain/club/incidents/incident-changes.server.ts";
import { viewCase, viewHistory, viewNotes, viewTalk } from "#app/domain/club/incidents/incident-view.ts";
import { entriesOf, talksOf } from "#app/domain/club/incidents/incidents.server.ts";
import { incidentProblemLabels } from "#app/domain/club/incidents/labels.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { CaseActs, CaseState, NextAct } from "./case-state.tsx";
import { Facts } from "./facts-card.tsx";
import { CaseHistory, Exports } from "./history.tsx";
import { Notes } from "./notes.tsx";
import { caseAddress, caseClock, openCase } from "./open-case.server.ts";
import { Talks } from "./talks.tsx";

export const handle = { extra: "case" };

export const meta = () => title("Incident");

const form = clubForm({
  may: "incidents.see",
  schema: noteForm,
  keeps: { text: caseFields.text.label },
  find: (ctx, { incidentId }) => openCase(ctx, incidentId),
  change: ({ ctx, found, value }) =>
    changeClub(ctx, (tx) => addNote(tx, found.id, value, ctx.user, nowIso())),
  problems: incidentProblemLabels,
  saved: (_, { found, value }) => [
    caseAddress(found.id),
    value.corrects ? "The correction is added." : "The note is added.",
  ],
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, found, request }) => {
  const [talks, entries] = await Promise.all([talksOf(ctx.db, found.id), entriesOf(ctx.db, found.id)]);
  const clock = caseClock(ctx);
  const corrects = new URL(request.url).searchParams.get("corrects") ?? "";
  const notes = viewNotes(entries, clock.timezone);
  return {
    view: viewCase(found, talks, clock),
    talks: talks.map((talk) => viewTalk(talk, clock)),
    notes,
    corrects: notes.find(({ id }) => id === corrects) ?? null,
    history: viewHistory(entries, clock.timezone),
    submission: newId(),
  };
});

export default function Incident() {
  const { view, talks, notes, corrects, history, submission } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={view.title}
      lead={`Case ${view.number}: ${view.when}, ${view.location}. Private to your club's administrators: it never reaches a leaderboard, the team, or another club.`}
      crumbs={[{ label: "Incidents", href: "/incidents" }]}
    >
      <CaseState view={view} />
      <NextAct view={view} talks={talks} />
      <div className="beside">
        <div className="case-main">
          <Facts view={view} />
          <Talks view={view} talks={talks} />
          <Notes view={view} notes={notes} corrects={corrects} submission={submission} />
        </div>
        <div className="case-side">
          <CaseActs view={view} />
          <CaseHistory history={history} view={view} />
          <Exports view={view} />
        </div>
      </div>
    </ClubPage>
  );
}
