import { json, redirect } from "@remix-run/node";
import { importFormSchema } from "#app/domain/club/imports/forms.server.ts";
import { NO_ROOM, NOT_CSV, slotProblemLabel } from "#app/domain/club/imports/labels.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import { keepText, keepUpload, keptUpload, readUpload, type Upload } from "#app/forms/read-upload.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import type { FileToImport } from "#app/journeys/imports/imports.server.ts";
import { type ImportSlot, takeImportSlot } from "#app/journeys/imports/start-import.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { MAX_BYTES, MAX_MB } from "./limits.ts";
import { importPages, type Subject } from "./subjects.ts";

/** Differences between the subjects' uploads. */
interface UploadSubject<Problem extends { ok: false; problem: string }> {
  subject: Subject;
  /** 'schedule': what the file should be. */
  what: string;
  /** Name of a pasted file. */
  pastedName: string;
  preview: (ctx: ClubContext, file: FileToImport) => Promise<{ ok: true; importId: string } | Problem>;
  /** Starts an upload; `reading`: a large one, whose page shows the result. */
  start: (
    ctx: ClubContext,
    file: Extract<FileToImport, { path: string }>,
    id: string,
  ) => Promise<{ ok: true; importId: string } | { ok: true; reading: Promise<void> } | Problem>;
  problemLabel: (problem: Problem) => string;
}

/**
 * Reads an uploaded or pasted file into a preview, and redirects to it; otherwise shows the form again with the typed
 * values.
 */
export async function uploadImport<Problem extends { ok: false; problem: string }>(
  ctx: ClubContext,
  request: Request,
  subject: UploadSubject<Problem>,
) {
  const slot = await takeImportSlot(ctx);
  const release = async () => void (slot.ok && (await slot.release()));
  let reading: Promise<void> | null = null;
  try {
    const upload = await readUpload(request, { name: "file", maxBytes: MAX_BYTES, store: slot.ok });
    if (!upload.ok) {
      const tooLarge = upload.problem === "too-large";
      const tooLargeText = `The file is larger than ${MAX_MB} MB: split it, or remove what is not a ${subject.what}`;
      const errors = { file: tooLarge ? tooLargeText : NOT_CSV };
      return json({ values: {}, errors }, { status: tooLarge ? 413 : 422 });
    }
    try {
      const previewed = await previewUpload(ctx, slot, upload, subject);
      reading = previewed.reading ?? null;
      return previewed.answer;
    } finally {
      await upload.discard();
    }
  } finally {
    // The club's lock is held until its file is read.
    if (reading) void reading.then(release);
    else await release();
  }
}

async function previewUpload<Problem extends { ok: false; problem: string }>(
  ctx: ClubContext,
  slot: ImportSlot,
  upload: Extract<Upload, { ok: true }>,
  { subject, pastedName, preview: read, start, problemLabel }: UploadSubject<Problem>,
): Promise<{ answer: Response; reading?: Promise<void> }> {
  const reading = readFields(upload.form, importFormSchema);
  if (!reading.ok) return { answer: reading.answer };
  const refuse = (...why: Parameters<typeof reading.refuse>) => ({ answer: reading.refuse(...why) });
  if (!slot.ok) {
    const status = slot.problem === "no-room" ? 507 : 503;
    return refuse({ "": slotProblemLabel(slot, ctx.club.timezone) }, status);
  }
  if (upload.noRoom) return refuse({ "": NO_ROOM }, 507);
  const { pasted, team } = reading.value;
  const teamId = team || null;
  const refuseFile = (problem: Problem) => {
    if (problem.problem === "no-room") return refuse({ "": NO_ROOM }, 507);
    return refuse({ [upload.file ? "file" : "pasted"]: problemLabel(problem) });
  };
  const show = (id: string) => redirect(importPages[subject].show(id), 303);
  if (upload.file) {
    const id = newId();
    const path = keptUpload(id);
    await keepUpload(upload.file, id);
    const started = await start(ctx, { ...upload.file, path, teamId }, id);
    if (!started.ok) return refuseFile(started);
    return "reading" in started
      ? { answer: show(id), reading: started.reading }
      : { answer: show(started.importId) };
  }
  if (!pasted.trim()) return refuse({ file: NOT_CSV });
  const bytes = new TextEncoder().encode(pasted);
  const preview = await read(ctx, { name: pastedName, bytes, teamId });
  if (!preview.ok) return refuseFile(preview);
  await keepText(pasted, preview.importId);
  return { answer: show(preview.importId) };
}
