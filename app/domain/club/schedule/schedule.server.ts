import { type Expression, type SqlBool, sql } from "kysely";
import type { ClubDb, GamesTable } from "#app/db/club/schema.ts";
import {
  type GamesBuilder,
  hasEnded,
  hasRating,
  hoursFrom,
  inPhase,
  isOfTeams,
  wasMoved,
} from "#app/domain/club/games/game-rules.server.ts";
import { GAME_HOURS, type GamePhase, UNTIMED_GAME_HOURS } from "#app/domain/club/games/game-rules.ts";
import { type GameOfTeam, gameColumns } from "#app/domain/club/games/games.server.ts";
import { isTakenOut } from "#app/domain/club/games/take-out.server.ts";
import { resultIsSealed, visibleScore } from "#app/domain/club/ratings/seal.server.ts";
import type { Viewer } from "#app/domain/club/ratings/seal.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { daysOfMonth } from "#app/domain/values/days.ts";
import { GAMES_A_PAGE, type ScheduleFilters } from "./schedule-filters.ts";

/**
 * The number of games in each phase, with the first and last date. `rescheduled` counts every game that was moved,
 * played or not, beside its phase (product/games.md#game-status).
 */
export interface ScheduleCounts extends Record<GamePhase | "total", number> {
  from: string | null;
  to: string | null;
}

/**
 * Counts the games in scope (of one team, of one month) at a moment. A game is in exactly one phase, so the completed
 * ones, nearly all of a club's history, are what remains of the total.
 */
export async function countGames(
  db: ClubDb,
  scope: TeamScope,
  filters: Pick<ScheduleFilters, "team" | "month">,
  at: Date,
): Promise<ScheduleCounts> {
  const teams = await db
    .selectFrom("teams")
    .where("status", "=", "active")
    .$if(filters.team !== "", (query) => query.where("teams.id", "=", filters.team))
    .$if(scope !== "all", (query) => query.where("teams.id", "in", scope as readonly string[]))
    .select((eb) => {
      const games = eb
        .selectFrom("games")
        .whereRef("games.team_id", "=", "teams.id")
        .where((game) => monthIs(game, filters.month));
      const count = (phase: GamePhase) =>
        games
          .where((game) => inPhase(game, phase, at))
          .select((game) => game.fn.countAll<number>().as("n"))
          .$asScalar();
      const ofOneTeam = eb
        .selectFrom("games")
        .select("date")
        .whereRef("games.team_id", "=", "teams.id")
        .limit(1);
      return [
        count("upcoming").as("upcoming"),
        count("rescheduled").as("movedToCome"),
        count("in-progress").as("in-progress"),
        count("cancelled").as("cancelled"),
        games
          .where(wasMoved())
          .select((game) => game.fn.countAll<number>().as("n"))
          .as("moved"),
        games.select((game) => game.fn.countAll<number>().as("n")).as("total"),
        ofOneTeam.orderBy("starts_at").as("from"),
        ofOneTeam.orderBy("starts_at", "desc").as("to"),
      ];
    })
    .execute();
  const sum = (of: "upcoming" | "movedToCome" | "in-progress" | "cancelled" | "moved" | "total") =>
    teams.reduce((games, team) => games + (team[of] ?? 0), 0);
  const counts = {
    upcoming: sum("upcoming"),
    "in-progress": sum("in-progress"),
    cancelled: sum("cancelled"),
  };
  const total = sum("total");
  const completed = Object.values(counts).reduce((rest, games) => rest - games, total - sum("movedToCome"));
  const dates = teams.flatMap(({ from, to }) => (from && to ? [from, to] : [])).sort();
  return {
    ...counts,
    rescheduled: sum("moved"),
    completed,
    total,
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
  };
}

/** A game of the list; `final_score` is null while there is none or it is `sealed` for the viewer. */
export type ScheduledGame = GameOfTeam &
  Pick<GamesTable, "final_score"> & {
    sealed: boolean;
    ratedByViewer: boolean;
    /** An administrator took it out of all figures (product/games.md#games-taken-out). */
    takenOut: boolean;
    /** True if the game is over: such games follow those to come. */
    past: boolean;
  };

/** Reads a page of games: upcoming ones first, the next on top; then past ones, the latest on top. */
export async function listGames(
  db: ClubDb,
  scope: TeamScope,
  filters: ScheduleFilters,
  { viewer, at }: { viewer: Viewer; at: Date },
): Promise<ScheduledGame[]> {
  const page = pageOfGames(db, scope, filters, at);
  const games = await db
    .selectFrom(page.as("page"))
    .innerJoin("games", "games.id", "page.id")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select([...gameColumns, "page.past"])
    .select((eb) => shownResult(eb, viewer, at))
    .orderBy("page.past")
    .orderBy("page.sort_key")
    .orderBy("games.starts_at", "desc")
    .orderBy("games.id")
    .execute();
  return games.map((game) => asScheduled({ ...game, past: game.past === 1 }));
}

/** The most games that a week or a month shows; a club with more chooses a team. */
export const GAMES_IN_VIEW = 1_000;

/**
 * Reads the games of the days from one to another, of one team or of all in scope, by kick-off; the first
 * `GAMES_IN_VIEW` of them. Phases are the caller's to filter, so that it sees what collides.
 */
export async function gamesOfDays(
  db: ClubDb,
  scope: TeamScope,
  { team, from, to }: { team: string; from: string; to: string },
  { viewer, at }: { viewer: Viewer; at: Date },
): Promise<ScheduledGame[]> {
  const games = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(gameColumns)
    .select((eb) => [...shownResult(eb, viewer, at), hasEnded(eb, at).as("past")])
    .where("teams.status", "=", "active")
    .where((eb) => teamIs(eb, scope, team))
    .where((eb) => datesAre(eb, from, to))
    .orderBy("games.starts_at")
    .orderBy("games.id")
    .limit(GAMES_IN_VIEW)
    .execute();
  return games.map(asScheduled);
}

/** Selects what a viewer may see of a game's result, and whether they have rated it. */
const shownResult = (eb: GamesBuilder, viewer: Viewer, at: Date) =>
  [
    visibleScore(eb, viewer, at).as("final_score"),
    resultIsSealed(eb, viewer, at).as("sealed"),
    hasRating(eb).as("rated"),
    isTakenOut(eb).as("takenOut"),
    eb
      .exists(
        eb
          .selectFrom("ratings")
          .select("ratings.id")
          .whereRef("ratings.game_id", "=", "games.id")
          // Unary `+`: a game has a few ratings, and a manager may have given a thousand.
          .where(sql<SqlBool>`+ratings.given_by = ${viewer.accountId}`)
          .where("ratings.given_as", "<>", "admin"),
      )
      .as("ratedByViewer"),
  ] as const;

/** Converts SQLite's 0 and 1 to booleans. */
function asScheduled<
  Game extends Record<"past" | "sealed" | "rated" | "takenOut" | "ratedByViewer", unknown>,
>(game: Game) {
  return {
    ...game,
    past: Boolean(game.past),
    sealed: Boolean(game.sealed),
    rated: Boolean(game.rated),
    takenOut: Boolean(game.takenOut),
    ratedByViewer: Boolean(game.ratedByViewer),
  };
}

/**
 * Selects the games of a page. Both halves walk an index from the present outwards and stop where the page ends, so
 * the history behind it costs nothing.
 */
function pageOfGames(db: ClubDb, scope: TeamScope, filters: ScheduleFilters, at: Date) {
  const before = (filters.page - 1) * GAMES_A_PAGE;
  const half = (past: boolean) =>
    db
      .selectFrom("games")
      .innerJoin("teams", "teams.id", "games.team_id")
      .select(["games.id", "games.starts_at", sql<number>`${past ? 1 : 0}`.as("past")])
      .select(past ? sql<string | null>`null`.as("sort_key") : "games.starts_at as sort_key")
      .where("teams.status", "=", "active")
      // The bound lets the query walk the index; whether the game is over depends on its having a time.
      .where((eb) =>
        past
          ? eb.and([eb("games.starts_at", "<=", hoursFrom(at, -GAME_HOURS)), hasEnded(eb, at)])
          : eb.and([
              eb("games.starts_at", ">", hoursFrom(at, -UNTIMED_GAME_HOURS)),
              eb.not(hasEnded(eb, at)),
            ]),
      )
      .where((eb) => teamIs(eb, scope, filters.team))
      .where((eb) => monthIs(eb, filters.month))
      .where((eb) => phaseIs(eb, filters.phase, at))
      .orderBy("games.starts_at", past ? "desc" : "asc")
      .orderBy("games.id")
      .limit(before + GAMES_A_PAGE);
  return db
    .selectFrom(half(false).as("to_come"))
    .selectAll()
    .unionAll(db.selectFrom(half(true).as("been")).selectAll())
    .orderBy("past")
    .orderBy("sort_key")
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .limit(GAMES_A_PAGE)
    .offset(before);
}

function teamIs(eb: GamesBuilder, scope: TeamScope, team: string): Expression<SqlBool> {
  if (scope === "all") return team ? isOfTeams([team]) : eb.lit(true);
  return isOfTeams(team ? scope.filter((id) => id === team) : scope);
}

/** Matches a phase; 'rescheduled' finds every game that was moved, also one that is over. */
function phaseIs(eb: GamesBuilder, phase: ScheduleFilters["phase"], at: Date): Expression<SqlBool> {
  if (phase === "rescheduled") return wasMoved();
  return phase ? inPhase(eb, phase, at) : eb.lit(true);
}

function monthIs(eb: GamesBuilder, month: string): Expression<SqlBool> {
  if (!month) return eb.lit(true);
  const { from, to } = daysOfMonth(month);
  return datesAre(eb, from, to);
}

/** Matches dates. The UTC bounds, a day wider, let the query use the index; the game's own date decides. */
function datesAre(eb: GamesBuilder, from: string, to: string): Expression<SqlBool> {
  return eb.and([
    eb("games.starts_at", ">=", hoursFrom(new Date(`${from}T00:00:00Z`), -24)),
    eb("games.starts_at", "<=", hoursFrom(new Date(`${to}T00:00:00Z`), 48)),
    eb.between("games.date", from, to),
  ]);
}
