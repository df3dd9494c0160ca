import { notFound, requireTeam } from "#app/auth/guards.server.ts";
import { firstGameLabel, opponentLabel } from "#app/domain/club/games/labels.ts";
import { roleInTeam, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { staffPeriods } from "#app/domain/club/staff/staff.ts";
import { ROLLING_GAMES, seasonAnswer } from "#app/domain/club/stats/season.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { teamGames } from "#app/domain/club/stats/team-games.server.ts";
import { findTeamOnPage } from "#app/domain/club/teams/teams.server.ts";
import { dateAt, formatDate, formatGameTime } from "#app/domain/values/times.ts";
import { invitationAddresses } from "#app/journeys/club-events/invitation.server.ts";
import type { ClubOrSupportContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { teamCard } from "./card.ts";
import { viewPeriod, viewSeasonGame } from "./season.ts";

/**
 * Loads a team's page as a member of the club sees it.
 * @throws 404 for an unknown team, 403 for another's
 */
export async function loadTeamPage({ control, db, club, user }: ClubOrSupportContext, teamId: string) {
  const found = await findTeamOnPage(db, teamId);
  if (!found) throw notFound();
  const { team } = found;
  requireTeam(user, team.id);
  const at = now();
  const [staff, stats, games] = await Promise.all([
    staffOf(db, [team.id]),
    teamStats(db, [team.id], viewerOf(user), at),
    teamGames(db, team.id, user, at),
  ]);
  const today = dateAt(at, club.timezone);
  const day = (moment: string) => formatDate(dateAt(moment, club.timezone), today);
  const card = teamCard(team, staff, stats.get(team.id), {
    role: roleInTeam(user, team.id) ?? "coach",
    accountId: user.accountId,
    at,
    dayOf: (moment) => dateAt(moment, club.timezone),
    linkOf: await invitationAddresses(control, staff),
  });
  const [first] = games.next;
  const scores = games.season.flatMap(({ score }) => (score === null ? [] : [score]));
  return {
    card,
    answer: { sentence: seasonAnswer(scores), charted: scores.length >= ROLLING_GAMES },
    about: [
      ["Created", day(found.createdAt)],
      ["Last activity", day(found.lastActivityAt)],
      ["Status", "Active"],
    ] as [label: string, value: string][],
    periods: card.edits
      ? staffPeriods(found.endedPeriods, staff).map((period) => viewPeriod(period, day))
      : null,
    season: games.season.map((game) => viewSeasonGame(game, today)),
    /** Next step of a team that has not played yet. */
    firstGame: games.season.length === 0 && first ? firstGameLabel(first, today) : null,
    next: games.next.map((game) => ({
      id: game.id,
      opponent: opponentLabel(game),
      when: formatGameTime(game, club.timezone, at),
      location: game.location,
    })),
  };
}

export type TeamPageData = Awaited<ReturnType<typeof loadTeamPage>>;
