import type { ClubDb } from "#app/db/club/schema.ts";

/** Which of a club's first steps have led to something that is really there. */
export interface OnboardingSteps {
  teams: boolean;
  staffJoined: boolean;
  games: boolean;
  ratings: boolean;
}

/** How far a club has come with its first steps, in one query (product.md#pages). */
export async function onboardingSteps(db: ClubDb): Promise<OnboardingSteps> {
  const { teams, staffJoined, games, ratings } = await db
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom("teams").select("id").where("status", "=", "active")).as("teams"),
      eb
        .exists(
          eb
            .selectFrom("staff")
            .innerJoin("teams", "teams.id", "staff.team_id")
            .select("staff.id")
            .where("staff.status", "=", "active")
            .where("teams.status", "=", "active"),
        )
        .as("staffJoined"),
      eb.exists(eb.selectFrom("games").select("id")).as("games"),
      eb.exists(eb.selectFrom("ratings").select("id").where("superseded_at", "is", null)).as("ratings"),
    ])
    .executeTakeFirstOrThrow();
  return {
    teams: Boolean(teams),
    staffJoined: Boolean(staffJoined),
    games: Boolean(games),
    ratings: Boolean(ratings),
  };
}
