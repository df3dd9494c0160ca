import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { forbidden, notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { newGameSchema, timeOf } from "#app/domain/club/games/forms.server.ts";
import { addGame } from "#app/domain/club/games/games.server.ts";
import { clubTeams } from "#app/domain/club/imports/imports.server.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import { formatZone } from "#app/domain/values/times.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { ButtonLink, FormButtons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { GameFields, locationOf } from "./game-fields.tsx";

export const meta = () => title("Add a game");

const form = clubForm({
  may: "games.manage",
  schema: newGameSchema,
  change: async ({ ctx, value: { team, tbd, time, location, ...rest } }) => {
    const teams = await clubTeams(ctx.db);
    if (!teams.some(({ id }) => id === team)) throw notFound();
    if (!managesTeam(ctx.user, team)) throw forbidden(ctx.note, "other team");
    const details = { ...rest, time: timeOf({ tbd, time }), location: locationOf(location) };
    return changeClub(ctx, (tx) => addGame(tx, team, details));
  },
  saved: ({ gameId, isNew, cancelled }, { value: { opponent } }) => {
    if (cancelled)
      return [
        href("/schedule/:gameId/cancel", { gameId }),
        `The game against ${opponent} is already on the schedule, but cancelled. Put it back on here if it will be played.`,
        "bad",
      ];
    return ["/schedule", `The game against ${opponent} is on the schedule${isNew ? "" : " already"}.`];
  },
});
export const action = form.action;
export const loader = form.loader(async ({ ctx, request }) => {
  const teams = await clubTeams(ctx.db);
  return {
    zone: formatZone(ctx.club.timezone),
    wanted: new URL(request.url).searchParams.get("team") ?? "",
    teams: teams
      .filter(({ id }) => managesTeam(ctx.user, id))
      .map(({ id, name, ageGroup, season }) => ({ value: id, label: `${name} (${ageGroup}, ${season})` })),
  };
});

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

/** @param team the preselected team */
function NewGameForm(props: { teams: { value: string; label: string }[]; team: string; zone: string }) {
  const { teams, team, zone } = props;
  return (
    <PostForm>
      <SelectField
        name="team"
        label="Team"
        required
        empty={teams.length === 1 ? undefined : "Choose a team"}
        value={team}
        choices={teams}
      />
      <GameFields zone={zone} />
      <FormButtons submit="Add Game" back="/schedule" keep="Back to the schedule" />
    </PostForm>
  );
}

/** Explains new games, and links the faster way to add many. */
function NewGameHelp({ imports }: { imports: boolean }) {
  return (
    <aside aria-label="About games">
      <Card title="What happens then">
        <ul>
          <li>The team's coaches and manager see the game on their schedule.</li>
          <li>From kick-off on, they can rate its sideline.</li>
          <li>You can change, cancel or delete it until it is rated.</li>
        </ul>
        {imports ? (
          <p>
            A whole season? <a href="/schedule/import">Import a schedule file</a> instead.
          </p>
        ) : null}
      </Card>
    </aside>
  );
}
