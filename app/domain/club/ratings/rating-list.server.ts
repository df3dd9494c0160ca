import { type SqlBool, sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import { compiled } from "#app/db/compiled.server.ts";
import {
  type GameCondition,
  type GamesBuilder,
  gameCounts,
  hasEnded,
  hoursFrom,
  isOfTeams,
  isToCome,
} from "#app/domain/club/games/game-rules.server.ts";
import { GAME_HOURS, UNTIMED_GAME_HOURS } from "#app/domain/club/games/game-rules.ts";
import { isTakenOut } from "#app/domain/club/games/take-out.server.ts";
import type { Assignment, TeamScope } from "#app/domain/club/staff/staff.ts";
import { sortByName } from "#app/domain/values/names.ts";
import { waitsForFinalScore, waitsForStaff } from "./games-to-rate.server.ts";
import type { Show } from "./rating-view.ts";
import { readTags, type StoredRating } from "./ratings.server.ts";
import { isSealed, resultIsSealed, visibleScore } from "./seal.server.ts";
import type { Viewer } from "./seal.ts";

export const PAGE_SIZE = 20;
/** 'Latest' reaches this far ahead, so that the next game shows. */
export const AHEAD_DAYS = 7;
/** Days for which an unrated game comes first, before the games to come. */
export const FIRST_DAYS = 14;

export interface ListQuery {
  scope: TeamScope;
  /** Empty for a club administrator. */
  assignments: readonly Assignment[];
  viewer: Viewer;
  show: Show;
  /** One team of the scope, or null for all of them. */
  teamId: string | null;
  page: number;
}

/** Splits a query into the statement's key and its parameters. */
function partsOf(query: ListQuery, at: Date) {
  const { scope, assignments, viewer, show, teamId, page } = query;
  const teams = teamId === null ? scope : [teamId];
  const all = teams === "all";
  const given = { teams: all ? [] : teams, assigned: assignments.map((assignment) => assignment.teamId), at };
  const shape = { all, roles: assignments.map(({ role }) => role), admin: viewer.admin, show, page };
  return { given, shape };
}

type Parts = ReturnType<typeof partsOf>;

/** Builds the same query over placeholders. */
function listOf({ teams, assigned }: Parts["given"], { all, roles, ...shape }: Parts["shape"]): List {
  const assignments = roles.flatMap((role, index) => {
    const teamId = assigned[index];
    return teamId === undefined ? [] : [{ teamId, role }];
  });
  return { ...shape, teams: all ? "all" : teams, assignments };
}

interface List {
  teams: TeamScope;
  assignments: readonly Pick<Assignment, "teamId" | "role">[];
  admin: boolean;
  show: Show;
  page: number;
}

const pageOfGames = compiled((db: ClubDb, given: Parts["given"], shape: Parts["shape"]) => {
  const { at } = given;
  const list = listOf(given, shape);
  const before = (list.page - 1) * PAGE_SIZE;
  const page = db
    .selectFrom(stretch(db, list, at, "first").as("first_of_all"))
    .selectAll()
    .unionAll(db.selectFrom(stretch(db, list, at, "to-come").as("to_come")).selectAll())
    .unionAll(db.selectFrom(stretch(db, list, at, "over").as("over")).selectAll())
    .orderBy("part")
    .orderBy("sort_key")
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .limit(PAGE_SIZE)
    .offset(before);
  return db
    .selectFrom(page.as("page"))
    .innerJoin("games", "games.id", "page.id")
    .innerJoin("teams", "teams.id", "games.team_id")
    .leftJoin("incidents", "incidents.game_id", "games.id")
    .select(["games.id", "games.team_id", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select(["games.starts_at", "games.location", "games.status", "games.final_score", "games.agreement"])
    .select(["teams.name as team_name", "incidents.status as incident_status", "page.part"])
    .select((eb) => [waits(eb, list, at).as("waits"), isSealed(eb, at).as("sealed")])
    .select((eb) => isTakenOut(eb as GamesBuilder).as("takenOut"))
    .orderBy("page.part")
    .orderBy("page.sort_key")
    .orderBy("games.starts_at", "desc")
    .orderBy("games.id");
});

const PARTS = { first: 0, "to-come": 1, over: 2 } as const;

/**
 * Selects a stretch of the list: recent open work, then games that are not over, the next on top, then past ones. Each
 * walks an index from the present outwards and stops where the page ends.
 */
function stretch(db: ClubDb, list: List, at: Date, part: keyof typeof PARTS) {
  const lately = (eb: GamesBuilder) =>
    eb.and([
      eb("games.starts_at", ">", hoursFrom(at, -FIRST_DAYS * 24)),
      eb("games.starts_at", "<=", at.toISOString()),
      waits(eb, list, at),
    ]);
  const within = (eb: GamesBuilder) => {
    if (part === "first") return lately(eb);
    const bound =
      part === "over"
        ? eb.and([eb("games.starts_at", "<=", hoursFrom(at, -GAME_HOURS)), hasEnded(eb, at)])
        : eb.and([eb("games.starts_at", ">", hoursFrom(at, -UNTIMED_GAME_HOURS)), eb.not(hasEnded(eb, at))]);
    return eb.and([bound, eb.not(lately(eb))]);
  };
  const soonestFirst = part === "to-come";
  return inScope(db, list)
    .select(["games.id", "games.starts_at", sql<number>`${sql.lit(PARTS[part])}`.as("part")])
    .select(soonestFirst ? "games.starts_at as sort_key" : sql<string | null>`null`.as("sort_key"))
    .where(within)
    .where((eb) => shown(eb, list, at))
    .orderBy("games.starts_at", soonestFirst ? "asc" : "desc")
    .orderBy("games.id")
    .limit(list.page * PAGE_SIZE);
}

const counts = compiled((db: ClubDb, given: Parts["given"], shape: Parts["shape"]) => {
  const { at } = given;
  const list = listOf(given, shape);
  const countIf = (condition: GameCondition) => sql<number>`count(*) filter (where ${condition})`;
  return inScope(db, list).select((eb) => [
    countIf(gameCounts(eb, at)).as("played"),
    countIf(eb.and([gameCounts(eb, at), eb("games.final_score", "is not", null)])).as("rated"),
    countIf(eb.and([gameCounts(eb, at), resultIsSealed(eb, list, at)])).as("sealed"),
    countIf(eb.and([gameCounts(eb, at), eb(visibleScore(eb, list, at), "=", 20)])).as("perfect"),
    countIf(waits(eb, list, at)).as("waiting"),
    countIf(shown(eb, list, at)).as("shown"),
    openIncidents(db, list).as("openIncidents"),
  ]);
});

/**
 * Reads a page of games with their current ratings and the viewer's own, in two queries: recent open work first, then
 * the games to come, the next on top, then those that are over, the latest on top.
 */
export async function ratingPage(db: ClubDb, query: ListQuery, at: Date) {
  const { given, shape } = partsOf(query, at);
  const games = await pageOfGames(db, given, shape);
  const ids = games.map(({ id }) => id);
  const ratings = ids.length === 0 ? [] : await ratingsOf(db, ids, query.viewer);
  return games.map((game) => ({
    ...game,
    first: game.part === PARTS.first,
    sealed: Boolean(game.sealed),
    ratings: ratings.filter(({ game_id }) => game_id === game.id),
  }));
}

/** Counts the games in scope for the list's sentence and pages: `rated` are also the sealed ones. */
export async function ratingSummary(db: ClubDb, query: ListQuery, at: Date) {
  const { given, shape } = partsOf(query, at);
  const [summary] = await counts(db, given, { ...shape, page: 1 });
  if (!summary) throw new Error("A count gave no row");
  return summary;
}

/** Lists all teams by name, for the filter. */
export async function teamChoices(db: ClubDb) {
  const rows = await db
    .selectFrom("teams")
    .select(["id as teamId", "name as teamName"])
    .where("status", "=", "active")
    .execute();
  return sortByName(rows, ({ teamName }) => teamName);
}

function inScope(db: ClubDb, { teams }: Pick<List, "teams">) {
  return db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .where("teams.status", "=", "active")
    .$if(teams !== "all", (query) => query.where(isOfTeams(teams as readonly string[])));
}

const currentAndOwn = compiled((db: ClubDb, { games, account }: { games: string[]; account: string }) =>
  db
    .selectFrom("ratings")
    .selectAll()
    .where("game_id", "in", games)
    .where((eb) => eb.or([eb("superseded_at", "is", null), eb("given_by", "=", account)])),
);

async function ratingsOf(db: ClubDb, games: string[], { accountId }: Viewer): Promise<StoredRating[]> {
  const rows = await currentAndOwn(db, { games, account: accountId });
  return rows.map(readTags);
}

function shown(eb: GamesBuilder, query: List, at: Date): GameCondition {
  switch (query.show) {
    case "latest":
      return eb.and([eb("games.starts_at", "<=", hoursFrom(at, AHEAD_DAYS * 24))]);
    case "to-rate":
      return waits(eb, query, at);
    case "rated":
      return eb.and([gameCounts(eb, at), eb("games.final_score", "is not", null)]);
    case "upcoming":
      return isToCome(eb, at);
    case "all":
      return eb.and([]);
    case "incidents":
      return query.admin ? hasIncident(eb) : eb.or([]);
  }
}

/** Counts open incidents for administrators, who alone see incident notes. */
function openIncidents(db: ClubDb, query: List) {
  if (!query.admin) return sql<number>`0`;
  const open = inScope(db, query)
    .innerJoin("incidents", "incidents.game_id", "games.id")
    .where(sql<SqlBool>`incidents.status = 'open'`)
    .select((eb) => eb.fn.countAll<number>().as("n"));
  return sql<number>`(${open})`;
}

function hasIncident(eb: GamesBuilder): GameCondition {
  const notes = eb
    .selectFrom("incidents")
    .select("incidents.id")
    .whereRef("incidents.game_id", "=", "games.id");
  return eb.and([eb.exists(notes)]);
}

/**
 * Matches the viewer's open work: staff see games that lack their rating, administrators games without a final score.
 */
function waits(eb: GamesBuilder, { assignments, admin }: List, at: Date): GameCondition {
  return admin ? waitsForFinalScore(eb, at) : waitsForStaff(eb, assignments, at);
}
