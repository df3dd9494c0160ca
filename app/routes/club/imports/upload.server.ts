import { json, redirect } from "@remix-run/node";
import { importFormSchema } from "#app/domain/club/imports/forms.server.ts";
import { NO_ROOM, NOT_CSV, slotProblemLabel } from "#app/domain/club/imports/labels.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import { keepText, keepUpload, readUpload, type Upload } from "#app/forms/read-upload.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import type { FileToImport } from "#app/journeys/imports/imports.server.ts";
import { type ImportSlot, takeImportSlot } from "#app/journeys/imports/start-import.server.ts";
import { MAX_BYTES, MAX_MB } from "./limits.ts";
import { importPages, type Subject } from "./subjects.ts";

/** What differs between the subjects' uploads. */
interface UploadSubject<Problem extends { ok: false; problem: string }> {
  subject: Subject;
  /** 'schedule': what the file should be. */
  what: string;
  /** The name of a file that was pasted. */
  pastedName: string;
  preview: (ctx: ClubContext, file: FileToImport) => Promise<{ ok: true; importId: string } | Problem>;
  problemLabel: (problem: Problem) => string;
}

/** Reads an uploaded or pasted file into a preview, and leads to it; or the form again with what was typed. */
export async function uploadImport<Problem extends { ok: false; problem: string }>(
  ctx: ClubContext,
  request: Request,
  subject: UploadSubject<Problem>,
) {
  const slot = await takeImportSlot(ctx);
  try {
    const upload = await readUpload(request, { name: "file", maxBytes: MAX_BYTES, store: slot.ok });
    if (!upload.ok) {
      const tooLarge = upload.problem === "too-large";
      const tooLargeText = `The file is larger than ${MAX_MB} MB: split it, or remove what is not a ${subject.what}`;
      const errors = { file: tooLarge ? tooLargeText : NOT_CSV };
      return json({ values: {}, errors }, { status: tooLarge ? 413 : 422 });
    }
    try {
      return await previewUpload(ctx, slot, upload, subject);
    } finally {
      await upload.discard();
    }
  } finally {
    if (slot.ok) await slot.release();
  }
}

async function previewUpload<Problem extends { ok: false; problem: string }>(
  ctx: ClubContext,
  slot: ImportSlot,
  upload: Extract<Upload, { ok: true }>,
  { subject, pastedName, preview: read, problemLabel }: UploadSubject<Problem>,
) {
  const reading = readFields(upload.form, importFormSchema);
  if (!reading.ok) return reading.answer;
  if (!slot.ok) {
    const status = slot.problem === "no-room" ? 507 : 503;
    return reading.refuse({ "": slotProblemLabel(slot, ctx.club.timezone) }, status);
  }
  if (upload.noRoom) return reading.refuse({ "": NO_ROOM }, 507);
  const { pasted, team } = reading.value;
  const text = pasted.trim() ? new TextEncoder().encode(pasted) : null;
  const file = upload.file ?? (text && { name: pastedName, bytes: text });
  if (!file) return reading.refuse({ file: NOT_CSV });
  const preview = await read(ctx, { ...file, teamId: team || null });
  if (!preview.ok) {
    if (preview.problem === "no-room") return reading.refuse({ "": NO_ROOM }, 507);
    return reading.refuse({ [upload.file ? "file" : "pasted"]: problemLabel(preview) });
  }
  if (upload.file) await keepUpload(upload.file, preview.importId);
  else await keepText(pasted, preview.importId);
  return redirect(importPages[subject].show(preview.importId), 303);
}
