import type { ClubTx } from "#app/db/club/schema.ts";
import { addContacts } from "#app/domain/club/contacts/add-contacts.server.ts";
import { addChildByHand, findContactByEmail } from "#app/domain/club/contacts/contacts.server.ts";
import type { NewChild } from "#app/domain/club/contacts/contacts.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { waitForClub } from "./registrations.server.ts";

export interface AddedParent {
  name: string;
  email: string;
  child: NewChild & { teamId: string };
}

/**
 * Adds a parent with a child by hand; to a known address the child alone. If the parent is known but has no child in
 * the adder's teams, their data stays hidden: the child is queued for an administrator, as a registration is
 * (product/parents.md#contacts).
 * @param about.scope the teams of whose parents the adder may see everything
 * @returns 'known': the same child exists, or is queued already
 */
export async function addParent(
  tx: ClubTx,
  { name, email, child }: AddedParent,
  { scope, by, at }: { scope: TeamScope; by: string; at: string },
): Promise<{ ok: true; added: "parent" | "child" | "waits" } | { ok: false; problem: "known" }> {
  const known = await findContactByEmail(tx, email);
  if (!known) {
    await addContacts(tx, [{ name, email, children: [child] }], { source: "manual", by, at });
    return { ok: true, added: "parent" };
  }
  if (scope !== "all" && !(await hasChildIn(tx, known.id, scope))) {
    const waits = await waitForClub(
      tx,
      { name, email, child_name: child.name, team_id: child.teamId },
      by,
      at,
    );
    return waits ? { ok: true, added: "waits" } : { ok: false, problem: "known" };
  }
  const { id: agreementId } = await tx
    .selectFrom("agreements")
    .select("id")
    .where("contact_id", "=", known.id)
    .executeTakeFirstOrThrow();
  const added = await addChildByHand(tx, known.id, child, { agreementId, by, at });
  return added ? { ok: true, added: "child" } : { ok: false, problem: "known" };
}

async function hasChildIn(tx: ClubTx, contactId: string, teamIds: readonly string[]): Promise<boolean> {
  const child = await tx
    .selectFrom("children")
    .select("id")
    .where("contact_id", "=", contactId)
    .where("team_id", "in", teamIds)
    .limit(1)
    .executeTakeFirst();
  return child !== undefined;
}
