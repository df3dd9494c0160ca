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
import { addDays, daysOfMonth, earliestDay, latestDay } from "#app/domain/values/days.ts";
import { sortByName } from "#app/domain/values/names.ts";
import {
  tags as allTags,
  type TagGroup,
  type TagName,
  tagGroups,
  tagNames,
} from "#app/domain/values/rating-tags.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { type Halves, type HourTally, type TeamMonth, TREND_SCORES } from "./report.ts";
import { type GameKind, type GamePick, type ReportSeason, raterGaps } from "./report-filters.ts";

/** Games of a report, its days, and its reader. */
export interface ReportOf {
  scope: TeamScope;
  viewer: Pick<Viewer, "admin">;
  /** YYYY-MM-DD on the club's calendar, both included. */
  from: string;
  to: string;
  timezone: string;
  at: Date;
}

/** Days that the improvement compares with as many before them (product/reports.md#reports). */
const HALF_DAYS = 30;

export interface ReportTeam {
  id: string;
  name: string;
  ageGroup: string;
  archived: boolean;
}

/**
 * Lists the possible subjects of reports, in one query: the teams in scope, by name (archived ones stay in reports,
 * product/teams.md#teams), and the club's seasons, the latest first.
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
      sql<string>`(select cast(json_group_array(season_teams.team_id) as text) from season_teams
        where season_teams.season_id = seasons.id)`.as("listed"),
    ])
    .orderBy("starts_on", "desc")
    .orderBy("id");
  const row = await db
    .selectNoFrom([jsonArrayFrom(teams).as("teams"), jsonArrayFrom(seasons).as("seasons")])
    .executeTakeFirstOrThrow();
  const read = <Rows>(text: Rows) => JSON.parse(text as unknown as string) as Rows;
  return {
    teams: sortByName(read(row.teams), ({ name }) => name).map(({ status, ...team }) => ({
      ...team,
      archived: status === "archived",
    })),
    seasons: read(row.seasons).map(({ allTeams, listed, ...season }) => ({
      ...season,
      teamIds: allTeams === 1 ? null : (JSON.parse(listed) as string[]),
    })),
  };
}

/** Loads the teams in scope alone. */
export const reportTeams = async (db: ClubDb, scope: TeamScope): Promise<ReportTeam[]> =>
  (await reportChoices(db, scope)).teams;

/** Loads the games of the teams in scope that count between two days, with results that the reader may see. */
function gamesBetween(db: ClubDb, { scope, viewer, timezone, at }: ReportOf, from: string, to: string) {
  return (
    db
      .selectFrom("games")
      .innerJoin("teams", "teams.id", "games.team_id")
      .where("teams.status", "<>", "deleted")
      // The condition is on the moment, so that an index serves it.
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

/** Returns the first and last days of the 30 up to a report's end, or to today, and of the 30 before them. */
function halfDays({ to, timezone, at }: ReportOf): Record<"recent" | "before", [from: string, to: string]> {
  const end = earliestDay(to, dateAt(at, timezone));
  const middle = addDays(end, -HALF_DAYS);
  return { recent: [addDays(middle, 1), end], before: [addDays(middle, 1 - HALF_DAYS), middle] };
}

/** The season that a report's is compared with. */
export type Against = Pick<ReportOf, "scope" | "from" | "to">;

/**
 * Loads the games of a report by team and month, the two halves that its improvement compares, those of the season that
 * it is compared with by team, and for administrators how far raters agree, in one query (product/reports.md#reports).
 */
export async function tallies(
  db: ClubDb,
  of: ReportOf,
  against: Against | null = null,
): Promise<{ months: TeamMonth[]; halves: Halves; against: TeamMonth[]; agreement: Agreement | null }> {
  if (of.scope !== "all" && of.scope.length === 0)
    return { months: [], halves: NO_HALVES, against: [], agreement: agreementOf([], of) };
  const { from, to } = of;
  const { recent, before } = halfDays(of);
  const other = against && (against.scope === "all" || against.scope.length > 0) ? against : null;
  const gamesOf = (first: string, last: string, whose = of) =>
    gamesBetween(db, whose, first, last).select([
      "games.team_id",
      "games.date",
      "games.tag_bits",
      "games.rater_gap",
    ]);
  const rows = await db
    .with("counted", () => gamesOf(from, to))
    .with("halves", () => gamesOf(before[0], recent[1]))
    // Without a season to compare with, an empty range of the index.
    .with("against", () =>
      other ? gamesOf(other.from, other.to, { ...of, ...other }) : gamesOf(addDays(to, 1), to),
    )
    .selectFrom("counted")
    .select(["team_id as teamId", sql<string>`substr(date, 1, 7)`.as("month")])
    .select(SUMS)
    .groupBy(["team_id", sql`substr(date, 1, 7)`])
    .unionAll((eb) =>
      eb
        .selectFrom("halves")
        .select([
          sql<string>`''`.as("teamId"),
          sql<string>`iif(date >= ${recent[0]}, 'recent', 'before')`.as("month"),
        ])
        .select(SUMS)
        .groupBy("month"),
    )
    .unionAll((eb) =>
      eb
        .selectFrom("against")
        .select(["team_id as teamId", sql<string>`'against'`.as("month")])
        .select(SUMS)
        .groupBy("team_id"),
    )
    .execute();
  const months = rows.filter(({ teamId, month }) => teamId !== "" && month !== "against");
  const half = (name: string) => {
    const { rated = 0, points = 0 } = rows.find(({ month }) => month === name) ?? {};
    return { rated, points };
  };
  return {
    months: months.map(teamMonthOf),
    halves: { recent: half("recent"), before: half("before") },
    against: rows.filter(({ month }) => month === "against").map(teamMonthOf),
    agreement: agreementOf(months, of),
  };
}

function teamMonthOf<Row extends Omit<TeamMonth, "minor" | "major"> & Compared>(row: Row): TeamMonth {
  const { compared: _, steps: __, twoSteps: ___, ...month } = row;
  const minor = (month.points - 20 * month.perfect) / 10;
  return { ...month, minor, major: month.rated - month.perfect - minor };
}

/** Columns of a row about the raters' agreement. */
interface Compared {
  compared: number;
  steps: number;
  twoSteps: number;
}

const NO_HALVES: Halves = { recent: { rated: 0, points: 0 }, before: { rated: 0, points: 0 } };

/** Counts the games of a report's days that are in the future. */
export async function gamesToCome(db: ClubDb, { scope, from, to, timezone, at }: ReportOf): Promise<number> {
  const { n } = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(sql<number>`count(*)`.as("n"))
    .where("teams.status", "<>", "deleted")
    .where("games.starts_at", ">=", momentOf(from, null, timezone))
    .where("games.starts_at", "<", momentOf(addDays(to, 1), null, timezone))
    .where((game) => isToCome(game, at))
    .$if(scope !== "all", (query) => query.where(isOfTeams(scope as readonly string[])))
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns the bits of a group's tags in a game's `tag_bits`. */
function groupBits(group: TagGroup): number {
  return allTags.reduce((bits, tag, index) => (tag.group === group ? bits | (1 << index) : bits), 0);
}

/** In how many of the games with an open result something of each group of tags was noted. */
const GROUP_SUMS = tagGroups.map((group) =>
  sql<number>`sum(score is not null and tag_bits & ${sql.lit(groupBits(group))} <> 0)`.as(group),
);

/** Sums over games; minor and major ones follow from the points. */
const SUMS = [
  sql<number>`count(*)`.as("played"),
  sql<number>`count(score)`.as("rated"),
  sql<number>`sum(sealed)`.as("sealed"),
  sql<number>`coalesce(sum(score), 0)`.as("points"),
  sql<number>`coalesce(sum(score = 20), 0)`.as("perfect"),
  sql<string>`max(date)`.as("lastGame"),
  sql<number>`count(iif(score is not null, rater_gap, null))`.as("compared"),
  sql<number>`coalesce(sum(iif(score is not null, rater_gap, 0)), 0)`.as("steps"),
  sql<number>`coalesce(sum(score is not null and rater_gap = 2), 0)`.as("twoSteps"),
  ...GROUP_SUMS,
];

/** Games by the gap between both sides' first ratings, in steps of 10 points. */
export interface Agreement {
  same: number;
  oneStep: number;
  twoSteps: number;
}

/**
 * Compares what coach and manager said before either could see the other's (product/ratings.md#blind): the first
 * version of each side, not an administrator's, and none that was given after seeing the other. For administrators
 * only.
 */
function agreementOf(rows: readonly Compared[], { viewer }: ReportOf): Agreement | null {
  if (!viewer.admin) return null;
  const sum = (name: "compared" | "steps" | "twoSteps") => rows.reduce((total, row) => total + row[name], 0);
  const twoSteps = sum("twoSteps");
  const oneStep = sum("steps") - 2 * twoSteps;
  return { same: sum("compared") - oneStep - twoSteps, oneStep, twoSteps };
}

/** Loads each team's latest open final scores of a report, oldest first, as many as its trend needs. */
export async function latestScores(db: ClubDb, of: ReportOf): Promise<Map<string, number[]>> {
  if (of.scope !== "all" && of.scope.length === 0) return new Map();
  const { scope, viewer, from, to, timezone, at } = of;
  // Team by team, so that an index leads straight to the latest games of each.
  const rows = await db
    .selectFrom("teams")
    .select("teams.id as teamId")
    .select((team) =>
      team
        .selectFrom((eb) =>
          eb
            .selectFrom("games")
            .select((game) => ["starts_at", "id", visibleScore(game, viewer, at).as("score")])
            .whereRef("games.team_id", "=", "teams.id")
            .where("starts_at", ">=", momentOf(from, null, timezone))
            .where("starts_at", "<", momentOf(addDays(to, 1), null, timezone))
            .where((game) => gameCounts(game, at))
            .where("final_score", "is not", null)
            .where((game) => game.not(resultIsSealed(game, viewer, at)))
            .orderBy("starts_at", "desc")
            .orderBy("id", "desc")
            .limit(TREND_SCORES)
            .as("latest"),
        )
        .select(sql<string | null>`string_agg(cast(score as text), ' ' order by starts_at, id)`.as("scores"))
        .as("scores"),
    )
    .where("status", "<>", "deleted")
    .$if(scope !== "all", (query) => query.where("id", "in", scope as readonly string[]))
    .execute();
  return new Map(
    rows.flatMap(({ teamId, scores }) => (scores ? [[teamId, scores.split(" ").map(Number)]] : [])),
  );
}

/** Number of a report's open games with a tag, by team and by where they were played. */
export interface TagRow {
  teamId: string;
  homeAway: "home" | "away";
  /** Games with an open final score. */
  games: number;
  tags: Record<TagName, number>;
}

/** Counts the tags of the current ratings, a game once for each, by one side or both (product/ratings.md#tags). */
export async function tagCounts(db: ClubDb, of: ReportOf): Promise<TagRow[]> {
  if (of.scope !== "all" && of.scope.length === 0) return [];
  const counting = gamesBetween(db, of, of.from, of.to).select([
    "games.team_id",
    "games.home_away",
    "games.tag_bits",
  ]);
  // Few sets of tags are given, so that reading them here costs less than ten comparisons a game there.
  const sets = await db
    .with("counted", () => counting)
    .selectFrom("counted")
    .select(["team_id as teamId", "home_away as homeAway", "tag_bits as bits"])
    .select(sql<number>`count(*)`.as("games"))
    .where("score", "is not", null)
    .groupBy(["team_id", "home_away", "tag_bits"])
    .execute();
  const rows = new Map<string, TagRow>();
  for (const { teamId, homeAway, bits, games } of sets) {
    const row = rows.get(`${teamId} ${homeAway}`) ?? { teamId, homeAway, games: 0, tags: noTags() };
    rows.set(`${teamId} ${homeAway}`, row);
    row.games += games;
    for (const [index, name] of tagNames.entries()) if ((bits ?? 0) & (1 << index)) row.tags[name] += games;
  }
  return [...rows.values()];
}

const noTags = () => Object.fromEntries(tagNames.map((name) => [name, 0])) as Record<TagName, number>;

/** Loads the open results by weekday and hour of their kick-off on the club's clock, of games that have a time. */
export async function hourTallies(db: ClubDb, of: ReportOf): Promise<HourTally[]> {
  if (of.scope !== "all" && of.scope.length === 0) return [];
  const counting = gamesBetween(db, of, of.from, of.to)
    .select(["games.date", "games.time", "games.tag_bits"])
    .where("games.time", "is not", null);
  return db
    .with("counted", () => counting)
    .selectFrom("counted")
    .select([
      sql<number>`cast(strftime('%w', date) as integer)`.as("weekday"),
      sql<number>`cast(substr(time, 1, 2) as integer)`.as("hour"),
      sql<number>`count(*)`.as("rated"),
      sql<number>`sum(score = 20)`.as("perfect"),
    ])
    .select(GROUP_SUMS)
    .where("score", "is not", null)
    .groupBy(["weekday", "hour"])
    .orderBy("weekday")
    .orderBy("hour")
    .execute();
}

/** The rated games of a team against an opponent. */
export interface OpponentTally {
  opponent: string;
  rated: number;
  points: number;
  perfect: number;
}

/** Loads the open results by opponent, those with the most points lost first, at most `limit`. */
export async function opponentTallies(db: ClubDb, of: ReportOf, limit: number): Promise<OpponentTally[]> {
  if (of.scope !== "all" && of.scope.length === 0) return [];
  const counting = gamesBetween(db, of, of.from, of.to).select("games.opponent");
  return db
    .with("counted", () => counting)
    .selectFrom("counted")
    .select(["opponent", sql<number>`count(*)`.as("rated")])
    .select([sql<number>`sum(score)`.as("points"), sql<number>`sum(score = 20)`.as("perfect")])
    .where("score", "is not", null)
    .groupBy("opponent")
    .orderBy(sql`sum(20 - score)`, "desc")
    .orderBy("opponent")
    .limit(limit)
    .execute();
}

const isScore = (kind: GameKind) => kind === "20" || kind === "10" || kind === "0";

/** Returns the bits in `tag_bits` of a tag or of a group of them. */
const bitsOf = (noted: TagName | TagGroup): number =>
  tagGroups.some((group) => group === noted)
    ? groupBits(noted as TagGroup)
    : 1 << tagNames.indexOf(noted as TagName);

/** Returns the days of the games that a figure is about. */
function daysOfPick(of: ReportOf, { month, half }: GamePick): [from: string, to: string] {
  if (half) return halfDays(of)[half];
  if (!month) return [of.from, of.to];
  const days = daysOfMonth(month);
  return [latestDay(days.from, of.from), earliestDay(days.to, of.to)];
}

/** A game of a report, as its list and its download show it (product/reports.md#reports). */
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
  /** Tags of the current ratings of an open result. */
  noted: TagName[];
}

/**
 * Loads the games behind a figure of a report, newest first, a page of them, and how many there are.
 * @param page from 0; without `size` all of them
 */
export async function reportGames(
  db: ClubDb,
  of: ReportOf,
  pick: GamePick,
  paging: { page?: number; size?: number } = {},
): Promise<{ total: number; games: ReportGame[] }> {
  const { games: kind = "played", noted, place, opponent, weekday, hour, raters } = pick;
  const none = { total: 0, games: [] };
  if (of.scope !== "all" && of.scope.length === 0) return none;
  if (raters !== undefined && !of.viewer.admin) return none;
  const { page = 0, size } = kind === "trend" ? { size: TREND_SCORES } : paging;
  // Tags and the raters' agreement are read of open results alone.
  const openOnly =
    noted !== undefined || raters !== undefined || !["played", "result", "unrated", "sealed"].includes(kind);
  const ofKind = gamesBetween(db, of, ...daysOfPick(of, pick))
    .$if(openOnly, (query) =>
      query.where((game) => sql<SqlBool>`${visibleScore(game, of.viewer, of.at)} is not null`),
    )
    .$if(isScore(kind), (query) => query.where("games.final_score", "=", Number(kind) as Score))
    .$if(kind === "below", (query) => query.where("games.final_score", "<", 20))
    .$if(noted !== undefined, (query) =>
      query.where(sql<SqlBool>`games.tag_bits & ${bitsOf(noted as TagName)} <> 0`),
    )
    .$if(raters !== undefined, (query) =>
      query.where("games.rater_gap", "=", raterGaps.indexOf(raters as "same")),
    )
    .$if(place !== undefined, (query) => query.where("games.home_away", "=", place as "home"))
    .$if(opponent !== undefined, (query) => query.where("games.opponent", "=", opponent as string))
    .$if(weekday !== undefined, (query) =>
      query.where(sql<SqlBool>`cast(strftime('%w', games.date) as integer) = ${weekday}`),
    )
    .$if(hour !== undefined, (query) =>
      query.where(sql<SqlBool>`cast(substr(games.time, 1, 2) as integer) = ${hour}`),
    )
    .$if(kind === "sealed", (query) => query.where((game) => resultIsSealed(game, of.viewer, of.at)))
    .$if(kind === "result", (query) => query.where("games.final_score", "is not", null))
    .$if(kind === "unrated", (query) => query.where("games.final_score", "is", null));
  const rows = await withCurrentRatings(
    ofKind.select([
      "games.id",
      "games.date",
      "games.time",
      "games.team_id as teamId",
      "teams.name as teamName",
      "games.opponent",
      "games.home_away as homeAway",
      "games.location",
      "games.tag_bits as bits",
    ]),
  )
    .select(["coach.score as coachScore", "manager.score as managerScore"])
    .select(ofKind.clearSelect().select(sql<number>`count(*)`.as("n")).$asScalar().as("total"))
    // The index's own order, so that only a page is read.
    .orderBy("games.starts_at", "desc")
    .orderBy("games.id", "desc")
    .$if(size !== undefined, (query) => query.limit(size as number).offset(page * (size as number)))
    .execute();
  return {
    total: kind === "trend" ? rows.length : (rows[0]?.total ?? 0),
    games: rows.map(({ total, score, coachScore, managerScore, bits, ...game }) => {
      // Without a final score a side's rating may still be blind to the other.
      const open = score !== null;
      return {
        ...game,
        sealed: Boolean(game.sealed),
        finalScore: score,
        noted: open ? tagNames.filter((_, index) => (bits ?? 0) & (1 << index)) : [],
        coachScore: open ? coachScore : null,
        managerScore: open ? managerScore : null,
      };
    }),
  };
}
