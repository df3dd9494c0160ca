import { notFound, requireTeam } from "#app/auth/guards.server.ts";
import { opponentLabel } from "#app/domain/club/games/labels.ts";
import { roleInTeam, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { staffPeriods } from "#app/domain/club/staff/staff.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { teamGames } from "#app/domain/club/stats/team-games.server.ts";
import { findTeamOnPage } from "#app/domain/club/teams/teams.server.ts";
import { dateAt, formatDate, formatGameTime } from "#app/domain/values/times.ts";
import { invitationAddresses } from "#app/journeys/club-events/invitation.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { teamCards } from "#app/routes/club/teams/cards.ts";
import { now } from "#app/runtime/clock.server.ts";
import { viewPeriod, viewSeasonGame } from "./season.ts";

/** A team's page as a member of the club sees it. @throws 404 for an unknown team, 403 for one of others */
export async function loadTeamPage({ control, db, club, user }: ClubContext, teamId: string) {
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
  const [card] = teamCards([team], staff, stats, {
    roleIn: (id) => roleInTeam(user, id) ?? "coach",
    accountId: user.accountId,
    at,
    dayOf: (moment) => dateAt(moment, club.timezone),
    linkOf: await invitationAddresses(control, staff),
  });
  if (!card) throw notFound();
  return {
    card,
    about: [
      ["Created", day(found.createdAt)],
      ["Last activity", day(found.lastActivityAt)],
      ["Status", "Active"],
    ] as [label: string, value: string][],
    periods: card.edits
      ? staffPeriods(found.endedPeriods, staff).map((period) => viewPeriod(period, day))
      : null,
    season: games.season.map((game) => viewSeasonGame(game, today)),
    next: games.next.map((game) => ({
      id: game.id,
      opponent: opponentLabel(game),
      when: formatGameTime(game, club.timezone, at),
      location: game.location,
    })),
  };
}

export type TeamPageData = Awaited<ReturnType<typeof loadTeamPage>>;
