import type { ControlSchema } from "#app/db/control/schema.ts";
import { flush } from "#app/db/copy.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { platformAuditHead, recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { keepLosses } from "#app/domain/control/evidence/evidence-heads.server.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";
import { noteRestore } from "#app/mail/after-restore.server.ts";
import { lastBackupOf, noteBackup } from "../backup/last-backup.ts";
import type { EvidenceSeen } from "../verify/heads.ts";

/** Losses of a restore, for the operator. */
export interface RestoredControl {
  /** Number of mails to be sent. */
  mails: number;
  /** Rows of the platform's audit log that were seen before and are not in the copy. */
  lostAudit: number;
  /** Head of the audit log from here on. */
  audit: ChainHead;
}

/**
 * Marks a copied control database as an older one, with what it lacks. This happens before it is put in place, so that
 * a killed restore leaves none without these notes.
 * @param seen what was known at its target
 */
export async function noteInCopy(
  path: string,
  { seen, dataDir }: { seen: EvidenceSeen; dataDir: string },
): Promise<RestoredControl> {
  const control = kyselyOver<ControlSchema>(openFile(path));
  try {
    const kept = (await platformAuditHead(control))?.seq ?? 0;
    // The note of the last backup replaces a database that is gone, or cannot be read.
    const furthest = Math.max(seen.audit?.seq ?? 0, lastBackupOf(dataDir)?.audit?.seq ?? 0);
    const lostAudit = Math.max(0, furthest - kept);
    const actor = { kind: "system", id: null } as const;
    if (lostAudit > 0) {
      const detail = { kept, lost: lostAudit };
      await inTransaction(control, (tx) =>
        recordAudit(tx, { kind: "staff.data-restored", actor, detail, at: new Date() }),
      );
    }
    await keepLosses(control, seen.losses);
    // Payments since the backup are missing here: without a comparison record Stripe is asked within minutes.
    await control.deleteFrom("stripe_checks").execute();
    return { mails: await noteRestore(control), lostAudit, audit: await platformAuditHead(control) };
  } finally {
    await control.destroy();
    flush(path);
  }
}

/** Lets `verify` continue from the restored log: the note of the last backup may name rows that it lacks. */
export function noteAuditHead(dataDir: string, audit: ChainHead): void {
  const last = lastBackupOf(dataDir);
  if (last) noteBackup(dataDir, { ...last, audit });
}
