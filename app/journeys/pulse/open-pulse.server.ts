import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { type AskedParent, answerPulse, askedParent } from "#app/domain/club/pulse/answers.server.ts";
import { type LinkedPulse, linkedPulse } from "#app/domain/control/pulse/pulse-links.server.ts";
import { unqueuePulseMails } from "#app/journeys/club-events/queue-pulse-mails.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** A pulse opened by its link. */
export type OpenedPulse = AskedParent & { link: LinkedPulse; db: ClubDb; control: ControlDb };

/**
 * Opens a pulse by the token of its link, which is all the authority there is (product/reports.md#pulse). Changes
 * nothing: mail programs open links unasked.
 * @param openClub leases the file of the club that the link names
 * @returns null for an unknown token, one that a newer link replaced, and one whose parent or pulse is gone
 */
export async function openPulseLink(
  control: ControlDb,
  openClub: (link: LinkedPulse) => Promise<ClubDb>,
  token: string,
): Promise<OpenedPulse | null> {
  const link = await linkedPulse(control, token);
  if (!link) return null;
  const db = await openClub(link);
  const asked = await askedParent(db, link.invitationId);
  return asked?.invitation.issue === link.issue ? { ...asked, link, db, control } : null;
}

/** Stores what a parent answers by their link, and takes back what still waits to be mailed to them. */
export async function answerByLink(
  { db, control, invitation }: OpenedPulse,
  answer: Parameters<typeof answerPulse>[2],
): ReturnType<typeof answerPulse> {
  const result = await inTransaction(db, (tx) => answerPulse(tx, invitation, answer, now()));
  if (result.ok) await unqueuePulseMails(control, [invitation.id]);
  return result;
}
