import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { isRestorable, RESTORE_DAYS, restorableUntil } from "#app/domain/club/teams/teams.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { formatDateInFull, formatRowMoment } from "#app/domain/values/times.ts";
import { deletedTeams } from "#app/journeys/support/deleted-teams.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Empty } from "#app/ui/empty.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { AdminPage } from "#app/ui/shell/admin-shell.tsx";
import { title } from "#app/ui/title.ts";

export const meta = () => title("Deleted Teams");

/** Lists every team that a club has deleted, for staff who restore one (product/support.md#support-tools). */
export async function loader(args: LoaderFunctionArgs) {
  const { control, platform } = await requireAdmin(args, "manage_clubs");
  const club = await findClub(control, args.params.clubCode ?? "");
  if (!club) throw notFound();
  const at = now();
  const teams = await deletedTeams(platform, club.code);
  return {
    clubCode: club.code,
    name: club.name,
    teams: teams.map((team) => ({
      id: team.id,
      name: team.name,
      season: team.season,
      kind: `${team.age_group}, ${team.gender}`,
      deleted: team.status_since ? formatRowMoment(team.status_since, "UTC", at) : "",
      who:
        team.status_since && isRestorable(team, at)
          ? `The club, until ${formatDateInFull(restorableUntil(team.status_since), club.timezone)}, or you`
          : "Only you",
    })),
  };
}

export default function DeletedTeams() {
  const { clubCode, name, teams } = useLoaderData<typeof loader>();
  return (
    <AdminPage title="Deleted Teams" lead={<a href={href("/admin/clubs/:clubCode", { clubCode })}>{name}</a>}>
      {teams.length === 0 ? (
        <Empty title="No team is deleted">
          <p>
            A team stands here once the club deletes it. One that is missing may be in an{" "}
            <a href={href("/admin/clubs/:clubCode/copies", { clubCode })}>older copy of the club</a>.
          </p>
        </Empty>
      ) : (
        <>
          <p className="muted">
            The club can bring a team back for {RESTORE_DAYS} days itself. Nothing of a deleted team is
            erased, but games go seven years after they were played.
          </p>
          <RowTable
            caption="Deleted teams, the latest first"
            columns={[
              { name: "Team", place: "name" },
              { name: "Deleted", place: "left" },
              { name: "Season", place: "line" },
              { name: "Plays", place: "more" },
              { name: "Who can bring it back", place: "more" },
            ]}
            rows={teams.map((team) => ({
              key: team.id,
              href: href("/admin/clubs/:clubCode/teams/:teamId", { clubCode, teamId: team.id }),
              cells: [team.name, team.deleted, team.season, team.kind, team.who],
            }))}
          />
        </>
      )}
    </AdminPage>
  );
}
