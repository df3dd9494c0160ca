import type { ExpressionBuilder } from "kysely";
import { z } from "zod";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlSchema, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import {
  changesSince,
  PRIVACY_VERSION,
  privacyChangesSince,
  TERMS_NOTICE_DAYS,
  TERMS_VERSION,
} from "#app/domain/values/legal-versions.ts";
import { oneOf } from "#app/forms/fields.server.ts";
import { MAILS_A_BATCH, type Mail, queueMails } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Stores that an account accepted the newest terms. @param at ISO-8601 UTC */
export async function acceptTerms(tx: ControlTx, accountId: string, at: string): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ terms_version: TERMS_VERSION, terms_asked: TERMS_VERSION, terms_accepted_at: at })
    .where("id", "=", accountId)
    .execute();
}

/** Stores that an account was asked about the newest terms and went on without accepting them. */
export async function postponeTerms(control: ControlDb, accountId: string): Promise<void> {
  await control
    .updateTable("accounts")
    .set({ terms_asked: TERMS_VERSION })
    .where("id", "=", accountId)
    .execute();
}

/** Loads the version of the terms that an account accepted and the newest that it was asked about; 0 for none. */
export async function termsOf(
  control: ControlDb,
  accountId: string,
): Promise<{ accepted: number; asked: number }> {
  const row = await control
    .selectFrom("accounts")
    .select(["terms_version", "terms_asked"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  return { accepted: row?.terms_version ?? 0, asked: row?.terms_asked ?? 0 };
}

/** An administrator whose account has earlier terms than the newest. */
export interface TermsReader {
  accountId: string;
  name: string;
  email: string;
  accepted: number;
}

/** Tells whether an account administers a club. */
const isAdministrator = (eb: ExpressionBuilder<ControlSchema, "accounts">) =>
  eb.exists(
    eb
      .selectFrom("memberships")
      .select("memberships.account_id")
      .whereRef("memberships.account_id", "=", "accounts.id")
      .where("memberships.role", "=", "club_admin"),
  );

/**
 * Loads administrators of clubs who accepted earlier terms and got no mail about the newest, by account id; a club's
 * own account reads at the club's address.
 */
export async function administratorsWithEarlierTerms(
  control: ControlDb,
  limit: number,
): Promise<TermsReader[]> {
  const rows = await control
    .selectFrom("accounts")
    .leftJoin("clubs", "clubs.code", "accounts.club_code")
    .select(["accounts.id", "accounts.name", "accounts.email", "accounts.terms_version"])
    .select("clubs.email as clubEmail")
    .where((eb) => eb.or([eb("terms_version", "is", null), eb("terms_version", "<", TERMS_VERSION)]))
    .where((eb) => eb.or([eb("terms_mailed", "is", null), eb("terms_mailed", "<", TERMS_VERSION)]))
    .where(isAdministrator)
    .orderBy("accounts.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, name, email, clubEmail, terms_version }) => ({
    accountId: id,
    name,
    email: email ?? clubEmail ?? "",
    accepted: terms_version ?? 0,
  }));
}

/** Stores that accounts were mailed about the newest terms. */
export async function noteTermsMailed(tx: ControlTx, accountIds: readonly string[]): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ terms_mailed: TERMS_VERSION })
    .where("id", "in", accountIds)
    .execute();
}

/** Accepts the newest terms for a signed-in person; the audit log of each of their clubs says so. */
export const acceptNewTerms = (control: ControlDb, accountId: string): Promise<void> =>
  inTransaction(control, async (tx) => {
    const at = now();
    await acceptTerms(tx, accountId, at.toISOString());
    await recordAccountAudit(tx, accountId, {
      kind: "account.terms-accepted",
      actor: { kind: "account", id: accountId },
      subject: accountId,
      detail: { version: TERMS_VERSION },
      at,
    });
  });

/**
 * Mails the newest terms to every administrator whose account has earlier ones, once for each account and version
 * (product/pages.md#legal-texts).
 * @returns how many mails were queued
 */
export async function announceTerms(control: ControlDb): Promise<number> {
  const holdsFrom = addDays(now().toISOString().slice(0, 10), TERMS_NOTICE_DAYS);
  let queued = 0;
  for (;;) {
    const readers = await inTransaction(control, async (tx) => {
      const chunk = await administratorsWithEarlierTerms(tx, MAILS_A_BATCH);
      if (chunk.length === 0) return chunk;
      await noteTermsMailed(
        tx,
        chunk.map(({ accountId }) => accountId),
      );
      await queueMails(
        tx,
        chunk.filter(({ email }) => email !== "").map((reader) => mailTo(reader, holdsFrom)),
      );
      return chunk;
    });
    if (readers.length === 0) return queued;
    queued += readers.length;
  }
}

/**
 * Mails the newest privacy policy to every administrator whose account is older than it, once for each account and
 * version (product/pages.md#legal-texts).
 * @returns how many mails were queued
 */
export async function announcePrivacy(control: ControlDb): Promise<number> {
  const holdsFrom = addDays(now().toISOString().slice(0, 10), TERMS_NOTICE_DAYS);
  let queued = 0;
  for (;;) {
    const readers = await inTransaction(control, async (tx) => {
      const chunk = await administratorsWithEarlierPolicy(tx, MAILS_A_BATCH);
      if (chunk.length === 0) return chunk;
      await tx
        .updateTable("accounts")
        .set({ privacy_mailed: PRIVACY_VERSION })
        .where(
          "id",
          "in",
          chunk.map(({ accountId }) => accountId),
        )
        .execute();
      await queueMails(
        tx,
        chunk.filter(({ email }) => email !== "").map((reader) => privacyMailTo(reader, holdsFrom)),
      );
      return chunk;
    });
    if (readers.length === 0) return queued;
    queued += readers.length;
  }
}

/** An administrator whose account is older than the newest policy, and the version that they were mailed last. */
interface PolicyReader extends Omit<TermsReader, "accepted"> {
  mailed: number;
}

/** Lists administrators whose account is older than the newest policy: only these are mailed. */
async function administratorsWithEarlierPolicy(control: ControlDb, limit: number): Promise<PolicyReader[]> {
  const rows = await control
    .selectFrom("accounts")
    .leftJoin("clubs", "clubs.code", "accounts.club_code")
    .select(["accounts.id", "accounts.name", "accounts.email", "clubs.email as clubEmail"])
    .select("accounts.privacy_mailed as mailed")
    .where((eb) => eb.or([eb("privacy_mailed", "is", null), eb("privacy_mailed", "<", PRIVACY_VERSION)]))
    .where(isAdministrator)
    .orderBy("accounts.id")
    .limit(limit)
    .execute();
  return rows.map(({ id, name, email, clubEmail, mailed }) => ({
    accountId: id,
    name,
    email: email ?? clubEmail ?? "",
    mailed: mailed ?? 0,
  }));
}

const privacyMailTo = ({ accountId, name, email, mailed }: PolicyReader, holdsFrom: string): Mail => ({
  key: `privacy:${PRIVACY_VERSION}:${accountId}`,
  template: "privacy-changed",
  variables: { name, changes: privacyChangesSince(mailed), holdsFrom, link: `${env().appUrl}/privacy` },
  to: email,
  bulk: true,
});

const mailTo = ({ accountId, name, email, accepted }: TermsReader, holdsFrom: string): Mail => ({
  key: `terms:${TERMS_VERSION}:${accountId}`,
  template: "terms-changed",
  variables: {
    ...{ name, changes: changesSince(accepted), holdsFrom },
    termsLink: `${env().appUrl}/terms`,
    acceptLink: `${env().appUrl}/account/terms`,
  },
  to: email,
  bulk: true,
});

/** Form in which an administrator accepts new terms or decides later (product/pages.md#legal-texts). */
export const termsSchema = z.object({
  intent: oneOf(["accept", "later"], "Accept the terms, or decide later"),
});
