import type { ClubDb } from "#app/db/club/schema.ts";
import { gamesToRate } from "#app/domain/club/ratings/games-to-rate.server.ts";
import { onboardingSteps } from "#app/domain/club/settings/onboarding-steps.server.ts";
import { type ClubUser, teamScope, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { clubStats } from "#app/domain/club/stats/stats.ts";
import { listTeams } from "#app/domain/club/teams/teams.server.ts";
import { formatGameTime } from "#app/domain/values/times.ts";

const GAMES_TO_RATE = 3;
/** The teams page lists all. */
const TEAMS_SHOWN = 8;

/** A user's dashboard; first steps are for administrators, games to rate for all others. */
export async function loadDashboard(
  db: ClubDb,
  user: ClubUser,
  { at, timezone }: { at: Date; timezone: string },
) {
  const [teams, stats, steps, games] = await Promise.all([
    listTeams(db, teamScope(user)),
    teamStats(db, teamScope(user), viewerOf(user), at),
    user.role === "club_admin" ? onboardingSteps(db) : null,
    gamesToRate(db, user.assignments, at, GAMES_TO_RATE),
  ]);
  return {
    stats: clubStats(stats.values()),
    teams: teams.slice(0, TEAMS_SHOWN).map(({ id, name, ageGroup, gender }) => {
      const { strip = "", average = null, ratedGames = 0, sealedGames = 0 } = stats.get(id) ?? {};
      return {
        id,
        name,
        group: `${ageGroup} ${gender}`,
        strip,
        average,
        ratedGames: ratedGames + sealedGames,
      };
    }),
    steps,
    toRate: games.map((game) => ({ ...game, when: formatGameTime(game, timezone, at) })),
  };
}

export type Dashboard = Awaited<ReturnType<typeof loadDashboard>>;
