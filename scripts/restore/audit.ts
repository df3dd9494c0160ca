import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { platformAuditHead, recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { lastBackupOf, noteBackup } from "../backup/last-backup.ts";
import { lostAuditWords } from "./club.ts";

/** Says what of the platform's audit log came after the backup that was restored, and lets it work on from there. */
export async function noteShorterAudit(
  { control }: Pick<Platform, "control">,
  dataDir: string,
  print: (line: string) => void,
): Promise<void> {
  const last = lastBackupOf(dataDir);
  if (!last?.audit) return;
  const head = await platformAuditHead(control);
  const kept = head?.seq ?? 0;
  noteBackup(dataDir, { ...last, audit: head });
  const lost = last.audit.seq - kept;
  if (lost <= 0) return;
  print(lostAuditWords("control", lost, "this backup"));
  const actor = { kind: "system", id: null } as const;
  await inTransaction(control, (tx) =>
    recordAudit(tx, { kind: "staff.data-restored", actor, detail: { kept, lost }, at: new Date() }),
  );
}
