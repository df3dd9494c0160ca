import { may } from "#app/auth/permissions.ts";
import { loadDashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import { opponentLabel } from "#app/domain/club/games/labels.ts";
import { subscriptionLabels } from "#app/domain/control/billing/labels.ts";
import { subscriptionState } from "#app/domain/control/billing/subscription-state.ts";
import { termOf } from "#app/domain/control/billing/subscriptions.server.ts";
import { formatDateInFull, formatGameTime } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { clubTasks } from "./club-tasks.ts";
import { adminHome, readOnlyHome, staffHome } from "./home.ts";
import { statsSentence } from "./labels.ts";

/** The dashboard shows this many teams; the teams page lists all. */
const TEAMS_SHOWN = 8;

/**
 * A user's dashboard in words. `rated` is the id of a game that was rated just now; `readOnly`: nothing can be entered,
 * so nothing is asked for (product.md#term).
 */
export async function loadHome(
  { db, user, club }: ClubContext,
  { rated, readOnly }: { rated: string | null; readOnly: boolean },
) {
  const at = now();
  const { timezone } = club;
  const dashboard = await loadDashboard(db, user, { at, rated });
  const isAdmin = user.role === "club_admin";
  const home = readOnly
    ? readOnlyHome
    : isAdmin
      ? adminHome(dashboard, { at, timezone })
      : staffHome(dashboard, { at, timezone, addsGames: may(user.role, "games.manage") });
  return {
    ...home,
    tiles: {
      teams: dashboard.teams.length,
      rated: dashboard.club.gamesRated,
      played: dashboard.club.gamesCompleted,
      score: dashboard.club.clubScore,
    },
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

/** The state of the club's subscription (product.md#term) and what is asked of the club, for administrators. */
export async function loadClubStatus({ control, club }: Pick<ClubContext, "control" | "club">) {
  const term = await termOf(control, club.code);
  const at = now();
  const state = subscriptionState(term, at);
  const until = formatDateInFull(new Date(term.termEndsAt), club.timezone);
  return {
    label: subscriptionLabels[state],
    note: `${state === "ended" ? "since" : "until"} ${until}`,
    paymentOnItsWay: state === "processing",
    tasks: state === "ended" ? [] : clubTasks(term, { at, timezone: club.timezone }),
  };
}

export type TeamsOnDashboard = Awaited<ReturnType<typeof loadHome>>["teams"];
