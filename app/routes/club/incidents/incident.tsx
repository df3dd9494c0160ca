import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { forgetKept, keptReply } from "#app/auth/kept-forms.server.ts";
import { orShowTyped } from "#app/auth/lost-form.server.ts";
import { href } from "#app/config/addresses.ts";
import { incidentForm } from "#app/domain/club/incidents/incident-form.server.ts";
import { viewIncident } from "#app/domain/club/incidents/incident-view.ts";
import {
  incidentOfGame,
  noteOf,
  noteVersion,
  saveIncident,
} from "#app/domain/club/incidents/incidents.server.ts";
import { noteFieldLabels, typedNote } from "#app/domain/club/incidents/labels.ts";
import { viewGame, viewHistory } from "#app/domain/club/ratings/rating-view.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { differencesOf } from "#app/forms/stale-form.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { openGame, openRatings, viewContext } from "#app/routes/club/ratings/open-game.server.ts";
import { History } from "#app/routes/club/ratings/side-rating.tsx";
import { nowIso } from "#app/runtime/clock.server.ts";
import { Card } from "#app/ui/card.tsx";
import { useReply } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { IncidentForm } from "./incident-form.tsx";
import { IncidentState } from "./incident-state.tsx";

export const meta = () => title("Incident note");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const { game, versions } = await openRatings(ctx, args.params.gameId);
  const incident = await openIncident(ctx, game.id);
  const view = viewContext(ctx);
  return json({
    game: viewGame(game, versions, view),
    history: viewHistory(game, versions, view),
    version: noteVersion(incident),
    kept: await keptReply(ctx, args.request),
    ...viewIncident(incident, versions, ctx.club.timezone),
  });
}

export async function action(args: ActionFunctionArgs) {
  return orShowTyped(args.request, incidentForm, typedNote, () => saveNote(args));
}

async function saveNote(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see", { keeps: incidentForm });
  const game = await openGame(ctx, args.params.gameId);
  const reading = await readForm(args.request, incidentForm);
  if (!reading.ok) return reading.answer;
  const by = { name: ctx.user.name, at: nowIso() };
  const result = await changeClub(ctx, (tx) => saveIncident(tx, game.id, reading.value, by));
  if (!result.ok) {
    if (result.problem === "not-found") throw notFound();
    const differences = differencesOf(reading.value, noteOf(result.stored), noteFieldLabels);
    return reading.refuseStale({ version: noteVersion(result.stored), differences });
  }
  await forgetKept(ctx, args.request);
  const closed = reading.value.status === "closed";
  return redirectWith(
    href("/rating/:gameId/incident", { gameId: game.id }),
    closed ? "The note is saved and closed." : "The note is saved.",
  );
}

async function openIncident(ctx: ClubContext, gameId: string) {
  const incident = await incidentOfGame(ctx.db, gameId);
  if (!incident) throw notFound();
  return incident;
}

export default function Incident() {
  const { game, history, note, version, correctedTo } = useLoaderData<typeof loader>();
  const reply = useReply();
  return (
    <ClubPage
      title="Incident note"
      lead="Private to your club's administrators. It never reaches a leaderboard, the team, or another club."
      crumbs={[
        { label: "Rating", href: "/rating" },
        { label: game.title, href: href("/rating/:gameId", { gameId: game.id }) },
        { label: "Incident note" },
      ]}
    >
      <IncidentState game={game} note={note} correctedTo={correctedTo} />
      <div className="beside">
        <Card title="What was rated">
          <History entries={history} />
        </Card>
        <div className="beside-first">
          <IncidentForm note={note} version={version} reply={reply} />
        </div>
      </div>
    </ClubPage>
  );
}
