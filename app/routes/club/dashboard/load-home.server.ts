import { loadDashboard } from "#app/domain/club/dashboard/dashboard-page.server.ts";
import { opponentLabel } from "#app/domain/club/games/labels.ts";
import { type ClubStats, monthsAt, ratedLabel, sealedPart } from "#app/domain/club/stats/stats.ts";
import { subscriptionLabels } from "#app/domain/control/billing/labels.ts";
import { subscriptionState } from "#app/domain/control/billing/payments.ts";
import { termOf } from "#app/domain/control/billing/subscriptions.server.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatDateInFull, formatGameTime } from "#app/domain/values/times.ts";
import type { ClubContext, ClubOrSupportContext } from "#app/journeys/context.ts";
import { isSupport, may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { adminHome, clubTasks, readOnlyHome, staffHome, supportHome } from "./home.ts";
import { monthSentences } from "./months.ts";

/** Points of a perfect game. */
const PERFECT = 20;
/** Teams on the dashboard; the teams page lists all. */
const TEAMS_SHOWN = 8;

/**
 * Loads a user's dashboard in words.
 * @param rated id of a game that was rated just now
 * @param readOnly whether nothing can be entered, so that nothing is asked for (product/billing.md#term)
 */
export async function loadHome(
  { db, user, club }: ClubOrSupportContext,
  { rated, readOnly }: { rated: string | null; readOnly: boolean },
) {
  const at = now();
  const { timezone } = club;
  const months = monthsAt(dateAt(at, timezone));
  const dashboard = await loadDashboard(db, user, { at, rated, months });
  const isAdmin = user.role === "club_admin";
  const home = readOnly
    ? readOnlyHome
    : isSupport(user.role)
      ? supportHome
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
      possible: (dashboard.club.gamesRated - dashboard.club.gamesSealed) * PERFECT,
    },
    month: monthSentences(dashboard.months, months),
    teams: {
      title:
        isAdmin || isSupport(user.role) ? "Teams" : dashboard.teams.length > 1 ? "Your teams" : "Your team",
      sentence: statsSentence(dashboard.club),
      total: dashboard.teams.length,
      lines: dashboard.teams.slice(0, TEAMS_SHOWN).map(({ id, name, ageGroup, gender, ...team }) => ({
        id,
        name,
        group: `${ageGroup} ${gender}`,
        strip: team.stats?.strip ?? "",
        average: team.stats?.average ?? null,
        rated: ratedLabel(team.stats),
        next: team.next
          ? { opponent: opponentLabel(team.next), when: formatGameTime(team.next, timezone, at) }
          : null,
        laterThanRated: team.laterThanRated,
      })),
    },
  };
}

/**
 * Loads the state of the club's subscription (product/billing.md#term) and requests to the club, for administrators.
 */
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

/** Returns 'All games so far: 3 of 5 games rated, 1 of them sealed; 2 perfect.' */
function statsSentence(stats: ClubStats): string {
  const { gamesRated, gamesSealed, gamesCompleted, perfectGames } = stats;
  if (gamesCompleted === 0) return "No game has kicked off yet.";
  return `All games so far: ${count(gamesRated)} of ${pluralize(gamesCompleted, "game")} rated${sealedPart(gamesSealed)}; ${count(perfectGames)} perfect.`;
}
