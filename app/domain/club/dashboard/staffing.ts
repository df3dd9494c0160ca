import type { Member } from "#app/domain/club/staff/staff.server.ts";
import { staffState } from "#app/domain/club/staff/staff.ts";

interface TeamName {
  id: string;
  name: string;
}

/** What a club's teams lack in people. */
export interface Staffing {
  /** Teams without a manager, or without a coach, invited ones included. */
  withoutManager: TeamName[];
  withoutCoach: TeamName[];
  /** Invitations that ran out before they were accepted. */
  expired: Member[];
  /** Invitations that may still be accepted. */
  pending: Member[];
  hasJoined: boolean;
}

/** Who is missing in a club's teams at a moment (product.md#dashboard). `staff` are those of the teams. */
export function staffingOf(teams: readonly TeamName[], staff: readonly Member[], at: Date): Staffing {
  const lacks = (role: Member["role"]) =>
    teams.filter(({ id }) => !staff.some((member) => member.teamId === id && member.role === role));
  const inState = (state: ReturnType<typeof staffState>) =>
    staff.filter((member) => staffState(member, at) === state);
  return {
    withoutManager: lacks("manager"),
    withoutCoach: lacks("coach"),
    expired: inState("expired"),
    pending: inState("pending"),
    hasJoined: inState("active").length > 0,
  };
}
