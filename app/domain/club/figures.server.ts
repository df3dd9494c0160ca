import { type ExpressionBuilder, sql } from "kysely";
import type { ClubDb, ClubSchema } from "../../db/club/schema.ts";
import { averageOf, STRIP_GAMES, type TeamFigures, TREND_GAMES, trendOfSums } from "./figures.ts";
import type { TeamScope } from "./staff.ts";

/**
 * The figures of the teams in scope at a moment, by team id, in one query; a team without games has zeros.
 * Deleted teams and ids that are not in the file have no entry.
 */
export async function teamFigures(db: ClubDb, scope: TeamScope, at: Date): Promise<Map<string, TeamFigures>> {
  if (scope !== "all" && scope.length === 0) return new Map();
  const rows = await db
    .with("counted", (cte) =>
      cte
        .selectFrom("games")
        .select(["team_id", "date", "final_score"])
        .select([
          sql<string>`case final_score when 20 then 'p' when 10 then 'm' when 0 then 'x' else '-' end`.as(
            "mark",
          ),
          sql<number>`row_number() over (partition by team_id order by starts_at desc, id desc)`.as("back"),
          sql<number>`count(final_score) over (partition by team_id order by starts_at desc, id desc
            rows between unbounded preceding and current row)`.as("rated_back"),
        ])
        .where(countsAt(at))
        .$if(scope !== "all", (query) => query.where("team_id", "in", scope as readonly string[])),
    )
    .with("added", (cte) =>
      cte
        .selectFrom("counted")
        .select("team_id")
        .select([
          sql<number>`coalesce(sum(final_score), 0)`.as("total_score"),
          sql<number>`count(final_score)`.as("rated"),
          sql<number>`count(*)`.as("completed"),
          sql<number>`sum(case final_score when 20 then 1 else 0 end)`.as("perfect"),
          sql<number>`sum(case final_score when 10 then 1 else 0 end)`.as("minor"),
          sql<number>`sum(case final_score when 0 then 1 else 0 end)`.as("major"),
          sql<string>`max(date)`.as("last_date"),
          sumOfRated(1, TREND_GAMES).as("latest"),
          sumOfRated(TREND_GAMES + 1, 2 * TREND_GAMES).as("before"),
          stripOfLatest().as("strip"),
        ])
        .groupBy("team_id"),
    )
    .selectFrom("teams")
    .leftJoin("added", "added.team_id", "teams.id")
    .select(["teams.id", "total_score", "rated", "completed", "perfect", "minor", "major"])
    .select(["last_date", "latest", "before", "strip"])
    .where("teams.deleted_at", "is", null)
    .$if(scope !== "all", (query) => query.where("teams.id", "in", scope as readonly string[]))
    .execute();
  return new Map(
    rows.map((row) => {
      const totalScore = row.total_score ?? 0;
      const ratedGames = row.rated ?? 0;
      const enough = ratedGames >= 2 * TREND_GAMES;
      const figures: TeamFigures = {
        teamId: row.id,
        totalScore,
        ratedGames,
        completedGames: row.completed ?? 0,
        perfectGames: row.perfect ?? 0,
        minorGames: row.minor ?? 0,
        majorGames: row.major ?? 0,
        average: averageOf(totalScore, ratedGames),
        strip: row.strip ?? "",
        lastGameDate: row.last_date,
        trend: enough ? trendOfSums(row.latest ?? 0, row.before ?? 0) : "stable",
      };
      return [row.id, figures];
    }),
  );
}

/** When a coming game starts to count by itself: the earliest kick-off after `at` in UTC, by team id. */
export async function nextKickOffs(db: ClubDb, scope: TeamScope, at: Date): Promise<Map<string, string>> {
  if (scope !== "all" && scope.length === 0) return new Map();
  const rows = await db
    .selectFrom("games")
    .select((eb) => ["team_id", eb.fn.min("starts_at").as("starts_at")])
    .where("starts_at", ">", at.toISOString())
    .where("status", "not in", ["cancelled", "completed"])
    .$if(scope !== "all", (query) => query.where("team_id", "in", scope as readonly string[]))
    .groupBy("team_id")
    .execute();
  return new Map(rows.map((row) => [row.team_id, row.starts_at]));
}

/** `counts` of games.ts in SQL. */
const countsAt = (at: Date) => (eb: ExpressionBuilder<ClubSchema, "games">) =>
  eb.or([
    eb("status", "=", "completed"),
    eb.and([eb("status", "<>", "cancelled"), eb("starts_at", "<=", at.toISOString())]),
  ]);

/** The sum of final scores of the rated games from the `from`th latest to the `to`th latest. */
const sumOfRated = (from: number, to: number) =>
  sql<number>`coalesce(sum(case when rated_back between ${from} and ${to} then final_score end), 0)`;

/** The marks of the latest games, oldest first: one aggregate a place, which any SQL engine can add up. */
const stripOfLatest = () => {
  const places = Array.from({ length: STRIP_GAMES }, (_, i) => STRIP_GAMES - i);
  return sql<string>`${sql.join(
    places.map((place) => sql`coalesce(max(case when back = ${place} then mark end), '')`),
    sql` || `,
  )}`;
};
