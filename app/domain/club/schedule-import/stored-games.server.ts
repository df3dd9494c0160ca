import type { ClubDb } from "#app/db/club/schema.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import type { StoredGame } from "./planned-game.ts";
import type { ReadRow } from "./schedule-file.ts";

/** Teams whose games are read in one query. */
const TEAMS_PER_QUERY = 8;

/** The teams, numbers and dates that a file's games cover. */
interface Coverage {
  teamIds: Set<string>;
  externalIds: Set<string>;
  from: string;
  to: string;
}

export function coverageOf(rows: readonly ReadRow[]): Coverage | null {
  const teamIds = new Set<string>();
  const externalIds = new Set<string>();
  let [from, to] = ["9999", "0000"];
  for (const { games } of rows) {
    for (const { teamId, date, externalId } of games) {
      teamIds.add(teamId);
      if (externalId) externalIds.add(externalId);
      if (date < from) from = date;
      if (date > to) to = date;
    }
  }
  return teamIds.size > 0 ? { teamIds, externalIds, from, to } : null;
}

/**
 * The games that the file may mean: of its teams, and on its dates (now or as first planned) or with a number. Read
 * a few teams at a time, so that a large club does not hold the event loop.
 */
export async function storedGames(db: ClubDb, coverage: Coverage): Promise<StoredGame[]> {
  const games: StoredGame[] = [];
  const pause = yieldToEventLoop();
  const teamIds = [...coverage.teamIds];
  for (let start = 0; start < teamIds.length; start += TEAMS_PER_QUERY) {
    const found = await gamesOfTeams(db, teamIds.slice(start, start + TEAMS_PER_QUERY), coverage);
    for (const game of found) games.push({ ...game, rated: Boolean(game.rated) });
    await pause();
  }
  return games.sort((a, b) => (a.starts_at < b.starts_at ? -1 : a.starts_at > b.starts_at ? 1 : 0));
}

function gamesOfTeams(db: ClubDb, teamIds: string[], { from, to }: Coverage) {
  return db
    .selectFrom("games")
    .select(["id", "team_id", "opponent", "date", "time", "starts_at", "location", "home_away"])
    .select(["status", "original_date", "original_time", "external_id", "updated_at"])
    .select((eb) =>
      eb
        .exists(eb.selectFrom("ratings").select("ratings.id").whereRef("ratings.game_id", "=", "games.id"))
        .as("rated"),
    )
    .where("team_id", "in", teamIds)
    .where((eb) =>
      eb.or([
        eb("external_id", "is not", null),
        eb.between("date", from, to),
        eb.between("original_date", from, to),
      ]),
    )
    .execute();
}
