import { json } from "@remix-run/node";
import { z } from "zod";
import { redirectWith } from "#app/auth/flash.server.ts";
import { href } from "#app/config/addresses.ts";
import { logoProblemLabels } from "#app/domain/club/settings/labels.ts";
import { removeLogo, setLogo } from "#app/domain/club/settings/logo.server.ts";
import { LOGOS_AN_HOUR, type LogoProblem, MAX_LOGO_BYTES } from "#app/domain/club/settings/logo.ts";
import { mayUploadLogo, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { encodeLogo } from "#app/files/encode-logo.server.ts";
import { formVersion } from "#app/forms/fields.server.ts";
import { readFields } from "#app/forms/read-form.server.ts";
import { readUpload, type Upload } from "#app/forms/read-upload.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

const schema = z.object({ intent: z.enum(["upload", "remove"]).default("upload"), version: formVersion() });

const statuses: Partial<Record<LogoProblem, number>> = {
  "too-large": 413,
  "rate-limited": 429,
  "no-room": 507,
};

/** Stores the posted picture as the club's logo, or removes it. Uploads are counted before anything is read. */
export async function saveLogo(ctx: ClubContext, request: Request): Promise<Response> {
  const allowed = await mayUploadLogo(ctx.club.code, LOGOS_AN_HOUR);
  if (!allowed) ctx.note(THROTTLED);
  const upload = await readUpload(request, { name: "logo", maxBytes: MAX_LOGO_BYTES, store: allowed });
  if (!upload.ok) return refuse(upload.problem);
  try {
    return await saveUpload(ctx, upload, allowed);
  } finally {
    await upload.discard();
  }
}

async function saveUpload(
  ctx: ClubContext,
  upload: Extract<Upload, { ok: true }>,
  allowed: boolean,
): Promise<Response> {
  const reading = readFields(upload.form, schema);
  if (!reading.ok) return reading.answer;
  const { intent, version } = reading.value;
  if (!allowed) return refuse("rate-limited");
  const stale = ({ stored }: { stored: string | null }) =>
    reading.refuseStale({ version: stored ?? "", differences: [] });
  if (intent === "remove") {
    const removed = await changeClub(ctx, (tx) => removeLogo(tx, version));
    return removed.ok ? done("Logo removed. The crest shows your initials again.") : stale(removed);
  }
  if (upload.noRoom) return refuse("no-room");
  if (!upload.file || upload.file.size === 0) return refuse("missing");
  const encoded = await encodeLogo(upload.file.path);
  if (!encoded.ok) return refuse(encoded.problem);
  const saved = await changeClub(ctx, (tx) => setLogo(tx, encoded.logo, version));
  return saved.ok ? done("Logo saved.") : stale(saved);
}

const done = (text: string) => redirectWith(href("/club/settings", { tab: "profile" }), text);

const refuse = (problem: LogoProblem): Response =>
  json<FormReply>(
    { values: {}, errors: { logo: logoProblemLabels[problem] } },
    { status: statuses[problem] ?? 422 },
  );
