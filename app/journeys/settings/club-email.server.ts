import { env } from "#app/config/env.server.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { ClubsTable, ControlDb, LinkTokensTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { setClubEmail } from "#app/domain/club/settings/profile.server.ts";
import { sendConfirmEmail } from "#app/domain/control/club-emails/club-emails.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import {
  consumeLinksOf,
  createLink,
  findLink,
  openEmailLink,
} from "#app/domain/control/links/links.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId, newSecret } from "#app/runtime/ids.server.ts";

/** An address that waits until its link is opened. */
export interface WaitingEmail {
  email: string;
  /** ISO-8601 UTC. */
  expiresAt: string;
}

/** Loads the club's unconfirmed new address, or null. */
export async function waitingEmail(control: ControlDb, clubCode: string): Promise<WaitingEmail | null> {
  const link = await openEmailLink(control, clubCode);
  return link ? { email: link.email, expiresAt: link.expires_at } : null;
}

/**
 * Mails a link to a new address of the club; a link before it stops working. The club's address stays what it is until
 * the link's button is pressed (product/clubs.md#club-email). At most 5 an hour, counted first.
 */
export async function requestEmailChange(
  control: ControlDb,
  clubCode: string,
  email: string,
): Promise<{ ok: true } | { ok: false; problem: "rate-limited" }> {
  if (!(await mayUse("club-email", clubCode))) return { ok: false, problem: "rate-limited" };
  await inTransaction(control, async (tx) => {
    const club = await findClub(tx, clubCode);
    if (!club) throw new Error(`No club ${clubCode}`);
    const at = now();
    await consumeLinksOf(tx, "club-email", clubCode, at);
    const token = newSecret();
    await createLink(
      tx,
      { purpose: "club-email", club_code: clubCode, subject_id: clubCode, email, token },
      at,
    );
    const link = `${env().appUrl}/account/confirm-email?token=${token}`;
    await sendConfirmEmail(tx, club, { key: `club-email:${newId()}`, email, link });
  });
  return { ok: true };
}

/** Withdraws a new address: its link stops working. */
export function cancelEmailChange(control: ControlDb, clubCode: string): Promise<void> {
  return inTransaction(control, (tx) => consumeLinksOf(tx, "club-email", clubCode, now()));
}

/** Loads the club that a confirmation link is about: to its own new address, or to its treasurer's. */
export async function findEmailLink(
  control: ControlDb,
  token: string | null,
): Promise<{ ok: true; link: LinkTokensTable; club: ClubsTable } | { ok: false }> {
  const own = await findLink(control, "club-email", token, now());
  const found = own.ok ? own : await findLink(control, "billing-email", token, now());
  const club = found.ok ? await findClub(control, found.link.subject_id) : null;
  return found.ok && club ? { ok: true, link: found.link, club } : { ok: false };
}

/**
 * Makes the address that the link was sent to the club's own: first in the club's file, whose event carries it to the
 * control database, uses the link up and tells the address before. Repeating it changes nothing.
 */
export function confirmEmail(ctx: { control: ControlDb; db: ClubDb }, link: LinkTokensTable): Promise<void> {
  const club = { code: link.subject_id };
  return changeClub({ ...ctx, club }, (tx) => setClubEmail(tx, link.email));
}
