import { type ClubVisit, forbidden, notFound } from "#app/auth/guards.server.ts";
import { managesGamesOf } from "#app/auth/permissions.ts";
import { findGame, type GameOfTeam } from "#app/domain/club/games/games.server.ts";

/** A game that the visitor may change: 404 where the club has no such game, 403 for a team of somebody else's. */
export async function ownGame(visit: ClubVisit, gameId: string | undefined): Promise<GameOfTeam> {
  const game = gameId ? await findGame(visit.db, gameId) : undefined;
  if (!game) throw notFound();
  if (!managesGamesOf(visit.user, game.team_id)) throw forbidden(visit.note, "other team");
  return game;
}
