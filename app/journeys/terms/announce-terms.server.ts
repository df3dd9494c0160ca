import { env } from "#app/config/env.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  administratorsWithEarlierTerms,
  noteTermsMailed,
  type TermsReader,
} from "#app/domain/control/terms/terms.server.ts";
import { addDays } from "#app/domain/values/days.ts";
import { changesSince, TERMS_NOTICE_DAYS, TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { MAILS_A_BATCH, type Mail, queueMails } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Mails the newest terms to every administrator whose account has earlier ones, once for each account and version
 * (product.md#legal-texts).
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
