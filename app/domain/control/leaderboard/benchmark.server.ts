import type { ControlDb } from "#app/db/control/schema.ts";
import { boardName } from "./boards.ts";

/** Totals of a state's rated games on the leaderboard. */
export interface StateTotals {
  /** Clubs with a rated game: fewer could be worked out one by one. */
  clubs: number;
  ratedGames: number;
  totalScore: number;
  perfectGames: number;
}

/** Loads the totals of a state's clubs that take part, as the boards show them now; null where there are none. */
export async function stateTotals(control: ControlDb, state: string): Promise<StateTotals | null> {
  const board = boardName({ state, ageGroup: null, gender: null });
  const row = await control
    .selectFrom("leaderboard as l")
    .innerJoin("leaderboard_boards as b", "b.snapshot", "l.snapshot")
    .select(["b.rated_clubs as clubs", "b.rated_games as ratedGames", "b.total_score as totalScore"])
    .select("b.perfect_games as perfectGames")
    .where("b.board", "=", board)
    .executeTakeFirst();
  return row ?? null;
}
