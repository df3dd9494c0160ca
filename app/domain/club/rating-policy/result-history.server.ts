import type { ClubDb, GamesTable, RatingPolicy } from "#app/db/club/schema.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { policyNames } from "./labels.ts";
import { earlierResults } from "./rating-policy.server.ts";

/**
 * 'Final 20 by Fair Dual Scoring; until Sun, Nov 22, 2026 it was 10 by Coach Decides.': a game's result and those
 * before changes of the policy gave it another score, for administrators. null where there was none.
 */
export async function resultHistory(
  db: ClubDb,
  game: Pick<GamesTable, "id" | "final_score" | "final_policy">,
  timezone: string,
): Promise<string | null> {
  const earlier = (await earlierResults(db, game.id)).filter(
    (result) => result.old_score !== result.new_score,
  );
  if (earlier.length === 0) return null;
  const current = said(game.final_score, game.final_policy);
  const before = earlier.map(({ old_score, old_policy, changed_at }, index) => {
    const until = formatDate(dateAt(changed_at, timezone), "");
    return `${index === 0 ? "until" : "before that, until"} ${until} it was ${said(old_score, old_policy)}`;
  });
  return `${game.final_score === null ? "Now" : "Final"} ${current}; ${before.join("; ")}.`;
}

const said = (score: Score | null, policy: RatingPolicy | null) =>
  score === null || policy === null ? "pending" : `${score} by ${policyNames[policy]}`;
