import { notFound, requireTeam } from "#app/auth/guards.server.ts";
import { opponentLabel } from "#app/domain/club/games/labels.ts";
import { viewerOf } from "#app/domain/club/staff/club-user.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { teamGames } from "#app/domain/club/teams/team-games.server.ts";
import { findTeam } from "#app/domain/club/teams/teams.server.ts";
import { dateAt, formatGameTime } from "#app/domain/values/times.ts";
import { invitationAddresses } from "#app/journeys/club-events/invitation-address.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { teamCards } from "#app/routes/club/teams/cards.ts";
import { now } from "#app/runtime/clock.server.ts";
import { viewSeasonGame } from "./season.ts";

/** A team's page as a member of the club sees it. @throws 404 for an unknown team, 403 for one of others */
export async function loadTeamPage({ control, db, club, user }: ClubContext, teamId: string) {
  const team = await findTeam(db, teamId);
  if (!team) throw notFound();
  requireTeam(user, team.id);
  const at = now();
  const [staff, stats, games] = await Promise.all([
    staffOf(db, [team.id]),
    teamStats(db, [team.id], viewerOf(user), at),
    teamGames(db, team.id, user, at),
  ]);
  const [card] = teamCards([team], staff, stats, {
    role: user.role,
    accountId: user.accountId,
    at,
    dayOf: (moment) => dateAt(moment, club.timezone),
    linkOf: await invitationAddresses(control, staff),
  });
  if (!card) throw notFound();
  return {
    card,
    season: games.season.map((game) => viewSeasonGame(game, dateAt(at, club.timezone))),
    next: games.next.map((game) => ({
      id: game.id,
      opponent: opponentLabel(game),
      when: formatGameTime(game, club.timezone, at),
      location: game.location,
    })),
  };
}

export type TeamPageData = Awaited<ReturnType<typeof loadTeamPage>>;
