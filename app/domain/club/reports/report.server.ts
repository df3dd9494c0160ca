import { type SqlBool, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/sqlite";
import type { ClubDb } from "#app/db/club/schema.ts";
import {
  gameCounts,
  isOfTeams,
  isToCome,
  withCurrentRatings,
} from "#app/domain/club/games/game-rules.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { resultIsSealed, visibleScore } from "#app/domain/club/ratings/seal.server.ts";
import type { Viewer } from "#app/domain/club/ratings/seal.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { addDays, earliestDay } from "#app/domain/values/days.ts";
import { type TagName, tagNames } from "#app/domain/values/rating-tags.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { type Halves, type TeamMonth, TREND_SCORES } from "./report.ts";
import type { GameKind, ReportSeason } from "./report-filters.ts";

/** Whose games a report is about, when, and who reads it. */
export interface ReportOf {
  scope: TeamScope;
  viewer: Pick<Viewer, "admin">;
  /** YYYY-MM-DD on the club's calendar, both included. */
  from: string;
  to: string;
  timezone: string;
  at: Date;
}

/** Days that the improvement compares with as many before them (product.md#reports). */
const HALF_DAYS = 30;

export interface ReportTeam {
  id: string;
  name: string;
  ageGroup: string;
  archived: boolean;
}

/**
 * What reports can be about, in one query: the teams in scope, by name (archived ones keep their place in reports,
 * product.md#teams), and the club's seasons, the latest first.
 */
export async function reportChoices(
  db: ClubDb,
  scope: TeamScope,
): Promise<{ teams: ReportTeam[]; seasons: ReportSeason[] }> {
  const teams = db
    .selectFrom("teams")
    .select(["id", "name", "age_group as ageGroup", "status"])
    .where("status", "<>", "deleted")
    .$if(scope !== "all", (query) => query.where("id", "in", [...(scope as readonly string[]), ""]))
    .orderBy("name")
    .orderBy("id");
  const seasons = db
    .selectFrom("seasons")
    .select([
      "id",
      "name",
      "starts_on as from",
      "ends_on as to",
      "planned_games as plannedGames",
      "all_teams as allTeams",
      sql<string>`(select json_group_array(season_teams.team_id) from season_teams
        where season_teams.season_id = seasons.id)`.as("listed"),
    ])
    .orderBy("starts_on", "desc")
    .orderBy("id");
  const row = await db
    .selectNoFrom([jsonArrayFrom(teams).as("teams"), jsonArrayFrom(seasons).as("seasons")])
    .executeTakeFirstOrThrow();
  const read = <Rows>(text: Rows) => JSON.parse(text as unknown as string) as Rows;
  return {
    teams: read(row.teams).map(({ status, ...team }) => ({ ...team, archived: status === "archived" })),
    seasons: read(row.seasons).map(({ allTeams, listed, ...season }) => ({
      ...season,
      teamIds: allTeams === 1 ? null : (JSON.parse(listed) as string[]),
    })),
  };
}

/** The games that count between two days, of the teams in scope, with what the reader may see of their results. */
function gamesBetween(db: ClubDb, { scope, viewer, timezone, at }: ReportOf, from: string, to: string) {
  return (
    db
      .selectFrom("games")
      .innerJoin("teams", "teams.id", "games.team_id")
      .where("teams.status", "<>", "deleted")
      // By moment, so that an index finds them.
      .where("games.starts_at", ">=", momentOf(from, null, timezone))
      .where("games.starts_at", "<", momentOf(addDays(to, 1), null, timezone))
      .where((game) => gameCounts(game, at))
      .$if(scope !== "all", (query) => query.where(isOfTeams(scope as readonly string[])))
      .select((game) => [
        visibleScore(game, viewer, at).as("score"),
        resultIsSealed(game, viewer, at).as("sealed"),
      ])
  );
}

/**
 * The games of a report by team and month, and the two halves that its improvement compares, in one query
 * (product.md#reports).
 */
export async function tallies(
  db: ClubDb,
  of: ReportOf,
): Promise<{
  months: TeamMonth[];
  halves: Halves;
  /** Games of the report's days that are still to come. */
  toCome: number;
}> {
  if (of.scope !== "all" && of.scope.length === 0) return { months: [], halves: halvesOf([]), toCome: 0 };
  const { from, to } = of;
  const today = dateAt(of.at, of.timezone);
  const end = earliestDay(to, today);
  const middle = addDays(end, -HALF_DAYS);
  const start = addDays(end, 1 - 2 * HALF_DAYS);
  const counting = gamesBetween(db, of, earliestDay(from, start), to)
    .select(["games.team_id", "games.date"])
    .select(sql<SqlBool>`games.date >= ${from}`.as("inside"))
    .select(sql<SqlBool>`games.date > ${middle} and games.date <= ${end}`.as("recent"))
    .select(sql<SqlBool>`games.date >= ${start} and games.date <= ${middle}`.as("before"));
  const rows = await db
    .with("counted", () => counting)
    .selectFrom("counted")
    .select(["team_id as teamId", sql<string>`substr(date, 1, 7)`.as("month")])
    .select(gamesToCome(db, of).as("toCome"))
    .select([
      sql<number>`sum(case when inside then 1 else 0 end)`.as("played"),
      sql<number>`sum(case when inside and score is not null then 1 else 0 end)`.as("rated"),
      sql<number>`sum(case when inside and sealed then 1 else 0 end)`.as("sealed"),
      sql<number>`sum(case when inside then coalesce(score, 0) else 0 end)`.as("points"),
      sql<number>`sum(case when inside and score = 20 then 1 else 0 end)`.as("perfect"),
      sql<number>`sum(case when inside and score = 10 then 1 else 0 end)`.as("minor"),
      sql<number>`sum(case when inside and score = 0 then 1 else 0 end)`.as("major"),
      sql<string>`max(case when inside then date else '' end)`.as("lastGame"),
      sql<number>`sum(case when recent and score is not null then 1 else 0 end)`.as("recentRated"),
      sql<number>`sum(case when recent then coalesce(score, 0) else 0 end)`.as("recentPoints"),
      sql<number>`sum(case when before and score is not null then 1 else 0 end)`.as("beforeRated"),
      sql<number>`sum(case when before then coalesce(score, 0) else 0 end)`.as("beforePoints"),
    ])
    .groupBy(["team_id", sql`substr(date, 1, 7)`])
    .execute();
  const months = rows.map(
    ({ recentRated, recentPoints, beforeRated, beforePoints, toCome, ...month }): TeamMonth => month,
  );
  const toCome = rows[0]?.toCome ?? 0;
  return { months: months.filter(({ played }) => played > 0), halves: halvesOf(rows), toCome };
}

/** How many games of a report's days are still to come, as a subquery. */
const gamesToCome = (db: ClubDb, { scope, from, to, timezone, at }: ReportOf) =>
  db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(sql<number>`count(*)`.as("n"))
    .where("teams.status", "<>", "deleted")
    .where("games.starts_at", ">=", momentOf(from, null, timezone))
    .where("games.starts_at", "<", momentOf(addDays(to, 1), null, timezone))
    .where((game) => isToCome(game, at))
    .$if(scope !== "all", (query) => query.where(isOfTeams(scope as readonly string[])));

type HalfRow = Record<"recentRated" | "recentPoints" | "beforeRated" | "beforePoints", number>;

function halvesOf(rows: readonly HalfRow[]): Halves {
  const sum = (name: keyof HalfRow) => rows.reduce((total, row) => total + row[name], 0);
  return {
    recent: { rated: sum("recentRated"), points: sum("recentPoints") },
    before: { rated: sum("beforeRated"), points: sum("beforePoints") },
  };
}

/** Each team's latest open final scores of a report, oldest first, as many as its trend needs. */
export async function latestScores(db: ClubDb, of: ReportOf): Promise<Map<string, number[]>> {
  if (of.scope !== "all" && of.scope.length === 0) return new Map();
  const counting = gamesBetween(db, of, of.from, of.to).select([
    "games.team_id",
    "games.starts_at",
    "games.id",
  ]);
  const rows = await db
    .with("counted", () => counting)
    .with("latest", (cte) =>
      cte
        .selectFrom("counted")
        .select(["team_id", "starts_at", "id", "score"])
        .select(
          sql<number>`row_number() over (partition by team_id order by starts_at desc, id desc)`.as("place"),
        )
        .where("score", "is not", null),
    )
    .selectFrom("latest")
    .select("team_id as teamId")
    .select(sql<string>`string_agg(cast(score as text), ' ' order by starts_at, id)`.as("scores"))
    .where("place", "<=", TREND_SCORES)
    .groupBy("team_id")
    .execute();
  return new Map(rows.map(({ teamId, scores }) => [teamId, scores.split(" ").map(Number)]));
}

/** In how many of a report's open games a tag was given, by team and by where they were played. */
export interface TagRow {
  teamId: string;
  homeAway: "home" | "away";
  /** Games with an open final score. */
  games: number;
  tags: Record<TagName, number>;
}

/** Counts the tags of the ratings that stand, a game once for each, by one side or both (product.md#tags). */
export async function tagCounts(db: ClubDb, of: ReportOf): Promise<TagRow[]> {
  if (of.scope !== "all" && of.scope.length === 0) return [];
  const counting = withCurrentRatings(
    gamesBetween(db, of, of.from, of.to).select(["games.team_id", "games.home_away"]),
  ).select(["coach.tags as coachTags", "manager.tags as managerTags"]);
  // Few sets of tags are given, so that reading them here costs less than ten comparisons a game there.
  const sets = await db
    .with("counted", () => counting)
    .selectFrom("counted")
    .select(["team_id as teamId", "home_away as homeAway", "coachTags", "managerTags"])
    .select(sql<number>`count(*)`.as("games"))
    .where("score", "is not", null)
    .groupBy(["team_id", "home_away", "coachTags", "managerTags"])
    .execute();
  const rows = new Map<string, TagRow>();
  for (const { teamId, homeAway, coachTags, managerTags, games } of sets) {
    const row = rows.get(`${teamId} ${homeAway}`) ?? { teamId, homeAway, games: 0, tags: noTags() };
    rows.set(`${teamId} ${homeAway}`, row);
    row.games += games;
    const given = new Set([...tagsIn(coachTags), ...tagsIn(managerTags)]);
    for (const name of tagNames) if (given.has(name)) row.tags[name] += games;
  }
  return [...rows.values()];
}

const noTags = () => Object.fromEntries(tagNames.map((name) => [name, 0])) as Record<TagName, number>;
const tagsIn = (tags: string | null) => (tags === null ? [] : (JSON.parse(tags) as string[]));

/** How far both sides' first ratings of a game lie apart, in steps of 10 points: how many games by step. */
export interface Agreement {
  same: number;
  oneStep: number;
  twoSteps: number;
}

/**
 * Compares what coach and manager said before either could see the other's (product.md#blind): the first version of
 * each side, not an administrator's, and none that was given after seeing the other. For administrators only.
 */
export async function raterAgreement(db: ClubDb, of: ReportOf): Promise<Agreement> {
  const first = (side: "coach" | "manager") => sql<Score | null>`(
    select ratings.score from ratings where ratings.game_id = games.id and ratings.side = ${side}
      and ratings.given_as <> 'admin' and ratings.saw_other = 0
    order by ratings.given_at, ratings.id limit 1)`;
  const counting = gamesBetween(db, of, of.from, of.to).select([
    first("coach").as("coach"),
    first("manager").as("manager"),
  ]);
  const row = await db
    .with("counted", () => counting)
    .selectFrom("counted")
    .select([
      sql<number>`coalesce(sum(case when coach = manager then 1 else 0 end), 0)`.as("same"),
      sql<number>`coalesce(sum(case abs(coach - manager) when 10 then 1 else 0 end), 0)`.as("oneStep"),
      sql<number>`coalesce(sum(case abs(coach - manager) when 20 then 1 else 0 end), 0)`.as("twoSteps"),
    ])
    .where("score", "is not", null)
    .executeTakeFirstOrThrow();
  return row;
}

/** A game of a report, as its list and its download show it (product.md#reports). */
export interface ReportGame {
  id: string;
  date: string;
  time: string | null;
  teamId: string;
  teamName: string;
  opponent: string;
  homeAway: "home" | "away";
  location: string;
  /** null also while they are sealed for the reader. */
  coachScore: Score | null;
  managerScore: Score | null;
  finalScore: Score | null;
  sealed: boolean;
}

/**
 * The games behind a figure of a report, newest first, a page of them, and how many there are.
 * @param page from 0; without `size` all of them
 */
export async function reportGames(
  db: ClubDb,
  of: ReportOf,
  kind: GameKind,
  { page = 0, size }: { page?: number; size?: number } = {},
): Promise<{ total: number; games: ReportGame[] }> {
  if (of.scope !== "all" && of.scope.length === 0) return { total: 0, games: [] };
  const counting = withCurrentRatings(
    gamesBetween(db, of, of.from, of.to).select([
      "games.id",
      "games.date",
      "games.time",
      "games.starts_at",
      "games.team_id as teamId",
      "teams.name as teamName",
      "games.opponent",
      "games.home_away as homeAway",
      "games.location",
    ]),
  ).select([
    "coach.score as coachScore",
    "manager.score as managerScore",
    sql<SqlBool>`games.final_score is not null`.as("hasFinal"),
  ]);
  const rows = await db
    .with("counted", () => counting)
    .selectFrom("counted")
    .selectAll()
    .select(sql<number>`count(*) over ()`.as("total"))
    .$if(kind === "rated", (query) => query.where("score", "is not", null))
    .$if(kind === "sealed", (query) => query.where(sql<SqlBool>`sealed`))
    .$if(kind === "unrated", (query) => query.where(sql<SqlBool>`not "hasFinal"`))
    .$if(kind === "20" || kind === "10" || kind === "0", (query) =>
      query.where("score", "=", Number(kind) as Score),
    )
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .$if(size !== undefined, (query) => query.limit(size as number).offset(page * (size as number)))
    .execute();
  return {
    total: rows[0]?.total ?? 0,
    games: rows.map(({ total, starts_at, hasFinal, score, coachScore, managerScore, ...game }) => {
      // Without a final score a side's rating may still be blind to the other.
      const open = score !== null;
      return {
        ...game,
        sealed: Boolean(game.sealed),
        finalScore: score,
        coachScore: open ? coachScore : null,
        managerScore: open ? managerScore : null,
      };
    }),
  };
}
