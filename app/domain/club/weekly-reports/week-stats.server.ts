import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import { gameCounts, isToCome } from "#app/domain/club/games/game-rules.server.ts";
import { resultIsSealed } from "#app/domain/club/ratings/seal.server.ts";
import { EVERYBODY } from "#app/domain/club/ratings/seal.ts";
import { addDays } from "#app/domain/club/reminders/reminder-times.ts";
import { lacksRating, UPDATES_ON } from "#app/domain/club/reminders/unrated.server.ts";
import { momentOf } from "#app/domain/values/times.ts";
import type { Week } from "./week.ts";
import type { ClubWork, WeekGame } from "./week-stats.ts";

/** Loads the games of the active teams in the past and the coming week, in the order of play. */
export async function weekGames(
  db: ClubDb,
  { weeks, timezone, at }: { weeks: { past: Week; ahead: Week }; timezone: string; at: Date },
): Promise<WeekGame[]> {
  const rows = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(["games.id", "games.team_id", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select(["games.starts_at", "games.location", "games.final_score", "teams.name as team_name"])
    .select((game) => [
      resultIsSealed(game, EVERYBODY, at).as("sealed"),
      gameCounts(game, at).as("counts"),
      isToCome(game, at).as("toCome"),
    ])
    .where("teams.status", "=", "active")
    .where("games.starts_at", ">=", momentOf(weeks.past.from, null, timezone))
    .where("games.starts_at", "<", momentOf(addDays(weeks.ahead.to, 1), null, timezone))
    .orderBy("games.starts_at")
    .orderBy("teams.name")
    .execute();
  return rows.map(({ sealed, counts, toCome, ...game }) => ({
    ...game,
    sealed: Boolean(sealed),
    counts: Boolean(counts),
    toCome: Boolean(toCome),
  }));
}

/** Counts a club's open work for administrators at a moment, in one query. */
export async function clubWork(db: ClubDb, at: Date): Promise<ClubWork> {
  const pending = db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("teams.status", "=", "active")
    .where("staff.status", "=", "pending");
  const row = await db
    .selectFrom("club")
    .select([
      db
        .selectFrom("games")
        .innerJoin("teams", "teams.id", "games.team_id")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where("teams.status", "=", "active")
        .where((game) => lacksRating(game, at))
        .$asScalar()
        .as("waiting"),
      db
        .selectFrom("incidents")
        .innerJoin("games", "games.id", "incidents.game_id")
        .innerJoin("teams", "teams.id", "games.team_id")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where("teams.status", "=", "active")
        .where("incidents.status", "<>", "closed")
        .$asScalar()
        .as("incidents"),
      pending.where("staff.delivery", "in", ["bounced", "complained"]).$asScalar().as("undelivered"),
      pending
        .where((eb) =>
          eb.or([
            eb("staff.delivery", "is", null),
            eb("staff.delivery", "not in", ["bounced", "complained"]),
          ]),
        )
        .$asScalar()
        .as("invited"),
      db
        .selectFrom("teams")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where("teams.status", "=", "active")
        .where(({ exists, selectFrom }) =>
          exists(selectFrom("games").select("games.id").whereRef("games.team_id", "=", "teams.id")),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom("staff")
                .select("staff.id")
                .whereRef("staff.team_id", "=", "teams.id")
                .where("staff.status", "=", "active"),
            ),
          ),
        )
        .$asScalar()
        .as("teamsWithoutRaters"),
    ])
    .executeTakeFirstOrThrow();
  return {
    waiting: row.waiting ?? 0,
    incidents: row.incidents ?? 0,
    undelivered: row.undelivered ?? 0,
    invited: row.invited ?? 0,
    teamsWithoutRaters: row.teamsWithoutRaters ?? 0,
  };
}

/** Member of a team's staff, with the team's switches for their mail. */
interface TeamReader {
  accountId: string;
  name: string;
  teamId: string;
  teamName: string;
  weeklyReports: number;
  /** 1 if the team's updates to their role are on. */
  updates: number;
}

/** Lists the active teams' staff for the reports of their teams. */
export function reportReaders(db: ClubDb): Promise<TeamReader[]> {
  return db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select(["staff.account_id as accountId", "staff.name", "teams.id as teamId", "teams.name as teamName"])
    .select("teams.weekly_reports as weeklyReports")
    .select(sql<number>`${UPDATES_ON}`.as("updates"))
    .distinct()
    .where("teams.status", "=", "active")
    .where("staff.status", "=", "active")
    .where("staff.account_id", "is not", null)
    .$narrowType<{ accountId: string }>()
    .orderBy("staff.name")
    .orderBy("teams.name")
    .execute();
}
