import type { Role } from "./club-user.ts";
import type { InviteProblem } from "./invitations.server.ts";
import { type Assignment, INVITATIONS_A_DAY, type StaffRole, type StaffState } from "./staff.ts";

export const roleName: Record<Role, string> = {
  club_admin: "Club Administrator",
  team_manager: "Team Manager",
  coach: "Coach",
};

/** 'Manager', 'Head Coach', 'Assistant Coach'. */
export function staffTitle({ role, coachRole }: Pick<Assignment, "role" | "coachRole">): string {
  if (role === "manager") return "Manager";
  return coachRole === "assistant" ? "Assistant Coach" : "Head Coach";
}

export const staffStateName: Record<StaffState, string> = {
  pending: "Pending",
  expired: "Expired",
  active: "Active",
};

export const dailyLimitLabel = `Your club has sent ${INVITATIONS_A_DAY} invitations in the last 24 hours, which is the limit. Please try again tomorrow.`;

export const alreadyJoinedLabel = "This person has joined in the meantime: nothing to resend.";

/** Why an invitation is refused, by the form's field. */
export function inviteProblemLabels(
  problem: Exclude<InviteProblem, "not-found"> | "daily-limit",
  { email, role }: { email: string; role: StaffRole },
): Record<string, string> {
  switch (problem) {
    case "daily-limit":
      return { "": dailyLimitLabel };
    case "already-invited":
      return {
        email: `${email} is already invited to this team. Use Resend on the Teams page to send a new link.`,
      };
    case "already-member":
      return { email: `${email} is already ${role} of this team.` };
    case "manager-there":
      return {
        "": "This team has a manager, or one is invited. Remove that person on the Teams page first.",
      };
  }
}
