import { type RawBuilder, sql } from "kysely";
import { DRAWN_GAMES } from "./ranking.ts";

/**
 * The order of `standings` on every board: ranked teams as `compareRank` sorts them, then the others, most rated games
 * first. A test holds both to the same order.
 */
export function rankOrder(mean: number): RawBuilder<unknown> {
  return sql`ranked desc,
    case when ranked = 1 then (total_score + ${DRAWN_GAMES * mean}) / (rated_games + ${DRAWN_GAMES})
      else rated_games end desc,
    perfect_games desc, rated_games desc, team_name, team_id`;
}
