import type { ClubTx } from "#app/db/club/schema.ts";
import { now } from "#app/runtime/clock.server.ts";
import { type InviteProblem, inviteStaff } from "./invitations.server.ts";
import { endMembers, staffOf } from "./staff.server.ts";

export interface Succession {
  teamId: string;
  /** Lower case. */
  email: string;
  name: string;
  /** Whether the present manager stays until the new one joins, or goes now. */
  until: "joined" | "now";
  /** The name of whoever replaces them. */
  by: string;
}

/**
 * Invites the manager who follows a team's active one, who stays until then or goes at once
 * (product.md#one-manager-after-another). The same form sent twice is one invitation; a second successor is refused
 * with 'manager-there'.
 */
export async function replaceManager(
  tx: ClubTx,
  { teamId, email, name, until, by }: Succession,
  at: Date = now(),
): Promise<{ ok: true } | { ok: false; problem: InviteProblem }> {
  const invitation = { teamId, role: "manager", coachRole: null, email, name, by, succeeds: true } as const;
  const invited = await inviteStaff(tx, invitation, at);
  if (!invited.ok || until === "joined") return invited;
  const members = await staffOf(tx, [teamId]);
  const present = members.filter(({ role, status }) => role === "manager" && status === "active");
  await endMembers(tx, present, { by, ending: "replaced", at });
  return invited;
}
