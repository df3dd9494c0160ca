import { type SqlBool, sql } from "kysely";
import type { ClubDb, GamesTable, IncidentsTable } from "#app/db/club/schema.ts";
import { gameCounts, isToCome } from "#app/domain/club/games/game-rules.server.ts";
import { waitsForFinalScore, waitsForStaff } from "#app/domain/club/ratings/games-to-rate.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { resultIsSealed, visibleScore } from "#app/domain/club/ratings/seal.server.ts";
import { type ClubUser, viewerOf } from "#app/domain/club/staff/club-user.ts";

/** Most counting games on a team's page (product/teams.md#team-page). */
export const SEASON_GAMES = 40;
/** Number of next games shown. */
const NEXT_GAMES = 3;

type GameFacts = Pick<
  GamesTable,
  "id" | "opponent" | "home_away" | "date" | "time" | "starts_at" | "location"
>;

/** A game that counts, as its team's page shows it to a viewer. */
export interface SeasonGame extends GameFacts {
  /** Final score; null while there is none, and while it is `sealed` for the viewer. */
  score: Score | null;
  sealed: boolean;
  /** Staff: for their rating. Administrators: for a final score. */
  waits: boolean;
  /** The state of its incident note, for administrators only. */
  incident: IncidentsTable["status"] | null;
}

/** Loads the latest games of a team that count, oldest first, and its next ones, in one query. */
export async function teamGames(
  db: ClubDb,
  teamId: string,
  user: ClubUser,
  at: Date,
): Promise<{ season: SeasonGame[]; next: GameFacts[] }> {
  const viewer = viewerOf(user);
  const latest = db
    .selectFrom("games")
    .select((game) => [
      "id",
      visibleScore(game, viewer, at).as("score"),
      resultIsSealed(game, viewer, at).as("sealed"),
      sql<SqlBool>`false`.as("coming"),
    ])
    .where("team_id", "=", teamId)
    .where((game) => gameCounts(game, at))
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(SEASON_GAMES);
  const next = db
    .selectFrom("games")
    .select(["id", sql<Score | null>`cast(null as integer)`.as("score"), sql<SqlBool>`false`.as("sealed")])
    .select(sql<SqlBool>`true`.as("coming"))
    .where("team_id", "=", teamId)
    .where((game) => isToCome(game, at))
    .orderBy("starts_at")
    .orderBy("id")
    .limit(NEXT_GAMES);
  const page = db
    .selectFrom(latest.as("past"))
    .selectAll()
    .unionAll(db.selectFrom(next.as("to_come")).selectAll());
  const rows = await db
    .selectFrom(page.as("page"))
    .innerJoin("games", "games.id", "page.id")
    .leftJoin("incidents", "incidents.game_id", "games.id")
    .select(["games.id", "games.opponent", "games.home_away", "games.date", "games.time", "games.starts_at"])
    .select(["games.location", "page.score", "page.sealed", "page.coming"])
    .select("incidents.status as incident")
    .select((game) => waits(game, user, at).as("waits"))
    .orderBy("games.starts_at")
    .orderBy("games.id")
    .execute();
  return {
    season: rows
      .filter(({ coming }) => !coming)
      .map(({ coming: _, waits, ...game }) => ({
        ...game,
        sealed: Boolean(game.sealed),
        waits: Boolean(waits),
        incident: viewer.admin ? game.incident : null,
      })),
    next: rows.filter(({ coming }) => coming),
  };
}

const waits = (game: Parameters<typeof waitsForFinalScore>[0], user: ClubUser, at: Date) =>
  viewerOf(user).admin ? waitsForFinalScore(game, at) : waitsForStaff(game, user.assignments, at);
