import fc from "fast-check";
import type { ClubDb, GamesTable, RatingsTable } from "#app/db/club/schema.ts";
import { gameRow } from "./rows.ts";

/** Time at which the generated games are viewed. */
export const at = new Date("2026-11-21T18:00:00.000Z");

export type AnyGame = GamesTable & { ratings: RatingsTable[] };

const HOUR = 3_600_000;
/** Hours before `at` on both sides of every limit: kick-off, a game's end, a day, and 48 hours after either. */
const limits = [0, 2, 24, 50, 72].flatMap((hours) => [hours - 0.001, hours, hours + 0.001]);

/** Generates a game of one of the teams, with any status, around any limit, and with any ratings by these people. */
export function anyGame(...teams: [string, ...string[]]): fc.Arbitrary<AnyGame> {
  const hoursAgo = fc.oneof(fc.constantFrom(...limits), fc.integer({ min: -100, max: 100 }));
  const rating = fc.record({
    side: fc.constantFrom("coach", "manager"),
    given_by: fc.constantFrom("dana", "mona"),
    given_as: fc.constantFrom("head", "manager", "admin"),
    current: fc.boolean(),
  });
  return fc
    .record({
      id: fc.uuid(),
      team_id: fc.constantFrom(...teams),
      hoursAgo,
      time: fc.constantFrom(null, "12:00"),
      status: fc.constantFrom("scheduled", "in-progress", "completed", "cancelled", "rescheduled"),
      isFinal: fc.boolean(),
      ratings: fc.uniqueArray(rating, { maxLength: 2, selector: ({ side }) => side }),
    })
    .map(({ id, team_id, hoursAgo, time, status, isFinal, ratings }) => ({
      ...gameRow(id, team_id, new Date(at.getTime() - hoursAgo * HOUR)),
      ...{ time, status },
      ...(isFinal
        ? {
            final_score: 20,
            agreement: "agreed",
            final_policy: "coach-final",
            finalized_at: at.toISOString(),
          }
        : {}),
      ratings: ratings.map(({ side, given_by, given_as, current }) => ({
        id: `${id}-${side}`,
        game_id: id,
        submission_key: `${id}-${side}`,
        ...{ side, given_by, given_as, given_by_name: given_by },
        score: 20,
        reason: "",
        tags: "[]",
        correction_reason: "",
        saw_other: 0,
        given_at: at.toISOString(),
        superseded_at: current ? null : at.toISOString(),
      })),
    }));
}

export async function writeGames(db: ClubDb, games: readonly AnyGame[]): Promise<void> {
  for (const { ratings, ...game } of games) {
    await db.insertInto("games").values(game).execute();
    if (ratings.length > 0) await db.insertInto("ratings").values(ratings).execute();
  }
}
