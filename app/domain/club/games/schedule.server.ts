import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { ClubDb, ClubSchema, GamesTable } from "#app/db/club/schema.ts";
import { ofTeams } from "#app/domain/club/ratings/rating-list.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { type GameOfTeam, gameColumns } from "./games.server.ts";
import { GAME_HOURS, type GamePhase } from "./games.ts";
import { GAMES_A_PAGE, type ScheduleFilters } from "./schedule-filters.ts";

const HOUR = 3_600_000;

/** How many games are in each phase, and the dates between which they lie. */
export interface ScheduleCounts extends Record<GamePhase | "total", number> {
  from: string | null;
  to: string | null;
}

/**
 * Counts the games of a scope (one team of it, one month) by phase, as `gamePhase` sees them at a moment. A game is in
 * exactly one phase, so those that are over, nearly all of a club's history, are what remains.
 */
export async function countGames(
  db: ClubDb,
  scope: TeamScope,
  filters: Pick<ScheduleFilters, "team" | "month">,
  at: Date,
): Promise<ScheduleCounts> {
  const teams = await db
    .selectFrom("teams")
    .where("deleted_at", "is", null)
    .$if(filters.team !== "", (query) => query.where("teams.id", "=", filters.team))
    .$if(scope !== "all", (query) => query.where("teams.id", "in", scope as readonly string[]))
    .select((eb) => {
      const games = eb
        .selectFrom("games")
        .whereRef("games.team_id", "=", "teams.id")
        .where((each) => monthIs(each, filters.month));
      const count = (phase: GamePhase) =>
        games
          .where((each) => inPhase(each, phase, at))
          .select((each) => each.fn.countAll<number>().as("n"))
          .$asScalar();
      const ofOneTeam = eb
        .selectFrom("games")
        .select("date")
        .whereRef("games.team_id", "=", "teams.id")
        .limit(1);
      return [
        count("upcoming").as("upcoming"),
        count("rescheduled").as("rescheduled"),
        count("in-progress").as("in-progress"),
        count("cancelled").as("cancelled"),
        games.select((each) => each.fn.countAll<number>().as("n")).as("total"),
        ofOneTeam.orderBy("starts_at").as("from"),
        ofOneTeam.orderBy("starts_at", "desc").as("to"),
      ];
    })
    .execute();
  const sum = (of: Exclude<GamePhase, "completed"> | "total") =>
    teams.reduce((games, team) => games + (team[of] ?? 0), 0);
  const counts = {
    upcoming: sum("upcoming"),
    rescheduled: sum("rescheduled"),
    "in-progress": sum("in-progress"),
    cancelled: sum("cancelled"),
  };
  const total = sum("total");
  const completed = Object.values(counts).reduce((rest, games) => rest - games, total);
  const dates = teams.flatMap(({ from, to }) => (from && to ? [from, to] : [])).sort();
  return { ...counts, completed, total, from: dates[0] ?? null, to: dates.at(-1) ?? null };
}

export type ScheduledGame = GameOfTeam & Pick<GamesTable, "final_score"> & { ratedByViewer: boolean };

/** One page of games: those still to come first, the next on top; then those that were, the latest on top. */
export async function listGames(
  db: ClubDb,
  scope: TeamScope,
  filters: ScheduleFilters,
  about: { shell: string; at: Date },
): Promise<ScheduledGame[]> {
  const { shell, at } = about;
  const page = pageOfGames(db, scope, filters, at);
  const games = await db
    .selectFrom(page.as("page"))
    .innerJoin("games", "games.id", "page.id")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select([...gameColumns, "games.final_score"])
    .select((eb) => {
      const ratings = eb
        .selectFrom("ratings")
        .select("ratings.id")
        .whereRef("ratings.game_id", "=", "games.id");
      return [
        eb.exists(ratings).as("rated"),
        eb
          .exists(ratings.where("ratings.given_by", "=", shell).where("ratings.given_as", "<>", "admin"))
          .as("ratedByViewer"),
      ];
    })
    .orderBy("page.past")
    .orderBy("page.place")
    .orderBy("games.starts_at", "desc")
    .orderBy("games.id")
    .execute();
  return games.map((game) => ({
    ...game,
    rated: Boolean(game.rated),
    ratedByViewer: Boolean(game.ratedByViewer),
  }));
}

/**
 * Which games are on a page. Both halves are read along an index, from the present outwards, and no further than the
 * page reaches: what lies behind it costs nothing.
 */
function pageOfGames(db: ClubDb, scope: TeamScope, filters: ScheduleFilters, at: Date) {
  const cutoff = iso(at, -GAME_HOURS);
  const before = (filters.page - 1) * GAMES_A_PAGE;
  const half = (past: boolean) =>
    db
      .selectFrom("games")
      .innerJoin("teams", "teams.id", "games.team_id")
      .select(["games.id", "games.starts_at", sql<number>`${past ? 1 : 0}`.as("past")])
      .select(past ? sql<string | null>`null`.as("place") : "games.starts_at as place")
      .where("teams.deleted_at", "is", null)
      .where("games.starts_at", past ? "<" : ">=", cutoff)
      .where((eb) => teamIs(eb, scope, filters.team))
      .where((eb) => monthIs(eb, filters.month))
      .where((eb) => (filters.phase ? inPhase(eb, filters.phase, at) : eb.lit(true)))
      .orderBy("games.starts_at", past ? "desc" : "asc")
      .orderBy("games.id")
      .limit(before + GAMES_A_PAGE);
  return db
    .selectFrom(half(false).as("to_come"))
    .selectAll()
    .unionAll(db.selectFrom(half(true).as("been")).selectAll())
    .orderBy("past")
    .orderBy("place")
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .limit(GAMES_A_PAGE)
    .offset(before);
}

/** Moved so many hours from a moment. */
const iso = (at: Date, hours: number) => new Date(at.getTime() + hours * HOUR).toISOString();

type Games = ExpressionBuilder<ClubSchema, "games">;

function teamIs(eb: Games, scope: TeamScope, team: string): Expression<SqlBool> {
  if (scope === "all") return team ? ofTeams([team]) : eb.lit(true);
  return ofTeams(team ? scope.filter((id) => id === team) : scope);
}

/** The bounds in UTC are a day wider than the month's, for the index; the game's own date decides. */
function monthIs(eb: Games, month: string): Expression<SqlBool> {
  if (!month) return eb.lit(true);
  const first = new Date(`${month}-01T00:00:00Z`);
  return eb.and([
    eb("games.starts_at", ">=", iso(first, -24)),
    eb("games.starts_at", "<=", iso(first, 33 * 24)),
    eb.between("games.date", `${month}-01`, `${month}-31`),
  ]);
}

/** `gamePhase` in SQL: what was set by hand, else what the kick-off says. */
function inPhase(eb: Games, phase: GamePhase, at: Date): Expression<SqlBool> {
  const now = at.toISOString();
  const timely = eb("games.status", "not in", ["cancelled", "completed"]);
  const over = eb.or([
    eb.and([eb("games.time", "is", null), eb("games.starts_at", "<=", iso(at, -24))]),
    eb.and([eb("games.time", "is not", null), eb("games.starts_at", "<=", iso(at, -GAME_HOURS))]),
  ]);
  switch (phase) {
    case "cancelled":
      return eb("games.status", "=", "cancelled");
    case "completed":
      return eb.or([eb("games.status", "=", "completed"), eb.and([timely, over])]);
    case "in-progress":
      // No game lasts longer than a day: the first line is for the index.
      return eb.and([
        eb("games.starts_at", ">", iso(at, -24)),
        eb("games.starts_at", "<=", now),
        timely,
        eb.not(over),
      ]);
    case "rescheduled":
      return eb.and([eb("games.status", "=", "rescheduled"), eb("games.starts_at", ">", now)]);
    case "upcoming":
      return eb.and([timely, eb("games.status", "<>", "rescheduled"), eb("games.starts_at", ">", now)]);
  }
}
