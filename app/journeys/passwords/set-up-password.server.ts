import type { ControlDb, LinkTokensTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { findClubAccount, replacePassword } from "#app/domain/control/accounts/accounts.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { consumeLink, findLink } from "#app/domain/control/links/links.server.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import { mayMailSetupLink, mayRequestSetupLink } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { clearFailedAttempts } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import {
  sendPasswordExists,
  sendPasswordSet,
  sendSetupLink,
} from "#app/journeys/clubs/club-emails.server.ts";
import { consumeLinksOf, issueSetupLink } from "#app/journeys/links/club-links.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** The link and the club of a setup address, or null: wrong, used, expired, or another club's. */
export async function openSetup(control: ControlDb, address: { code: string | null; token: string | null }) {
  const link = await findLink(control, "setup", address.token, now());
  if (typeof link === "string" || link.club_code !== address.code?.toLowerCase()) return null;
  const club = await findClub(control, link.club_code);
  return club ? { link, club } : null;
}

/**
 * Sets the club's password, uses all its setup links up, ends its sessions and says so by mail.
 * @returns false where somebody was faster with the link.
 * @throws TooBusy
 */
export async function setUpPassword(
  control: ControlDb,
  link: LinkTokensTable,
  password: string,
): Promise<boolean> {
  const account = await findClubAccount(control, link.subject_id);
  if (!account) throw new Error(`The club ${link.subject_id} has no account of its own`);
  const passwordHash = await hashPassword(password);
  const done = await inTransaction(control, async (tx) => {
    const at = now();
    if (!(await consumeLink(tx, link.token_hash, at))) return false;
    await consumeLinksOf(tx, "setup", link.subject_id, at);
    await replacePassword(tx, account.id, passwordHash, at);
    const club = await findClub(tx, link.subject_id);
    if (club) await sendPasswordSet(tx, club, link.token_hash);
    return true;
  });
  if (done) await clearFailedAttempts(link.subject_id);
  return done;
}

/**
 * Mails a new setup link to the club's own address, or where it has a password the way to a reset. Whoever asks
 * is told nothing, also not of the limits: neither whether there is such a club nor where the mail goes.
 * @returns false where a limit was reached: for the log alone.
 */
export async function requestSetupLink(control: ControlDb, code: string, ip: string): Promise<boolean> {
  if (!(await mayRequestSetupLink(ip))) return false;
  const club = await findClub(control, code.toLowerCase());
  if (!club || club.status === "creating") return true;
  if (!(await mayMailSetupLink(club.code))) return false;
  const account = await findClubAccount(control, club.code);
  await inTransaction(control, async (tx) => {
    const key = `setup-link:${newId()}`;
    if (account?.password_hash) return sendPasswordExists(tx, club, key);
    return sendSetupLink(tx, club, { key, setupLink: await issueSetupLink(tx, club, now()) });
  });
  return true;
}
