import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { replaceHead, splitPayload } from "./import-payload.ts";
import { findImport, type Import } from "./imports.server.ts";

/** Days after which an unconfirmed preview is deleted (product/imports.md#imports). */
export const PREVIEW_DAYS = KEEP.previewDays;
/** Most open previews of a club; the newest are kept. */
const OPEN_PREVIEWS = 10;

/** Stores a preview and deletes old ones. @returns the import's id */
export async function addPreview(
  tx: ClubTx,
  preview: { id?: string; subject: Import["subject"]; fileName: string; payload: string; by: string },
): Promise<string> {
  await clearOldPreviews(tx);
  const { id = newId() } = preview;
  await tx
    .insertInto("imports")
    .values({
      id,
      subject: preview.subject,
      file_name: preview.fileName,
      status: "preview",
      payload: preview.payload,
      added: 0,
      changed: 0,
      unchanged: 0,
      skipped: 0,
      created_by: preview.by,
      created_at: nowIso(),
      finished_at: null,
      created_teams: "[]",
    })
    .execute();
  return id;
}

/** Deletes previews that are too old or too many, to make room for one more. */
export async function clearOldPreviews(db: ClubDb): Promise<void> {
  const oldest = new Date(now().getTime() - PREVIEW_DAYS * DAY_MS).toISOString();
  await db
    .deleteFrom("imports")
    .where("status", "=", "preview")
    .where((eb) =>
      eb.or([
        eb("created_at", "<", oldest),
        eb(
          "id",
          "not in",
          eb
            .selectFrom("imports as newest")
            .select("newest.id")
            .where("newest.status", "=", "preview")
            .orderBy("newest.created_at", "desc")
            .orderBy("newest.id")
            .limit(OPEN_PREVIEWS - 1),
        ),
      ]),
    )
    .execute();
}

/** Deletes the previews that were not confirmed in time. @returns when the next one expires */
export async function eraseOldPreviews(tx: ClubTx, at: Date): Promise<Date | null> {
  await tx
    .deleteFrom("imports")
    .where("status", "=", "preview")
    .where("created_at", "<=", new Date(at.getTime() - PREVIEW_DAYS * DAY_MS).toISOString())
    .execute();
  const { oldest } = await tx
    .selectFrom("imports")
    .select((eb) => eb.fn.min("created_at").as("oldest"))
    .where("status", "=", "preview")
    .executeTakeFirstOrThrow();
  return oldest ? new Date(Date.parse(oldest) + PREVIEW_DAYS * DAY_MS) : null;
}

/** Puts another reading of the same file in a preview's place; what the user said of its names stays. */
export async function replacePreview(
  tx: ClubTx,
  id: string,
  payload: string,
): Promise<{ ok: true } | { ok: false; problem: "not-found" }> {
  const preview = await findImport(tx, id);
  if (preview?.status !== "preview") return { ok: false, problem: "not-found" };
  const said = splitPayload(preview.payload).head;
  const { head } = splitPayload(payload);
  const replaced = replaceHead(payload, { ...said, ...head, choices: said.choices });
  await tx.updateTable("imports").set({ payload: replaced }).where("id", "=", id).execute();
  return { ok: true };
}
