import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { findDocument } from "#app/domain/control/verification/verifications.server.ts";
import { openDocument } from "#app/files/stored-documents.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * A stored document for downloading; staff who open one are named in the club's log.
 * @returns null where the club has no such document; without content where its file is missing or was changed
 */
export async function readDocument(
  control: ControlDb,
  { clubCode, documentId, adminId }: { clubCode: string; documentId: string; adminId?: string },
): Promise<{ content: ReadableStream<Uint8Array> | null; headers: Record<string, string> } | null> {
  const document = await findDocument(control, clubCode, documentId);
  if (!document) return null;
  const content = await openDocument(clubCode, documentId);
  if (content && adminId) {
    await inTransaction(control, (tx) =>
      recordAudit(tx, {
        kind: "verification.document-opened",
        actor: { kind: "staff", id: adminId },
        clubCode,
        at: now(),
      }),
    );
  }
  return {
    content,
    headers: {
      // Never the document's own type: no browser should show it as a page of ours.
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(document.name)}`,
      "Content-Length": String(document.bytes),
      "Content-Security-Policy": "sandbox",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  };
}
