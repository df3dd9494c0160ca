import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from "kysely";
import type { ClubDb, ClubSchema, RatingPolicy } from "#app/db/club/schema.ts";
import { GAME_HOURS } from "#app/domain/club/games/games.ts";
import type { Assignment, TeamScope } from "#app/domain/club/staff/staff.ts";
import { BLIND_HOURS, type Viewer } from "./rating-permission.ts";
import type { Show } from "./rating-view.ts";
import { readTags, type StoredRating } from "./ratings.server.ts";

export const PAGE_SIZE = 20;
/** 'Latest' reaches so far ahead, so that the next game is already seen. */
const AHEAD_DAYS = 7;
const HOUR = 3_600_000;

type GamesBuilder = ExpressionBuilder<ClubSchema, "games">;
type Condition = ExpressionWrapper<ClubSchema, "games", SqlBool>;

export interface ListQuery {
  scope: TeamScope;
  /** Empty for a club administrator, for whom a game waits while it has no final score. */
  assignments: readonly Assignment[];
  viewer: Viewer;
  show: Show;
  /** One team of the scope, or null for all of them. */
  teamId: string | null;
  page: number;
}

/** A page of the games to rate, newest first, with their current ratings and what the viewer gave: two queries. */
export async function ratingPage(db: ClubDb, query: ListQuery, at: Date) {
  const soonestFirst = query.show === "upcoming";
  const games = await inScope(db, query)
    .leftJoin("incidents", "incidents.game_id", "games.id")
    .select(["games.id", "games.team_id", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select(["games.starts_at", "games.location", "games.status", "games.final_score", "games.agreement"])
    .select(["teams.name as team_name", "incidents.status as incident_status"])
    .select((eb) => waits(eb, query, at).as("waits"))
    .where((eb) => shown(eb, query, at))
    .orderBy("games.starts_at", soonestFirst ? "asc" : "desc")
    .orderBy("games.id")
    .limit(PAGE_SIZE)
    .offset((query.page - 1) * PAGE_SIZE)
    .execute();
  const ratings =
    games.length === 0
      ? []
      : await ratingsOf(
          db,
          games.map(({ id }) => id),
          query.viewer,
        );
  return games.map((game) => ({ ...game, ratings: ratings.filter(({ game_id }) => game_id === game.id) }));
}

/** What the list says of itself, and the policy in force: one query over the scope's games. */
export async function ratingSummary(db: ClubDb, query: ListQuery, at: Date) {
  const one = (condition: Condition) =>
    sql<number>`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
  const stats = await inScope(db, query)
    .select((eb) => [
      one(gameCounts(eb, at)).as("played"),
      one(eb.and([gameCounts(eb, at), eb("games.final_score", "is not", null)])).as("rated"),
      one(eb.and([gameCounts(eb, at), eb("games.final_score", "=", 20), open(eb, query.viewer, at)])).as(
        "perfect",
      ),
      one(waits(eb, query, at)).as("waiting"),
      one(shown(eb, query, at)).as("shown"),
      openIncidents(db, query).as("openIncidents"),
    ])
    .executeTakeFirstOrThrow();
  return stats;
}

/** The policy that the club's next final scores are made by. */
export async function policyOf(db: ClubDb): Promise<RatingPolicy> {
  const club = await db.selectFrom("club").select("rating_policy").executeTakeFirstOrThrow();
  return club.rating_policy;
}

/** The teams to filter by, by name. */
export function teamChoices(db: ClubDb) {
  return db
    .selectFrom("teams")
    .select(["id as teamId", "name as teamName"])
    .where("deleted_at", "is", null)
    .orderBy("name")
    .execute();
}

function inScope(db: ClubDb, { scope, teamId }: ListQuery) {
  const teams = teamId === null ? scope : [teamId];
  return db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .where("teams.deleted_at", "is", null)
    .$if(teams !== "all", (query) => query.where(ofTeams(teams as readonly string[])));
}

/** The plus keeps several teams from being read one after the other and sorted: the club's order is there already. */
export function ofTeams(teams: readonly string[]) {
  const [only] = teams;
  if (only === undefined) return sql<SqlBool>`false`;
  return teams.length === 1
    ? sql<SqlBool>`games.team_id = ${only}`
    : sql<SqlBool>`+games.team_id in (${sql.join(teams)})`;
}

async function ratingsOf(db: ClubDb, gameIds: string[], viewer: Viewer): Promise<StoredRating[]> {
  const rows = await db
    .selectFrom("ratings")
    .selectAll()
    .where("game_id", "in", gameIds)
    .where((eb) => eb.or([eb("superseded_at", "is", null), eb("given_by", "=", viewer.accountId)]))
    .execute();
  return rows.map(readTags);
}

function shown(eb: GamesBuilder, query: ListQuery, at: Date): Condition {
  switch (query.show) {
    case "latest":
      return eb.and([eb("games.starts_at", "<=", iso(at, AHEAD_DAYS * 24))]);
    case "to-rate":
      return waits(eb, query, at);
    case "rated":
      return eb.and([gameCounts(eb, at), eb("games.final_score", "is not", null)]);
    case "upcoming":
      return eb.and([
        eb("games.starts_at", ">", at.toISOString()),
        eb("games.status", "not in", ["cancelled", "completed"]),
      ]);
    case "all":
      return eb.and([]);
    case "incidents":
      return query.viewer.admin ? hasIncident(eb, ["open", "closed"]) : eb.or([]);
  }
}

/** Only administrators learn that there are any. */
function openIncidents(db: ClubDb, query: ListQuery) {
  if (!query.viewer.admin) return sql<number>`0`;
  const open = inScope(db, query)
    .innerJoin("incidents", "incidents.game_id", "games.id")
    .where(sql<SqlBool>`incidents.status = 'open'`)
    .select((eb) => eb.fn.countAll<number>().as("n"));
  return sql<number>`(${open})`;
}

function hasIncident(eb: GamesBuilder, statuses: ("open" | "closed")[]): Condition {
  const notes = eb
    .selectFrom("incidents")
    .select("incidents.id")
    .whereRef("incidents.game_id", "=", "games.id")
    .where("incidents.status", "in", statuses);
  return eb.and([eb.exists(notes)]);
}

/** `counts` and `isRateable` of games.ts in SQL: kicked off or set completed, and not cancelled. */
export function gameCounts(eb: GamesBuilder, at: Date): Condition {
  return eb.or([
    eb("games.status", "=", "completed"),
    eb.and([eb("games.status", "<>", "cancelled"), eb("games.starts_at", "<=", at.toISOString())]),
  ]);
}

/** Games whose rating is up to the viewer: on an own side nobody has rated yet. For administrators: not final. */
function waits(eb: GamesBuilder, { assignments, viewer }: ListQuery, at: Date): Condition {
  if (viewer.admin) return eb.and([gameCounts(eb, at), eb("games.final_score", "is", null)]);
  return eb.and([gameCounts(eb, at), unratedBy(eb, assignments)]);
}

/** Games of a team in which somebody's own side has no rating yet. */
export function unratedBy(eb: GamesBuilder, assignments: readonly Assignment[]): Condition {
  const places = new Map(assignments.map(({ teamId, role }) => [`${teamId} ${role}`, { teamId, role }]));
  return eb.or(
    [...places.values()].map(({ teamId, role }) =>
      eb.and([
        eb("games.team_id", "=", teamId),
        eb.not(
          eb.exists(
            eb
              .selectFrom("ratings")
              .select("ratings.id")
              .whereRef("ratings.game_id", "=", "games.id")
              .where("ratings.side", "=", role)
              .where("ratings.superseded_at", "is", null),
          ),
        ),
      ]),
    ),
  );
}

/** `seesOthers` of rating-rules.ts in SQL, so that a count gives no sealed score away. */
function open(eb: GamesBuilder, viewer: Viewer, at: Date): Condition {
  if (viewer.admin) return eb.and([]);
  const endedBefore = (hours: number) => eb("games.starts_at", "<=", iso(at, -(hours + BLIND_HOURS)));
  return eb.or([
    eb.and([eb("games.time", "is not", null), endedBefore(GAME_HOURS)]),
    eb.and([eb("games.time", "is", null), endedBefore(24)]),
    eb.exists(
      eb
        .selectFrom("ratings")
        .select("ratings.id")
        .whereRef("ratings.game_id", "=", "games.id")
        .where("ratings.given_by", "=", viewer.accountId)
        .where("ratings.given_as", "<>", "admin"),
    ),
  ]);
}

const iso = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR).toISOString();
