import type { Member } from "#app/domain/club/staff/staff.server.ts";
import { staffState } from "#app/domain/club/staff/staff.ts";
import { isDead } from "#app/domain/values/delivery.ts";

interface TeamName {
  id: string;
  name: string;
}

/** What a club's teams lack in people. */
export interface Staffing {
  /** Teams without a manager, or without a coach, invited ones included. */
  withoutManager: TeamName[];
  withoutCoach: TeamName[];
  /** Invitations whose email did not arrive. */
  undelivered: Member[];
  /** Other invitations that ran out before they were accepted. */
  expired: Member[];
  /** Other invitations that may still be accepted. */
  pending: Member[];
  hasJoined: boolean;
}

/** Who is missing in a club's teams at a moment (product.md#dashboard). `staff` are those of the teams. */
export function staffingOf(teams: readonly TeamName[], staff: readonly Member[], at: Date): Staffing {
  const lacks = (role: Member["role"]) =>
    teams.filter(({ id }) => !staff.some((member) => member.teamId === id && member.role === role));
  const undelivered = staff.filter(({ status, delivery }) => status === "pending" && isDead(delivery));
  const inState = (state: ReturnType<typeof staffState>) =>
    staff.filter((member) => staffState(member, at) === state && !undelivered.includes(member));
  return {
    withoutManager: lacks("manager"),
    withoutCoach: lacks("coach"),
    undelivered,
    expired: inState("expired"),
    pending: inState("pending"),
    hasJoined: inState("active").length > 0,
  };
}
