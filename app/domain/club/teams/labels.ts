import { pluralize } from "#app/domain/values/pluralize.ts";
import type { TeamContents } from "./team-status.server.ts";
import { RESTORE_DAYS } from "./teams.ts";

/** Refuses a team whose name another team of the season has. */
export const nameTakenLabel = (season: string) =>
  `There is already a team with this name in ${season}. Use another name or season.`;

/** A coach is invited by email, so a name alone is not enough. */
export const coachEmailLabel = "Enter the head coach's email in the format name@example.com";

/** Refuses to bring a team back under a name that another team of the season has by now. */
export const nameTakenMeanwhileLabel = (name: string, season: string) =>
  `Another team is called ${name} in ${season} by now. Enter another name for the team that comes back.`;

export const tooLateToRestoreLabel = `A deleted team can be restored for ${RESTORE_DAYS} days. This one was deleted earlier: please contact support.`;

/** Lists a team's contents in numbers: '10 ratings', '190 points', '2 upcoming games'. Zeros are left out. */
export function contentsLabels(contents: TeamContents): string[] {
  const { ratings, points, games, upcoming, staff, invitations } = contents;
  return [
    [ratings, pluralize(ratings, "rating")],
    [points, pluralize(points, "point")],
    [games - upcoming, pluralize(games - upcoming, "past game")],
    [upcoming, pluralize(upcoming, "upcoming game")],
    [staff, `the access of ${pluralize(staff, "coach or manager", "coaches and managers")}`],
    [invitations, pluralize(invitations, "open invitation")],
  ].flatMap(([number, label]) => (number === 0 ? [] : [String(label)]));
}
