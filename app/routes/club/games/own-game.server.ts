import { forbidden, notFound } from "#app/auth/guards.server.ts";
import { type FoundGame, findGame } from "#app/domain/club/games/games.server.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** Loads a game that the user may change: 404 if the club has no such game, 403 for another team's. */
export async function ownGame(ctx: ClubContext, gameId: string | undefined): Promise<FoundGame> {
  const game = gameId ? await findGame(ctx.db, gameId) : undefined;
  if (!game) throw notFound();
  if (!managesTeam(ctx.user, game.team_id)) throw forbidden(ctx.note, "other team");
  return game;
}
