import type { ClubDb } from "#app/db/club/schema.ts";
import { type ClubUser, teamScope, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { clubStats } from "#app/domain/club/stats/stats.ts";
import { dashboardTeams } from "./dashboard-teams.server.ts";
import { dashboardWork } from "./dashboard-work.server.ts";

/**
 * What a user's dashboard is made of, as far as they may see it (product.md#dashboard); staff are for administrators
 * only.
 * @param rated the id of a game that was rated just now
 */
export async function loadDashboard(
  db: ClubDb,
  user: ClubUser,
  { at, rated }: { at: Date; rated: string | null },
) {
  const scope = teamScope(user);
  const [teams, stats, work, staff] = await Promise.all([
    dashboardTeams(db, scope, { at, rated }),
    teamStats(db, scope, viewerOf(user), at),
    dashboardWork(db, user, at),
    user.role === "club_admin" ? staffOf(db, "all") : [],
  ]);
  const known = new Set(teams.map(({ id }) => id));
  return {
    club: clubStats(stats.values()),
    teams: teams.map((team) => ({ ...team, stats: stats.get(team.id) })),
    work,
    staff: staff.filter(({ teamId }) => known.has(teamId)),
  };
}

export type Dashboard = Awaited<ReturnType<typeof loadDashboard>>;
