import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { forbidden, notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { href } from "#app/config/addresses.ts";
import { newGameSchema, timeOf } from "#app/domain/club/games/game-form.server.ts";
import { addGame } from "#app/domain/club/games/games.server.ts";
import { clubTeams } from "#app/domain/club/imports/imports.server.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import { formatZone } from "#app/domain/values/times.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { locationOf } from "./labels.ts";
import { NewGameForm, NewGameHelp } from "./new-game-form.tsx";

export const meta = () => title("Add a game");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  const teams = await clubTeams(ctx.db);
  const wanted = new URL(args.request.url).searchParams.get("team") ?? "";
  return json({
    zone: formatZone(ctx.club.timezone),
    wanted,
    teams: teams
      .filter(({ id }) => managesTeam(ctx.user, id))
      .map(({ id, name, ageGroup, season }) => ({ value: id, label: `${name} (${ageGroup}, ${season})` })),
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.manage");
  const reading = await readForm(args.request, newGameSchema);
  if (!reading.ok) return reading.answer;
  const { team, tbd, time: typed, location, ...rest } = reading.value;
  const teams = await clubTeams(ctx.db);
  if (!teams.some(({ id }) => id === team)) throw notFound();
  if (!managesTeam(ctx.user, team)) throw forbidden(ctx.note, "other team");
  const details = { ...rest, time: timeOf({ tbd, time: typed }), location: locationOf(location) };
  const game = await changeClub(ctx, (tx) => addGame(tx, team, details));
  if (!game.ok) throw notFound();
  if (game.cancelled)
    return redirectWith(
      href("/schedule/:gameId/cancel", { gameId: game.gameId }),
      `The game against ${rest.opponent} is already on the schedule, but cancelled. Put it back on here if it will be played.`,
      "bad",
    );
  return game.isNew
    ? redirectWith("/schedule", `The game against ${rest.opponent} is on the schedule.`)
    : redirectWith("/schedule", `The game against ${rest.opponent} is on the schedule already.`);
}

export default function NewGame() {
  const { teams, zone, wanted } = useLoaderData<typeof loader>();
  const imports = may(useShell().role, "games.import");
  return (
    <ClubPage
      title="Add a game"
      lead="Put one game on a team's schedule."
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      {teams.length === 0 ? (
        <Empty title="Add a team first" action={<ButtonLink href="/teams">See the teams</ButtonLink>}>
          <p>Every game belongs to a team. Add one, then come back to add its games.</p>
        </Empty>
      ) : (
        <div className="beside">
          <NewGameForm teams={teams} team={wanted} zone={zone} />
          <NewGameHelp imports={imports} />
        </div>
      )}
    </ClubPage>
  );
}
