import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlDb, ControlTx, EmailChangesTable } from "#app/db/control/schema.ts";
import { now } from "#app/runtime/clock.server.ts";
import { linkToken, newSecret, storedLinkToken } from "#app/runtime/ids.server.ts";
import { createLink, openSetupLink } from "./links.server.ts";

/** Creates a setup link for a club. @returns its documented address (product/accounts.md#links). */
export async function issueSetupLink(tx: ControlTx, club: ClubsTable, at: Date): Promise<string> {
  const token = linkToken("setup", club.code, at.getTime());
  await createLink(
    tx,
    { purpose: "setup", club_code: club.code, subject_id: club.code, email: club.email, token },
    at,
  );
  const path = setupPath({ code: club.code, name: club.name, contactName: club.contact_name }, token);
  return env().appUrl + path;
}

/** Loads the path of a club's newest working setup link, or null. Its token is derived: only the hash is stored. */
export async function currentSetupPath(
  control: ControlDb,
  club: { code: string; name: string; contactName: string },
  at: Date,
): Promise<string | null> {
  const link = await openSetupLink(control, club.code, at);
  const token = link && storedLinkToken(link.token_hash, "setup", club.code, Date.parse(link.created_at));
  return token ? setupPath(club, token) : null;
}

function setupPath(club: { code: string; name: string; contactName: string }, token: string): string {
  const query = new URLSearchParams({
    setup: club.code.toUpperCase(),
    club: club.name,
    name: club.contactName,
    token,
  });
  return `/contact?${query}`;
}

/** Creates the link with which a club pays again after a failed payment. @returns its address. */
export async function issuePaymentLink(
  tx: ControlTx,
  club: ClubsTable,
  sessionId: string,
  at: Date,
): Promise<string> {
  const token = linkToken("payment", sessionId, 1);
  await createLink(
    tx,
    { purpose: "payment", club_code: club.code, subject_id: club.code, email: club.email, token },
    at,
  );
  return `${env().appUrl}/pay?token=${token}`;
}

const addressOf = (token: string) => `${env().appUrl}/account/email/take-back?token=${token}`;

/**
 * Makes the link with which the address that an account has left takes it back for 7 days
 * (product/accounts.md#own-account).
 */
export async function takeBackLink(tx: ControlTx, change: EmailChangesTable, at: Date): Promise<string> {
  const { id, email_before: email } = change;
  const token = newSecret();
  await createLink(tx, { purpose: "email-back", club_code: null, subject_id: id, email, token }, at);
  return addressOf(token);
}

/**
 * Does the same for a club's address (product/clubs.md#club-email). null where the club has just been taken back to
 * `after`: the person it was taken from must not turn it around.
 */
export async function clubTakeBackLink(
  tx: ControlTx,
  { code, email }: Pick<ClubsTable, "code" | "email">,
  after: string,
): Promise<string | null> {
  const takenBack = await tx
    .selectFrom("link_tokens")
    .select("token_hash")
    .where("subject_id", "=", code)
    .where("purpose", "=", "club-email-back")
    .where("email", "=", after)
    .where("used_at", "is not", null)
    .executeTakeFirst();
  if (takenBack) return null;
  const token = newSecret();
  await createLink(
    tx,
    { purpose: "club-email-back", club_code: code, subject_id: code, email, token },
    now(),
  );
  return addressOf(token);
}
