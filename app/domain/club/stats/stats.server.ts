import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import type { ClubDb, ClubSchema } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import {
  type GamesBuilder,
  gameCounts,
  hoursFrom,
  isToCome,
} from "#app/domain/club/games/game-rules.server.ts";
import { UNTIMED_GAME_HOURS } from "#app/domain/club/games/game-rules.ts";
import { resultIsSealed } from "#app/domain/club/ratings/seal.server.ts";
import { BLIND_HOURS, EVERYBODY, opensAt, type Viewer } from "#app/domain/club/ratings/seal.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import type { DayCounts } from "#app/domain/values/platform/day-counts.ts";
import { averageOf, type Months, STRIP_GAMES, type TeamStats, TREND_GAMES, trendOf } from "./stats.ts";

interface StatsShape {
  viewer: Pick<Viewer, "admin">;
  all: boolean;
  /** True if two months are counted, too. */
  monthly: boolean;
}

const statsOfTeams = compiled(
  (
    db: ClubDb,
    { teams, at, ...months }: { teams: readonly string[]; at: Date } & Pick<Months, keyof Months>,
    { viewer, all, monthly }: StatsShape,
  ) =>
    db
      .with("totals", (cte) =>
        cte
          .selectFrom("games")
          .select("team_id")
          .select((game) => [
            // Everything else is read off them: whether a result is sealed is expensive, and computed once a game.
            sql<string>`string_agg(${markOf(game, viewer, at)}, '' order by starts_at, id)`.as("marks"),
            sql<string>`max(date)`.as("last_date"),
          ])
          .where((game) => gameCounts(game, at))
          .$if(!all, (query) => query.where("team_id", "in", teams))
          .groupBy("team_id"),
      )
      .selectFrom("teams")
      .leftJoin("totals", "totals.team_id", "teams.id")
      .select(["teams.id", "totals.marks", "last_date"])
      .select((eb) => [
        (monthly ? marksOfMonths(eb, viewer, at, months) : sql<string | null>`null`).as("months"),
        eb.case().when("totals.marks", "is", null).then(firstGame(eb, at)).end().as("first_game"),
      ])
      .where("teams.status", "=", "active")
      .$if(!all, (query) => query.where("teams.id", "in", teams)),
);

/**
 * Computes the stats of the teams in scope at a moment, by team id, in one query, as a viewer may see them
 * (product/ratings.md#blind). A team without games has zeros; deleted and unknown teams have no entry.
 * @param months counts these, too
 */
export async function teamStats(
  db: ClubDb,
  scope: TeamScope,
  { admin }: Pick<Viewer, "admin">,
  at: Date,
  months?: Months,
): Promise<Map<string, TeamStats>> {
  if (scope !== "all" && scope.length === 0) return new Map();
  const all = scope === "all";
  const rows = await statsOfTeams(
    db,
    { teams: all ? [] : scope, at, ...(months ?? NO_MONTHS) },
    { viewer: { admin }, all, monthly: months !== undefined },
  );
  return new Map(
    rows.map((row) => {
      const marks = row.marks ?? "";
      const { p = 0, m = 0, x = 0, s = 0 } = countMarks(marks);
      const totalScore = p * 20 + m * 10;
      const ratedGames = p + m + x;
      const stats: TeamStats = {
        teamId: row.id,
        totalScore,
        ratedGames,
        sealedGames: s,
        completedGames: marks.length,
        perfectGames: p,
        minorGames: m,
        majorGames: x,
        average: averageOf(totalScore, ratedGames),
        strip: marks.slice(-STRIP_GAMES),
        lastGameDate: row.last_date,
        trend: trendOf(latestScores(marks)),
        firstGame: row.first_game === null ? null : asGameDay(row.first_game),
      };
      if (months) stats.months = row.months ?? "";
      return [row.id, stats];
    }),
  );
}

/** Counts each mark of `markOf` in a text. */
function countMarks(marks: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const mark of marks) counts[mark] = (counts[mark] ?? 0) + 1;
  return counts;
}

/** Returns the scores of the latest games with a mark of them, oldest first. */
const latestScores = (marks: string): number[] =>
  [...marks.replaceAll(/[^pmx]/g, "")].slice(-2 * TREND_GAMES).map((mark) => SCORES[mark] ?? 0);

const NO_MONTHS: Months = { now: "", before: "", from: "" };

/** Selects '2026-11-28 09:00', without the time where it is not known; of a team's first game to come. */
const firstGame = (eb: Pick<ExpressionBuilder<ClubSchema, "teams">, "selectFrom">, at: Date) =>
  eb
    .selectFrom("games")
    .select(sql<string>`date || ' ' || coalesce(time, '')`.as("day_and_time"))
    .whereRef("games.team_id", "=", "teams.id")
    .where((game) => isToCome(game, at))
    .orderBy("games.starts_at")
    .limit(1);

function asGameDay(text: string): TeamStats["firstGame"] {
  const [date = "", time = ""] = text.split(" ");
  return { date, time: time || null };
}

const SCORES: Record<string, number> = { p: 20, m: 10, x: 0 };

const kickOffsToCome = compiled(
  (db: ClubDb, { teams, at }: { teams: readonly string[]; at: Date }, { all }: { all: boolean }) =>
    db
      .selectFrom("teams")
      // `order by … limit 1` reads one index entry per team, where `min` over a group would read all of them.
      .select((eb) => [
        "teams.id",
        eb
          .selectFrom("games")
          .select("games.starts_at")
          .whereRef("games.team_id", "=", "teams.id")
          .where((game) => isToCome(game, at))
          .orderBy("games.starts_at")
          .limit(1)
          .as("starts_at"),
      ])
      .$if(!all, (query) => query.where("teams.id", "in", teams)),
);

/** Finds each team's next kick-off after `at`, in UTC: the moment at which its stats change by the clock. */
export async function nextKickOffs(db: ClubDb, scope: TeamScope, at: Date): Promise<Map<string, string>> {
  if (scope !== "all" && scope.length === 0) return new Map();
  const all = scope === "all";
  const rows = await kickOffsToCome(db, { teams: all ? [] : scope, at }, { all });
  return new Map(rows.flatMap(({ id, starts_at }) => (starts_at ? [[id, starts_at]] : [])));
}

const sealedGames = compiled(
  (db: ClubDb, { teams, at }: { teams: readonly string[]; at: Date }, { all }: { all: boolean }) =>
    db
      .selectFrom("games")
      .select(["games.team_id", "games.starts_at", "games.time"])
      .where("games.starts_at", ">", hoursFrom(at, -(BLIND_HOURS + UNTIMED_GAME_HOURS)))
      .where((game) => resultIsSealed(game, EVERYBODY, at))
      .$if(!all, (query) => query.where("games.team_id", "in", teams)),
);

/**
 * Finds when each team's next sealed result opens by the clock: the other moment at which the public stats change
 * without an edit.
 */
export async function nextOpenings(db: ClubDb, scope: TeamScope, at: Date): Promise<Map<string, string>> {
  if (scope !== "all" && scope.length === 0) return new Map();
  const all = scope === "all";
  const sealed = await sealedGames(db, { teams: all ? [] : scope, at }, { all });
  const openings = new Map<string, string>();
  for (const game of sealed) {
    const opens = opensAt(game).toISOString();
    const earliest = openings.get(game.team_id);
    if (!earliest || opens < earliest) openings.set(game.team_id, opens);
  }
  return openings;
}

/**
 * Concatenates the marks of a team's games of two months, as `TeamStats.months` says; it reads only the end of the
 * index.
 */
function marksOfMonths(
  eb: ExpressionBuilder<ClubSchema, "teams">,
  viewer: Pick<Viewer, "admin">,
  at: Date,
  { now, before, from }: Months,
) {
  return eb
    .selectFrom("games")
    .select((game) =>
      sql<string>`string_agg(${markOf(game, viewer, at)} || case when games.date >= ${now} then '1' else '0' end, '')`.as(
        "marks",
      ),
    )
    .whereRef("games.team_id", "=", "teams.id")
    .where("games.starts_at", ">=", from)
    .where("games.date", ">=", before)
    .where((game) => gameCounts(game, at));
}

/** Selects a game's mark: p perfect, m minor, x major, s sealed, - not rated. */
const markOf = (game: GamesBuilder, viewer: Pick<Viewer, "admin">, at: Date) =>
  sql<string>`case when ${resultIsSealed(game, viewer, at)} then 's' else
    case final_score when 20 then 'p' when 10 then 'm' when 0 then 'x' else '-' end end`;

/** Concatenates the marks of a team's latest games until one, oldest first; it reads only the end of the index. */
export function latestMarks(
  eb: Pick<ExpressionBuilder<ClubSchema, "teams">, "selectFrom">,
  viewer: Pick<Viewer, "admin">,
  at: Date,
  games: number,
  until: RawBuilder<boolean>,
) {
  const latest = eb
    .selectFrom("games")
    .select(["games.starts_at", "games.id"])
    .select((game) => markOf(game, viewer, at).as("mark"))
    .whereRef("games.team_id", "=", "teams.id")
    .where((game) => gameCounts(game, at))
    .where(until)
    .orderBy("games.starts_at", "desc")
    .orderBy("games.id", "desc")
    .limit(games);
  return eb
    .selectFrom(latest.as("latest"))
    .select(sql<string>`string_agg(mark, '' order by starts_at, id)`.as("marks"));
}

/** Club's use of the product since a moment (product/billing.md#guarantee). */
export interface ClubUsage {
  ratings: number;
  imports: number;
  agreementsSent: number;
  agreementsSigned: number;
}

/** Counts what a club did, in one query. @param since ISO-8601 UTC; '' for all of its time */
export async function clubUsage(db: ClubDb, since: string): Promise<ClubUsage> {
  const { rows } = await sql<ClubUsage>`select
    (select count(*) from ratings where superseded_at is null and given_at >= ${since}) as ratings,
    (select count(*) from imports where status = 'done' and created_at >= ${since}) as imports,
    (select count(*) from agreements where issue > 0 and sent_at >= ${since}) as "agreementsSent",
    (select count(*) from agreements where signed_at is not null and signed_at >= ${since}) as "agreementsSigned"`.execute(
    db,
  );
  const [usage] = rows;
  if (!usage) throw new Error("A count gave no row");
  return usage;
}

/** Counts a club's new ratings and signed agreements by day (UTC), from a day on. */
export async function dayCounts(db: ClubDb, from: string): Promise<DayCounts[]> {
  const { rows } = await sql<DayCounts>`select day, sum(ratings) as ratings, sum(signed) as signed from (
      select substr(given_at, 1, 10) as day, count(*) as ratings, 0 as signed from ratings
        where superseded_at is null and given_at >= ${from} group by 1
      union all
      select substr(signed_at, 1, 10), 0, count(*) from agreements
        where signed_at is not null and signed_at >= ${from} group by 1) as given
    group by day order by day`.execute(db);
  return rows;
}
