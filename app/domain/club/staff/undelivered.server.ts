import type { ClubDb, ClubTx, StaffTable } from "#app/db/club/schema.ts";
import type { Member } from "./staff.server.ts";

/** A pending invitation whose email did not arrive, with its team. */
export interface UndeliveredInvitation {
  staffId: string;
  teamId: string;
  teamName: string;
  role: Member["role"];
  coachRole: Member["coachRole"];
  email: string;
  /** bounced: the address takes no mail; complained: it was marked as spam. */
  delivery: "bounced" | "complained";
}

/**
 * Stores what became of the email of one sending of an invitation (product.md#undelivered-mail). A sending that was
 * replaced, accepted or revoked since changes nothing.
 */
export async function recordInvitationDelivery(
  tx: ClubTx,
  { id, issue, invitedAt }: Pick<Member, "id" | "issue" | "invitedAt">,
  delivery: NonNullable<StaffTable["delivery"]>,
): Promise<void> {
  await tx
    .updateTable("staff")
    .set({ delivery })
    .where("id", "=", id)
    .where("issue", "=", issue)
    .where("invited_at", "=", invitedAt)
    .where("status", "=", "pending")
    .execute();
}

/** Lists the pending invitations that wait for a better address, by team name; for club administrators only. */
export async function undeliveredInvitations(db: ClubDb): Promise<UndeliveredInvitation[]> {
  const rows = await db
    .selectFrom("staff")
    .innerJoin("teams", "teams.id", "staff.team_id")
    .select([
      "staff.id as staffId",
      "teams.id as teamId",
      "teams.name as teamName",
      "staff.role",
      "staff.coach_role as coachRole",
      "staff.email",
      "staff.delivery",
    ])
    .where("staff.status", "=", "pending")
    .where("staff.delivery", "in", ["bounced", "complained"])
    .where("teams.status", "=", "active")
    .orderBy("teams.name")
    .orderBy("staff.email")
    .execute();
  return rows as UndeliveredInvitation[];
}
