import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { ClubDb, ClubSchema, GamesTable } from "../../db/club/schema.ts";
import { GAME_HOURS, type GamePhase } from "./games.ts";
import { GAMES_A_PAGE, type ScheduleFilters } from "./schedule-filters.ts";
import type { TeamScope } from "./staff.ts";

const HOUR = 3_600_000;

/** How many games are in each phase, and the dates between which they lie. */
export interface ScheduleCounts extends Record<GamePhase | "total", number> {
  from: string | null;
  to: string | null;
}

/** Counts the games of a scope (one team of it, one month) by phase, as `gamePhase` sees them at a moment. */
export async function countGames(
  db: ClubDb,
  scope: TeamScope,
  filters: Pick<ScheduleFilters, "team" | "month">,
  at: Date,
): Promise<ScheduleCounts> {
  const within = (phase: GamePhase) => (eb: Games) => inPhase(eb, phase, at);
  const inMonth = (eb: Games) => monthIs(eb, filters.month);
  const counted = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .where("teams.deleted_at", "is", null)
    .where((eb) => teamIs(eb, scope, filters.team))
    .select((eb) => {
      const count = (phase: GamePhase) =>
        eb.fn.countAll<number>().filterWhere(eb.and([inMonth(eb), within(phase)(eb)]));
      return [
        count("upcoming").as("upcoming"),
        count("rescheduled").as("rescheduled"),
        count("in-progress").as("in-progress"),
        count("completed").as("completed"),
        count("cancelled").as("cancelled"),
        eb.fn.countAll<number>().filterWhere(inMonth(eb)).as("total"),
        eb.fn.min("games.date").as("from"),
        eb.fn.max("games.date").as("to"),
      ];
    })
    .executeTakeFirstOrThrow();
  return counted;
}

export type ScheduledGame = Pick<
  GamesTable,
  | "id"
  | "team_id"
  | "opponent"
  | "date"
  | "time"
  | "starts_at"
  | "location"
  | "home_away"
  | "status"
  | "notes"
  | "original_date"
  | "original_time"
  | "final_score"
> & { teamName: string; ageGroup: string; rated: boolean; ratedByViewer: boolean };

/** One page of games: those still to come first, the next on top; then those that were, the latest on top. */
export async function listGames(
  db: ClubDb,
  scope: TeamScope,
  filters: ScheduleFilters,
  about: { viewer: string; at: Date },
): Promise<ScheduledGame[]> {
  const { viewer, at } = about;
  const cutoff = new Date(at.getTime() - GAME_HOURS * HOUR).toISOString();
  const past = sql<number>`games.starts_at < ${cutoff}`;
  const games = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select([
      "games.id",
      "games.team_id",
      "games.opponent",
      "games.date",
      "games.time",
      "games.starts_at",
      "games.location",
      "games.home_away",
      "games.status",
      "games.notes",
      "games.original_date",
      "games.original_time",
      "games.final_score",
      "teams.name as teamName",
      "teams.age_group as ageGroup",
    ])
    .select((eb) => {
      const ratings = eb
        .selectFrom("ratings")
        .select("ratings.id")
        .whereRef("ratings.game_id", "=", "games.id");
      return [
        eb.exists(ratings).as("rated"),
        eb
          .exists(ratings.where("ratings.given_by", "=", viewer).where("ratings.given_as", "<>", "admin"))
          .as("ratedByViewer"),
      ];
    })
    .where("teams.deleted_at", "is", null)
    .where((eb) => teamIs(eb, scope, filters.team))
    .where((eb) => monthIs(eb, filters.month))
    .where((eb) => (filters.phase ? inPhase(eb, filters.phase, at) : eb.lit(true)))
    .orderBy(past)
    .orderBy(sql`case when ${past} then null else games.starts_at end`)
    .orderBy("games.starts_at", "desc")
    .orderBy("games.id")
    .limit(GAMES_A_PAGE)
    .offset((filters.page - 1) * GAMES_A_PAGE)
    .execute();
  return games.map((game) => ({
    ...game,
    rated: Boolean(game.rated),
    ratedByViewer: Boolean(game.ratedByViewer),
  }));
}

type Games = ExpressionBuilder<ClubSchema, "games" | "teams">;

function teamIs(eb: Games, scope: TeamScope, team: string): Expression<SqlBool> {
  const inScope =
    scope === "all" ? [] : [scope.length > 0 ? eb("games.team_id", "in", scope) : eb.lit(false)];
  return eb.and([...inScope, ...(team ? [eb("games.team_id", "=", team)] : [])]);
}

function monthIs(eb: Games, month: string): Expression<SqlBool> {
  return month ? eb.between("games.date", `${month}-01`, `${month}-31`) : eb.lit(true);
}

/** `gamePhase` in SQL: what was set by hand, else what the kick-off says. */
function inPhase(eb: Games, phase: GamePhase, at: Date): Expression<SqlBool> {
  const now = at.toISOString();
  const ago = (hours: number) => new Date(at.getTime() - hours * HOUR).toISOString();
  const timely = eb("games.status", "not in", ["cancelled", "completed"]);
  const over = eb.or([
    eb.and([eb("games.time", "is", null), eb("games.starts_at", "<=", ago(24))]),
    eb.and([eb("games.time", "is not", null), eb("games.starts_at", "<=", ago(GAME_HOURS))]),
  ]);
  switch (phase) {
    case "cancelled":
      return eb("games.status", "=", "cancelled");
    case "completed":
      return eb.or([eb("games.status", "=", "completed"), eb.and([timely, over])]);
    case "in-progress":
      return eb.and([timely, eb("games.starts_at", "<=", now), eb.not(over)]);
    case "rescheduled":
      return eb.and([eb("games.status", "=", "rescheduled"), eb("games.starts_at", ">", now)]);
    case "upcoming":
      return eb.and([timely, eb("games.status", "<>", "rescheduled"), eb("games.starts_at", ">", now)]);
  }
}
