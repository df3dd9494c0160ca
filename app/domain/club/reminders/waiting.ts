import type { Side } from "#app/domain/club/ratings/ratings.ts";
import { compareNames } from "#app/domain/values/names.ts";
import type { TeamRaterWork, WaitingGame } from "./unrated.server.ts";

/** Person with open ratings, in all of their teams of the list. */
export interface WaitingRater {
  accountId: string;
  name: string;
  /** 'Head Coach of the Hawks' */
  places: { teamName: string; side: Side; coachRole: TeamRaterWork["coachRole"] }[];
  /** Games by team and side; one that they both coach and manage counts twice, as it takes two ratings. */
  waiting: number;
  remindedAt: string | null;
  /** True if the updates of one of those teams are on for them. */
  updatesOn: boolean;
}

/** Returns the people with open ratings, those with the most games first. */
export function waitingRaters(staff: readonly TeamRaterWork[]): WaitingRater[] {
  const people = new Map<string, WaitingRater>();
  for (const member of staff) {
    const { accountId, waiting, teamName, side, coachRole } = member;
    if (accountId === null || waiting === 0) continue;
    const known = people.get(accountId);
    const place = { teamName, side, coachRole };
    if (known) {
      known.places.push(place);
      known.waiting += waiting;
      known.updatesOn ||= member.updatesOn;
    } else {
      const { name, remindedAt, updatesOn } = member;
      people.set(accountId, { accountId, name, places: [place], waiting, remindedAt, updatesOn });
    }
  }
  return [...people.values()].sort((a, b) => b.waiting - a.waiting || compareNames(a.name, b.name));
}

/** Side without a rating of a game, and the people who could give it. */
export interface MissingSide {
  side: Side;
  /** Active staff on that side. */
  raters: { accountId: string; name: string }[];
  /** True if the side is empty but a person is invited. */
  invited: boolean;
}

/**
 * Lists the sides that have not rated, with their possible raters (product/notifications.md#reminders-to-rate). It
 * tells no score.
 */
export function missingSides(
  game: Pick<WaitingGame, "team_id" | "coachRated" | "managerRated">,
  staff: readonly TeamRaterWork[],
): MissingSide[] {
  const missing: Side[] = [
    ...(game.coachRated ? [] : ["coach" as const]),
    ...(game.managerRated ? [] : ["manager" as const]),
  ];
  return missing.map((side) => {
    const members = staff.filter((member) => member.teamId === game.team_id && member.side === side);
    const raters = members.flatMap(({ accountId, name }) =>
      accountId === null ? [] : [{ accountId, name }],
    );
    return { side, raters, invited: raters.length === 0 && members.length > 0 };
  });
}
