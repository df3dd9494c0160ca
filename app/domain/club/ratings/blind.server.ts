import { type GameCondition, type GamesBuilder, hasEnded } from "#app/domain/club/games/game-rules.server.ts";
import { BLIND_HOURS, type Viewer } from "./blind.ts";

const HOUR = 3_600_000;

/** `seesAllRatings` of blind.ts in SQL, so that counts and filters give no sealed score away. */
export function seesAllRatings(eb: GamesBuilder, viewer: Viewer, at: Date): GameCondition {
  if (viewer.admin) return eb.and([]);
  const ownRatings = eb
    .selectFrom("ratings")
    .select("ratings.id")
    .whereRef("ratings.game_id", "=", "games.id")
    .where("ratings.given_by", "=", viewer.accountId)
    .where("ratings.given_as", "<>", "admin");
  return eb.or([hasEnded(eb, new Date(at.getTime() - BLIND_HOURS * HOUR)), eb.exists(ownRatings)]);
}
