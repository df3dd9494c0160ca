import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply } from "#app/auth/kept-forms.server.ts";
import { orShowTyped } from "#app/auth/lost-form.server.ts";
import { addNote } from "#app/domain/club/incidents/incident-changes.server.ts";
import { noteForm } from "#app/domain/club/incidents/incident-forms.server.ts";
import { viewCase, viewHistory, viewNotes, viewTalk } from "#app/domain/club/incidents/incident-view.ts";
import { entriesOf, talksOf } from "#app/domain/club/incidents/incidents.server.ts";
import { typedOf } from "#app/domain/club/incidents/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { useReply } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { CaseActs, CaseState, NextAct } from "./case-state.tsx";
import { Facts } from "./facts-card.tsx";
import { CaseHistory, Exports } from "./history.tsx";
import { Notes } from "./notes.tsx";
import { backToCase, caseClock, openCase, refuseChange } from "./open-case.server.ts";
import { Talks } from "./talks.tsx";

export const meta = () => title("Incident");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const incident = await openCase(ctx, args.params.incidentId);
  const [talks, entries] = await Promise.all([talksOf(ctx.db, incident.id), entriesOf(ctx.db, incident.id)]);
  const clock = caseClock(ctx);
  const corrects = new URL(args.request.url).searchParams.get("corrects") ?? "";
  const notes = viewNotes(entries, clock.timezone);
  return json({
    view: viewCase(incident, talks, clock),
    talks: talks.map((talk) => viewTalk(talk, clock)),
    notes,
    corrects: notes.find(({ id }) => id === corrects) ?? null,
    history: viewHistory(entries, clock.timezone),
    submission: newId(),
    kept: await keptReply(ctx, args.request),
  });
}

export async function action(args: ActionFunctionArgs) {
  return orShowTyped(args.request, noteForm, typedOf({ text: "Note" }), () => saveNote(args));
}

async function saveNote(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see", { keeps: noteForm });
  const { id } = await openCase(ctx, args.params.incidentId);
  const reading = await readForm(args.request, noteForm);
  if (!reading.ok) return reading.answer;
  const result = await changeClub(ctx, (tx) => addNote(tx, id, reading.value, ctx.user, nowIso()));
  if (!result.ok) return refuseChange(reading, result.problem);
  await forgetKept(ctx, args.request);
  return backToCase(id, reading.value.corrects ? "The correction is added." : "The note is added.");
}

export default function Incident() {
  const { view, talks, notes, corrects, history, submission } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title={view.title}
      lead={`${view.when}, ${view.location}. Private to your club's administrators: it never reaches a leaderboard, the team, or another club.`}
      crumbs={[{ label: "Incidents", href: "/incidents" }]}
    >
      <CaseState view={view} />
      <NextAct view={view} talks={talks} />
      <div className="beside">
        <div className="case-main">
          <Facts view={view} />
          <Talks view={view} talks={talks} />
          <Notes view={view} notes={notes} corrects={corrects} submission={submission} reply={useReply()} />
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
