import type { ClubDb } from "#app/db/club/schema.ts";

/** Progress of a club with the steps of the help guide, as a count for each (product/pages.md#help-guide). */
export interface SetupProgress {
  teams: number;
  parents: number;
  games: number;
  staff: number;
  invited: number;
  sent: number;
  signed: number;
  rated: number;
  weeklyReports: number;
}

/** Counts it in one query; archived and deleted teams count for nothing. */
export async function setupProgress(db: ClubDb): Promise<SetupProgress> {
  const teams = db.selectFrom("teams").where("teams.status", "=", "active");
  const staff = (status: "active" | "pending") =>
    db
      .selectFrom("staff")
      .innerJoin("teams", "teams.id", "staff.team_id")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("teams.status", "=", "active")
      .where("staff.status", "=", status);
  const games = db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("teams.status", "=", "active");
  const agreements = db.selectFrom("agreements").select((eb) => eb.fn.countAll<number>().as("n"));
  const row = await db
    .selectFrom("club")
    .select([
      teams
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .$asScalar()
        .as("teams"),
      teams
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where("teams.weekly_reports", "=", 1)
        .$asScalar()
        .as("weeklyReports"),
      db
        .selectFrom("contacts")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where("erased_at", "is", null)
        .$asScalar()
        .as("parents"),
      games.$asScalar().as("games"),
      games.where("games.final_score", "is not", null).$asScalar().as("rated"),
      staff("active").$asScalar().as("staff"),
      staff("pending").$asScalar().as("invited"),
      agreements.where("sent_at", "is not", null).$asScalar().as("sent"),
      agreements.where("signed_at", "is not", null).$asScalar().as("signed"),
    ])
    .executeTakeFirstOrThrow();
  return {
    teams: row.teams ?? 0,
    parents: row.parents ?? 0,
    games: row.games ?? 0,
    staff: row.staff ?? 0,
    invited: row.invited ?? 0,
    sent: row.sent ?? 0,
    signed: row.signed ?? 0,
    rated: row.rated ?? 0,
    weeklyReports: row.weeklyReports ?? 0,
  };
}
