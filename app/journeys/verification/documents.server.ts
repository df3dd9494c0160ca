import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { CommitUnknown } from "#app/db/postgres/trouble.server.ts";
import { recordAudit, recordClubAct } from "#app/domain/control/audit/audit.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { verifiableAgain } from "#app/domain/control/verification/again.server.ts";
import type { documentProblems } from "#app/domain/control/verification/labels.ts";
import { DOCUMENT_DAYS, verificationNumber } from "#app/domain/control/verification/verification.ts";
import { sendSubmitted } from "#app/domain/control/verification/verification-emails.server.ts";
import {
  allDocuments,
  beginAgain,
  beginVerification,
  deleteDocument,
  documentsDecidedBefore,
  documentsOf,
  findDocument,
  forgetAgain,
  insertDocument,
  submitVerification,
} from "#app/domain/control/verification/verifications.server.ts";
import { checkDocument } from "#app/files/document-type.server.ts";
import {
  openDocument,
  removeDocument,
  storeDocument,
  sweepDocuments,
} from "#app/files/stored-documents.server.ts";
import type { UploadedFile } from "#app/forms/read-uploads.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { log } from "#app/observability/log.server.ts";
import { fileTime, now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Documents that a club may send for one verification. */
export const MOST_DOCUMENTS = 10;

type Sender = Pick<ClubContext, "control"> & {
  club: Pick<ClubContext["club"], "code">;
  user: Pick<ClubContext["user"], "accountId">;
};

export type Sent =
  | { ok: true; name: string }
  | { ok: false; name: string; problem: keyof typeof documentProblems | "too-many" | "decided" };

/**
 * Takes documents of a club one by one: what is not a document is refused by name, the others are stored sealed
 * (product/verification.md#verification-documents).
 */
export async function sendDocuments(ctx: Sender, files: readonly UploadedFile[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const file of files) sent.push(await sendDocument(ctx, file));
  return sent;
}

async function sendDocument({ control, club, user }: Sender, file: UploadedFile): Promise<Sent> {
  const name = safeName(file.name);
  if (file.tooLarge) return { ok: false, name, problem: "too-large" };
  if (file.size === 0) return { ok: false, name, problem: "empty" };
  const checked = await checkDocument(file.path, name);
  if (!checked.ok) return { ok: false, name, problem: checked.problem };
  const id = newId();
  const sha256 = await storeDocument(club.code, id, file.path);
  const at = now();
  let outcome: "stored" | "known" | "decided" | "too-many";
  try {
    outcome = await inTransaction(control, async (tx) => {
      const again = await verifiableAgain(tx, club.code, at);
      const { id: verification_id, status } = again
        ? await beginAgain(tx, again, { askedBy: null, at })
        : await beginVerification(tx, club.code, at);
      if (status !== "pending" && status !== "rejected") return "decided";
      const documents = await documentsOf(tx, verification_id);
      // Sent again after an answer that was lost: the form has no key of its own.
      if (documents.some((document) => document.sha256 === sha256)) return "known";
      if (documents.length >= MOST_DOCUMENTS) return "too-many";
      const { type } = checked;
      const stored_at = at.toISOString();
      await insertDocument(tx, {
        id,
        verification_id,
        club_code: club.code,
        name,
        type,
        bytes: file.size,
        sha256,
        stored_at,
      });
      await recordClubAct(tx, { club, user }, { kind: "verification.document-sent" }, at);
      return "stored";
    });
  } catch (error) {
    // A row that was written after all needs its file; a file without one goes a day later.
    if (!(error instanceof CommitUnknown)) await removeDocument(club.code, id);
    throw error;
  }
  if (outcome !== "stored") await removeDocument(club.code, id);
  if (outcome === "stored" || outcome === "known") return { ok: true, name };
  return { ok: false, name, problem: outcome };
}

/** Returns the last part of a name, without characters that a file's name does not need. */
function safeName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}"<>:|?*]/gu, "").trim();
  const extension = /\.[a-z]+$/i.exec(clean)?.[0] ?? "";
  return clean.slice(0, 100 - extension.length).replace(/\.[a-z]+$/i, "") + extension || "document";
}

/**
 * Takes a document back before it is decided. With the last one goes a verification that the club began again on its
 * own.
 */
export async function takeDocumentBack(
  { control, club }: Sender,
  documentId: string,
): Promise<"removed" | "too-late" | "unknown"> {
  return inTransaction(control, async (tx) => {
    const document = await findDocument(tx, club.code, documentId);
    const { id, status } = await beginVerification(tx, club.code, now());
    if (!document) return "unknown";
    const open = status === "pending" || status === "rejected";
    if (!open || document.verification_id !== id) return "too-late";
    // The file before the commit: a row without a file can be taken back again, a file without a row stays for a day.
    await removeDocument(club.code, documentId);
    await deleteDocument(tx, documentId);
    if ((await documentsOf(tx, id)).length === 0) await forgetAgain(tx, id);
    return "removed";
  });
}

export type Submission = "submitted" | "no-documents" | "already";

/** Submits documents for review: from here on staff decide. */
export async function submitForReview({ control, club, user }: Sender): Promise<Submission> {
  return inTransaction(control, async (tx) => {
    const at = now();
    const { id, number } = await beginVerification(tx, club.code, at);
    const documents = await documentsOf(tx, id);
    if (documents.length === 0) return "no-documents";
    if (!(await submitVerification(tx, id, at))) return "already";
    await recordClubAct(tx, { club, user }, { kind: "verification.submitted" }, at);
    const row = await clubRow(tx, club.code);
    const key = `${id}:${at.toISOString()}`;
    const names = documents.map(({ name }) => name);
    await sendSubmitted(tx, row, { key, number: verificationNumber(number), documents: names, at });
    return "submitted";
  });
}

async function clubRow(control: ControlDb, code: string) {
  const row = await findClub(control, code);
  if (!row) throw new Error(`There is no club ${code}`);
  return row;
}

/**
 * Reads a stored document for downloading; staff who open one are named in the club's log.
 * @returns null where the club has no such document; without content where its file is missing or was changed
 */
export async function readDocument(
  control: ControlDb,
  {
    clubCode,
    documentId,
    adminId,
    inPage = false,
  }: { clubCode: string; documentId: string; adminId?: string; inPage?: boolean },
): Promise<{ content: ReadableStream<Uint8Array> | null; headers: Record<string, string> } | null> {
  const document = await findDocument(control, clubCode, documentId);
  if (!document || (inPage && !isReadable(document))) return null;
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
      ...(inPage ? IN_A_FRAME : AS_A_FILE),
      "Content-Disposition": `${inPage ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(document.name)}`,
      "Content-Length": String(document.bytes),
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    },
  };
}

/** Type other than the document's own: no browser should show it as a page of ours. */
const AS_A_FILE = { "Content-Type": "application/octet-stream", "Content-Security-Policy": "sandbox" };
/**
 * The browser's own viewer shows a PDF in a frame of our page: the policy takes its origin, scripts, forms and every
 * request from it. A `sandbox` of the frame itself would close Chromium's viewer.
 */
const IN_A_FRAME = {
  "Content-Type": "application/pdf",
  "Content-Security-Policy":
    "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  "X-Frame-Options": "SAMEORIGIN",
};

/** Tells whether a document can be read in the page: browsers have a viewer of PDF alone. */
export const isReadable = ({ type }: { type: string }): boolean => type === "pdf";

/** Removes files that belong to no document. For the jobs process. @returns how many */
export async function removeLostDocuments(control: ControlDb): Promise<number> {
  // Before the rows are read: what is stored from here on is younger than a day.
  const at = fileTime();
  const known = new Set((await allDocuments(control)).map(({ id, club_code }) => `${club_code}/${id}`));
  const removed = await sweepDocuments((clubCode, id) => known.has(`${clubCode}/${id}`), at);
  if (removed > 0) log.info({ event: "documents without a row removed", documents: removed });
  return removed;
}

/**
 * Deletes documents 90 days after the decision (product/privacy.md#retention).
 * @param dryRun only counts
 * @returns how many were, or would be, deleted
 */
export async function eraseDueDocuments(
  control: ControlDb,
  at: Date,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<number> {
  const due = await documentsDecidedBefore(control, new Date(at.getTime() - DOCUMENT_DAYS * DAY_MS));
  if (dryRun) return due.length;
  for (const { id, club_code } of due) {
    // The file first: a row without a file is found again, a file without a row would be forgotten.
    await removeDocument(club_code, id);
    await inTransaction(control, (tx) => deleteDocument(tx, id));
  }
  if (due.length > 0) log.info({ event: "documents erased", documents: due.length });
  return due.length;
}
