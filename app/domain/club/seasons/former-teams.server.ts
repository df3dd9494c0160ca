import type { ClubDb } from "#app/db/club/schema.ts";
import { timezoneOf } from "#app/domain/club/games/game-zone.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import { momentOf } from "#app/domain/values/times.ts";
import type { SeasonSpan } from "./seasons.ts";

/** Loads the ids of archived and deleted teams with rated games on a season's days (product/seasons.md#seasons). */
export async function formerTeams(
  db: ClubDb,
  { startsOn, endsOn }: Pick<SeasonSpan, "startsOn" | "endsOn">,
): Promise<string[]> {
  const timezone = await timezoneOf(db);
  const rows = await db
    .selectFrom("teams")
    .select("teams.id")
    .where("teams.status", "<>", "active")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("games")
          .select("games.id")
          .whereRef("games.team_id", "=", "teams.id")
          .where("games.starts_at", ">=", momentOf(startsOn, null, timezone))
          .where("games.starts_at", "<", momentOf(addDays(endsOn, 1), null, timezone))
          .where("games.status", "<>", "cancelled")
          .where("games.final_score", "is not", null),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}
