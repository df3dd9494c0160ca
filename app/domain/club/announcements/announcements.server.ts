import { z } from "zod";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { line, oneOf, paragraph } from "#app/forms/fields.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  type Announcement,
  type AnnouncementFields,
  asAnnouncement,
  audiences,
  PREVIEW_DAYS,
} from "./announcements.ts";
import { announcementFields } from "./fields.ts";

/** Most announcements on the page. */
const LISTED = 50;

/**
 * Stores what an administrator wrote as a preview, which is sent as it is or not at all. Old previews are deleted.
 * @returns the preview's id
 */
export async function previewAnnouncement(
  tx: ClubTx,
  fields: AnnouncementFields,
  { by, at }: { by: string; at: Date },
): Promise<string> {
  await tx
    .deleteFrom("announcements")
    .where("sent_at", "is", null)
    .where("created_at", "<", new Date(at.getTime() - PREVIEW_DAYS * DAY_MS).toISOString())
    .execute();
  const id = newId();
  await tx
    .insertInto("announcements")
    .values({
      id,
      subject: fields.subject,
      body: fields.body,
      audience: fields.audience,
      team_ids: JSON.stringify(fields.audience === "teams" ? fields.teamIds : []),
      recipients: 0,
      created_by_name: by,
      created_at: at.toISOString(),
      sent_at: null,
    })
    .execute();
  return id;
}

/**
 * Sends a preview, once: the same again changes nothing. The mails follow with the outbox event.
 * @param recipients how many people get it
 */
export async function sendAnnouncement(
  tx: ClubTx,
  id: string,
  { recipients, at }: { recipients: number; at: Date },
): Promise<{ ok: true; isNew: boolean } | { ok: false; problem: "not-found" }> {
  const found = await findAnnouncement(tx, id);
  if (!found) return { ok: false, problem: "not-found" };
  if (found.sentAt) return { ok: true, isNew: false };
  await tx
    .updateTable("announcements")
    .set({ recipients, sent_at: at.toISOString() })
    .where("id", "=", id)
    .execute();
  await recordEvent(tx, { kind: "announcement", announcementId: id });
  return { ok: true, isNew: true };
}

/** Finds an announcement, sent or not. */
export async function findAnnouncement(db: ClubDb, id: string): Promise<Announcement | undefined> {
  const row = await db.selectFrom("announcements").selectAll().where("id", "=", id).executeTakeFirst();
  return row && asAnnouncement(row);
}

/** Lists the latest announcements and previews, newest first. */
export async function listAnnouncements(db: ClubDb): Promise<Announcement[]> {
  const rows = await db
    .selectFrom("announcements")
    .selectAll()
    .orderBy("created_at", "desc")
    .limit(LISTED)
    .execute();
  return rows.map(asAnnouncement);
}

/** Teams that one announcement can name. */
export const MAX_TEAMS = 500;

/** The form of 'Write an announcement' (product/notifications.md#announcements). */
export const announcementSchema = z.object({
  subject: line(announcementFields.subject),
  body: paragraph(announcementFields.body),
  audience: oneOf(audiences, "Choose who gets it"),
  teamIds: z.array(z.string().max(64)).default([]),
});
