import type { GamesTable, RatingsTable } from "#app/db/club/schema.ts";

/** Score of a sideline in a game: 20 perfect, 10 minor issues, 0 major incident (product/ratings.md#rating). */
export type Score = RatingsTable["score"];
/** Best first, as every form offers them. */
export const scores = [20, 10, 0] as const satisfies readonly Score[];

/** Side that a rating is from. A game has at most one current rating of each side. */
export type Side = RatingsTable["side"];
export const sides = ["coach", "manager"] as const satisfies readonly Side[];

/** The capacity in which a rater gives a rating. */
export type RatedAs = RatingsTable["given_as"];

/** Origin of a game's final score; pending while there is none. */
export type Agreement = GamesTable["agreement"];
