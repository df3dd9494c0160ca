import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { acceptTerms } from "#app/domain/control/terms/terms.server.ts";
import { TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Somebody who is signed in accepts the newest terms; the audit log of each of their clubs says so. */
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
