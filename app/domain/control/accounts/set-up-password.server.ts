import type { ControlDb, LinkTokensTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import {
  sendPasswordExists,
  sendPasswordSet,
  sendSetupLink,
} from "#app/domain/control/club-emails/club-emails.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { issueSetupLink } from "#app/domain/control/links/link-addresses.server.ts";
import { consumeLink, consumeLinksOf, findLink } from "#app/domain/control/links/links.server.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { findClubAccount, replacePassword } from "./accounts.server.ts";

/** Loads the link and club of a setup address; null if the link is unknown, used, expired or another club's. */
export async function openSetup(control: ControlDb, address: { code: string | null; token: string | null }) {
  const found = await findLink(control, "setup", address.token, now());
  if (!found.ok || found.link.club_code !== address.code?.toLowerCase()) return null;
  const club = await findClub(control, found.link.club_code);
  return club ? { link: found.link, club } : null;
}

/**
 * Sets a club's first password: all its setup links are used up, its sessions end and it gets an email.
 * @throws TooBusy
 */
export async function setUpPassword(
  control: ControlDb,
  link: LinkTokensTable,
  password: string,
): Promise<{ ok: true } | { ok: false; problem: "link-used" }> {
  const account = await findClubAccount(control, link.subject_id);
  if (!account) throw new Error(`The club ${link.subject_id} has no account of its own`);
  const passwordHash = await hashPassword(password);
  const done = await inTransaction(control, async (tx) => {
    const at = now();
    if (!(await consumeLink(tx, link.token_hash, at))) return false;
    await consumeLinksOf(tx, "setup", link.subject_id, at);
    await replacePassword(tx, account.id, passwordHash, at);
    const actor = { kind: "account", id: account.id } as const;
    await recordAccountAudit(tx, account.id, { kind: "account.password-set", actor, at });
    const club = await findClub(tx, link.subject_id);
    if (club) await sendPasswordSet(tx, club, link.token_hash);
    return true;
  });
  if (!done) return { ok: false, problem: "link-used" };
  return { ok: true };
}

/**
 * Queues the work of mailing a club a new setup link. An unknown club, a known one and a reached limit look the same to
 * the user; the request does the same work for every code, and only the job looks it up.
 */
export async function requestSetupLink(
  control: ControlDb,
  code: string,
  ip: string,
): Promise<{ ok: true } | { ok: false; problem: "rate-limited" }> {
  if (!((await mayUse("setup-link-client", ip)) && (await mayUse("setup-link-club", code))))
    return { ok: false, problem: "rate-limited" };
  const payload: SetupLinkRequest = { code, requestId: newId(), requestedAt: nowIso() };
  await enqueue(control, { kind: "setup-link.send", payload });
  return { ok: true };
}

export interface SetupLinkRequest {
  code: string;
  requestId: string;
  requestedAt: string;
}

/**
 * Emails a club's own address a new setup link, or the way to a reset once its password is set; nothing for an unknown
 * code. Repeating it for the same request sends nothing twice.
 */
export async function sendRequestedSetupLink(
  control: ControlDb,
  { code, requestId, requestedAt }: SetupLinkRequest,
): Promise<void> {
  const club = await findClub(control, code);
  if (!club || club.status === "creating") return;
  const account = await findClubAccount(control, club.code);
  await inTransaction(control, async (tx) => {
    const key = `setup-link:${requestId}`;
    if (account?.password_hash) return sendPasswordExists(tx, club, key);
    const setupLink = await issueSetupLink(tx, club, new Date(requestedAt));
    return sendSetupLink(tx, club, { key, setupLink });
  });
}
