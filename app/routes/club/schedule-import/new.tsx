import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { clubTeams } from "#app/domain/club/imports/club-teams.server.ts";
import { importFormSchema } from "#app/domain/club/imports/import-form.server.ts";
import { NO_ROOM, NOT_CSV, slotProblemLabel } from "#app/domain/club/imports/labels.ts";
import { scheduleProblemLabel } from "#app/domain/club/schedule-import/labels.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import { keepUpload, readUpload, type Upload } from "#app/forms/read-upload.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { type ImportSlot, takeImportSlot } from "#app/journeys/imports/import-slot.server.ts";
import { previewSchedule } from "#app/journeys/schedule-import/import-games.server.ts";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { FileHelp, UploadForm } from "./upload-form.tsx";

export const meta = () => title("Import a schedule");

/** The server's own limit for this address is a little higher (product.md#schedule-import). */
const MAX_MB = 50;
const MAX_BYTES = MAX_MB * 1024 * 1024;
const TOO_LARGE = `The file is larger than ${MAX_MB} MB: split it, or remove what is not a schedule`;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const teams = await clubTeams(ctx.db);
  return json({
    teams: teams.map(({ id, name, ageGroup, season }) => ({
      value: id,
      label: `${name} (${ageGroup}, ${season})`,
    })),
  });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const slot = await takeImportSlot(ctx);
  try {
    const upload = await readUpload(args.request, { name: "file", maxBytes: MAX_BYTES, store: slot.ok });
    if (!upload.ok) {
      const tooLarge = upload.problem === "too-large";
      const errors = { file: tooLarge ? TOO_LARGE : NOT_CSV };
      return json({ values: {}, errors }, { status: tooLarge ? 413 : 422 });
    }
    try {
      return await previewUpload(ctx, slot, upload);
    } finally {
      await upload.discard();
    }
  } finally {
    if (slot.ok) await slot.release();
  }
}

/** The preview of an upload, or the form again with what was typed. */
async function previewUpload(ctx: ClubContext, slot: ImportSlot, upload: Extract<Upload, { ok: true }>) {
  const reading = readFields(upload.form, importFormSchema);
  if (!reading.ok) return reading.answer;
  if (!slot.ok) {
    const status = slot.problem === "no-room" ? 507 : 503;
    return reading.refuse({ "": slotProblemLabel(slot, ctx.club.timezone) }, status);
  }
  if (upload.noRoom) return reading.refuse({ "": NO_ROOM }, 507);
  const { pasted, team } = reading.value;
  const file = upload.file ?? pastedFile(pasted);
  if (!file) return reading.refuse({ file: NOT_CSV });
  const preview = await previewSchedule(ctx, { ...file, teamId: team || null });
  if (preview.ok && upload.file) await keepUpload(upload.file, preview.importId);
  if (preview.ok) return redirect(href("/schedule/imports/:importId", { importId: preview.importId }), 303);
  if (preview.problem === "no-room") return reading.refuse({ "": NO_ROOM }, 507);
  return reading.refuse({ [upload.file ? "file" : "pasted"]: scheduleProblemLabel(preview) });
}

function pastedFile(text: string) {
  return text.trim() ? { name: "Pasted schedule", bytes: new TextEncoder().encode(text) } : null;
}

export default function ImportSchedule() {
  const { teams } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <ClubPage
      title="Import a schedule"
      lead="Upload the file as it is. You see what it would do before anything changes."
      crumbs={[{ label: "Schedule", href: "/schedule" }]}
    >
      <div className="beside">
        <div>
          <UploadForm reply={reply} teams={teams} maxMb={MAX_MB} />
        </div>
        <FileHelp />
      </div>
    </ClubPage>
  );
}
