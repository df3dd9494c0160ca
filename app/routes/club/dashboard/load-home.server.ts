import { may } from "#app/auth/permissions.ts";
import { loadDashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import { opponentLabel } from "#app/domain/club/games/labels.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { adminHome, staffHome } from "./home.ts";
import { statsSentence } from "./labels.ts";

/** The dashboard shows this many teams; the teams page lists all. */
const TEAMS_SHOWN = 8;

/** A user's dashboard in words. `rated` is the id of a game that was rated just now. */
export async function loadHome({ db, user, club }: ClubContext, rated: string | null) {
  const at = now();
  const { timezone } = club;
  const dashboard = await loadDashboard(db, user, { at, rated });
  const isAdmin = user.role === "club_admin";
  const home = isAdmin
    ? adminHome(dashboard, { at, timezone })
    : staffHome(dashboard, { at, timezone, addsGames: may(user.role, "games.manage") });
  return {
    ...home,
    teams: {
      title: isAdmin ? "Teams" : dashboard.teams.length > 1 ? "Your teams" : "Your team",
      sentence: statsSentence(dashboard.club),
      total: dashboard.teams.length,
      lines: dashboard.teams.slice(0, TEAMS_SHOWN).map(({ id, name, ageGroup, gender, ...team }) => ({
        id,
        name,
        group: `${ageGroup} ${gender}`,
        strip: team.stats?.strip ?? "",
        average: team.stats?.average ?? null,
        next: team.next
          ? { opponent: opponentLabel(team.next), when: formatGameTime(team.next, timezone, at) }
          : null,
        laterThanRated: team.laterThanRated,
      })),
    },
  };
}

export type TeamsOnDashboard = Awaited<ReturnType<typeof loadHome>>["teams"];
