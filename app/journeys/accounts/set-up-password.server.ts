import type { ControlDb, LinkTokensTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { clubAccountByCode, replacePassword } from "#app/domain/control/accounts/accounts.server.ts";
import { findLink, spendLink } from "#app/domain/control/accounts/links.server.ts";
import { hashPassword } from "#app/domain/control/accounts/password.server.ts";
import { unlock, withinLimit } from "#app/domain/control/accounts/sign-in-limits.server.ts";
import { clubOf } from "#app/domain/control/clubs/clubs.server.ts";
import { newSetupLink, passwordIsThere, passwordSet } from "#app/journeys/signup/sign-up-emails.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { issueSetupLink, spendLinksOf } from "./setup-links.server.ts";

/** The link and the club of a setup address, or null: wrong, used, expired, or another club's. */
export async function openSetup(control: ControlDb, address: { code: string | null; token: string | null }) {
  const link = await findLink(control, "setup", address.token, now());
  if (typeof link === "string" || link.club_code !== address.code?.toLowerCase()) return null;
  const club = await clubOf(control, link.club_code);
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
  const account = await clubAccountByCode(control, link.subject_id);
  if (!account) throw new Error(`The club ${link.subject_id} has no account of its own`);
  const passwordHash = await hashPassword(password);
  const done = await inTransaction(control, async (tx) => {
    const at = now();
    if (!(await spendLink(tx, link.token_hash, at))) return false;
    await spendLinksOf(tx, "setup", link.subject_id, at);
    await replacePassword(tx, account.id, passwordHash, at);
    const club = await clubOf(tx, link.subject_id);
    if (club) await passwordSet(tx, club, link.token_hash);
    return true;
  });
  if (done) await unlock(link.subject_id);
  return done;
}

const NEW_LINKS_A_CLIENT = { points: 10, seconds: 3600 };
const NEW_LINKS_A_CLUB = { points: 3, seconds: 3600 };

/**
 * Mails a new setup link to the club's own address, or where it has a password the way to a reset. Whoever asks
 * is told nothing, also not of the limits: neither whether there is such a club nor where the mail goes.
 * @returns false where a limit was reached: for the log alone.
 */
export async function requestSetupLink(control: ControlDb, code: string, ip: string): Promise<boolean> {
  if (!(await withinLimit("setup-link-client", ip, NEW_LINKS_A_CLIENT))) return false;
  const club = await clubOf(control, code.toLowerCase());
  if (!club || club.status === "creating") return true;
  if (!(await withinLimit("setup-link-club", club.code, NEW_LINKS_A_CLUB))) return false;
  const account = await clubAccountByCode(control, club.code);
  await inTransaction(control, async (tx) => {
    const key = `setup-link:${newId()}`;
    if (account?.password_hash) return passwordIsThere(tx, club, key);
    return newSetupLink(tx, club, { key, setupLink: await issueSetupLink(tx, club, now()) });
  });
  return true;
}
