import type { RatingsTable } from "#app/db/club/schema.ts";
import { INVITATIONS_A_DAY } from "#app/domain/values/daily-limits.ts";
import { undeliveredWords } from "#app/domain/values/delivery.ts";
import type { Role } from "#app/permissions/club-permissions.ts";
import type { CorrectionProblem, InviteProblem } from "./invitations.server.ts";
import type { Member } from "./staff.server.ts";
import type { Assignment, CoachRole, StaffRole, StaffState } from "./staff.ts";

export const roleName: Record<Role, string> = {
  club_admin: "Club Administrator",
  team_manager: "Team Manager",
  coach: "Coach",
  support: "Goodside support, reading",
  support_editor: "Goodside support",
};

export const coachRoleName: Record<CoachRole, string> = {
  head: "Head Coach",
  assistant: "Assistant Coach",
};

/** The capacity in which somebody rated a game. */
export const ratedAsName = {
  ...coachRoleName,
  manager: roleName.team_manager,
  admin: roleName.club_admin,
} satisfies Record<RatingsTable["given_as"], string>;

/** Returns 'Manager', 'Head Coach', 'Assistant Coach'. */
export function staffTitle({ role, coachRole }: Pick<Assignment, "role" | "coachRole">): string {
  return role === "manager" ? "Manager" : coachRoleName[coachRole ?? "head"];
}

export const staffStateName: Record<StaffState, string> = {
  pending: "Pending",
  expired: "Expired",
  active: "Active",
};

/** Returns the state's kind: an invitation that did not arrive, or has expired, needs the club to act. */
export function staffStateKind(of: { state: StaffState; undelivered: boolean }): "done" | "act" | "plain" {
  if (of.state === "active") return "done";
  return of.undelivered || of.state === "expired" ? "act" : "plain";
}

/** Says what an administrator reads under a pending invitation of whose email something is known. */
export function deliveryLabel({
  delivery,
  deliveryReason,
}: Pick<Member, "delivery" | "deliveryReason">): string {
  const said = undeliveredWords(delivery, deliveryReason);
  return said ? `${said.what} ${said.way}` : "The email has arrived.";
}

/** Returns why a corrected address is refused, by the form's field. */
export function correctionProblemLabels(
  problem: Exclude<CorrectionProblem, "not-found" | "already-joined"> | "daily-limit",
  { email, role }: { email: string; role: StaffRole },
): Record<string, string> {
  switch (problem) {
    case "same-address":
      return { email: "This is the address that takes no mail. Enter another one." };
    case "changed":
      return { "": "This invitation was sent again in the meantime. Look at it on the team's page first." };
    default:
      return inviteProblemLabels(problem, { email, role });
  }
}

export const dailyLimitLabel = `Your club has sent ${INVITATIONS_A_DAY} invitations in the last 24 hours, which is the limit. Please try again tomorrow.`;

/** Returns the same where several would be sent at once. */
export const severalDailyLimitLabel = (invitations: number) =>
  `${invitations} invitations would be more than your club can send in 24 hours, which is ${INVITATIONS_A_DAY}. Send fewer now, and the others tomorrow.`;

export const alreadyJoinedLabel = "This person has joined in the meantime: nothing to resend.";

/** Returns why an invitation is refused, by the form's field. */
export function inviteProblemLabels(
  problem: Exclude<InviteProblem, "not-found"> | "daily-limit",
  { email, role }: { email: string; role: StaffRole },
): Record<string, string> {
  switch (problem) {
    case "daily-limit":
      return { "": dailyLimitLabel };
    case "already-invited":
      return {
        email: `${email} is already invited to this team. Use Resend on the team's page to send a new link.`,
      };
    case "already-member":
      return { email: `${email} is already ${role} of this team.` };
    case "manager-there":
      return {
        "": "This team has a manager, or one is invited. Use 'Replace the Manager' on the team's page, or take back the open invitation first.",
      };
  }
}
