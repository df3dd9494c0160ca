import { type RawBuilder, sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import { type GameCondition, type GamesBuilder, hasEnded } from "#app/domain/club/games/game-rules.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import type { Score } from "./ratings.ts";
import { BLIND_HOURS, type Viewer } from "./seal.ts";

/**
 * Matches like `isSealed` of seal.ts, in SQL, for queries over `games`. The time comes first, so that only the games of
 * the last days look up their ratings and staff.
 */
export function isSealed(eb: GamesBuilder, at: Date): GameCondition {
  const onlyRating = eb
    .selectFrom("ratings as only")
    .select("only.id")
    .whereRef("only.game_id", "=", "games.id")
    .where("only.superseded_at", "is", null)
    .where(({ exists, not, selectFrom }) => {
      const otherRating = selectFrom("ratings as other")
        .select("other.id")
        .whereRef("other.game_id", "=", "games.id")
        .whereRef("other.side", "<>", "only.side")
        .where("other.superseded_at", "is", null);
      return not(exists(otherRating));
    })
    .where(({ exists, selectFrom }) => {
      const blindRater = selectFrom("staff")
        .select("staff.id")
        .whereRef("staff.team_id", "=", "games.team_id")
        .whereRef("staff.role", "<>", "only.side")
        .where("staff.status", "=", "active")
        .whereRef("staff.account_id", "<>", "only.given_by");
      return exists(blindRater);
    });
  return eb.and([
    eb.not(hasEnded(eb, new Date(at.getTime() - BLIND_HOURS * HOUR_MS))),
    eb.exists(onlyRating),
  ]);
}

/** Matches games whose result exists but is sealed for the viewer. */
export function resultIsSealed(eb: GamesBuilder, viewer: Pick<Viewer, "admin">, at: Date): GameCondition {
  if (viewer.admin) return eb.or([]);
  return eb.and([eb("games.final_score", "is not", null), isSealed(eb, at)]);
}

/** Selects a game's final score for a viewer; null if it has none or is sealed. */
export function visibleScore(
  eb: GamesBuilder,
  viewer: Pick<Viewer, "admin">,
  at: Date,
): RawBuilder<Score | null> {
  return sql`case when ${resultIsSealed(eb, viewer, at)} then null else games.final_score end`;
}

/** Loads the fields of a team's active staff that decide what is sealed. */
export const teamRaters = compiled((db: ClubDb, { teamId }: { teamId: string }) =>
  db
    .selectFrom("staff")
    .select(["role as side", "account_id as accountId"])
    .where("team_id", "=", teamId)
    .where("status", "=", "active")
    .where("account_id", "is not", null)
    .$narrowType<{ accountId: string }>(),
);
