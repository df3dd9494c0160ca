import { type SqlBool, sql } from "kysely";
import type { ClubDb, GamesTable, IncidentsTable } from "#app/db/club/schema.ts";
import { gameCounts, isToCome } from "#app/domain/club/games/game-rules.server.ts";
import { waitsForFinalScore, waitsForStaff } from "#app/domain/club/ratings/games-to-rate.server.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { resultIsSealed, visibleScore } from "#app/domain/club/ratings/seal.server.ts";
import { type ClubUser, viewerOf } from "#app/domain/club/staff/club-user.ts";
import { averageOf } from "./stats.ts";

/** A team's page reaches back this many games that count (product.md#team-page). */
export const SEASON_GAMES = 40;
/** It looks ahead this many games. */
const NEXT_GAMES = 3;

type GameFacts = Pick<
  GamesTable,
  "id" | "opponent" | "home_away" | "date" | "time" | "starts_at" | "location"
>;

/** A game that counts, as its team's page shows it to a viewer. */
export interface SeasonGame extends GameFacts {
  /** null while there is no final score, and while it is `sealed` for the viewer. */
  score: Score | null;
  sealed: boolean;
  /** The team's average after this game, of the scores that the viewer sees; null before the first. */
  average: number | null;
  /** Staff: for their rating. Administrators: for a final score. */
  waits: boolean;
  /** The state of its incident note, for administrators only. */
  incident: IncidentsTable["status"] | null;
}

/**
 * The latest games of a team that count, oldest first, and its next ones, in one query. The average of the last game
 * is the team's, however long its history is.
 */
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
      "starts_at",
      visibleScore(game, viewer, at).as("score"),
      resultIsSealed(game, viewer, at).as("sealed"),
    ])
    .where("team_id", "=", teamId)
    .where((game) => gameCounts(game, at));
  const summed = db
    .selectFrom(latest.as("counted"))
    .select(["id", "starts_at", "score", "sealed"])
    .select([
      sql<number | null>`sum(score) over (order by starts_at, id)`.as("total"),
      sql<number | null>`count(score) over (order by starts_at, id)`.as("rated"),
    ])
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(SEASON_GAMES);
  const next = db
    .selectFrom("games")
    .select(["id", "starts_at", sql<Score | null>`null`.as("score"), sql<SqlBool>`false`.as("sealed")])
    .select([sql<number | null>`null`.as("total"), sql<number | null>`null`.as("rated")])
    .where("team_id", "=", teamId)
    .where((game) => isToCome(game, at))
    .orderBy("starts_at")
    .orderBy("id")
    .limit(NEXT_GAMES);
  const page = db
    .selectFrom(summed.as("past"))
    .selectAll()
    .unionAll(db.selectFrom(next.as("to_come")).selectAll());
  const rows = await db
    .selectFrom(page.as("page"))
    .innerJoin("games", "games.id", "page.id")
    .leftJoin("incidents", "incidents.game_id", "games.id")
    .select(["games.id", "games.opponent", "games.home_away", "games.date", "games.time", "games.starts_at"])
    .select(["games.location", "page.score", "page.sealed", "page.total", "page.rated"])
    .select("incidents.status as incident")
    .select((game) => waits(game, user, at).as("waits"))
    .orderBy("games.starts_at")
    .orderBy("games.id")
    .execute();
  return {
    season: rows.flatMap(({ rated, total, waits, ...game }) =>
      rated === null
        ? []
        : {
            ...game,
            sealed: Boolean(game.sealed),
            average: averageOf(total ?? 0, rated),
            waits: Boolean(waits),
            incident: viewer.admin ? game.incident : null,
          },
    ),
    next: rows.filter(({ rated }) => rated === null),
  };
}

const waits = (game: Parameters<typeof waitsForFinalScore>[0], user: ClubUser, at: Date) =>
  viewerOf(user).admin ? waitsForFinalScore(game, at) : waitsForStaff(game, user.assignments, at);
