import { sql } from "kysely";
import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  addNotification,
  type Mailing,
} from "#app/domain/control/staff-notifications/notifications.server.ts";
import {
  mailingTime,
  readStaffPreferences,
} from "#app/domain/control/staff-notifications/preferences.server.ts";
import { type PlatformRole, platformMay } from "#app/permissions/platform-roles.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { hashOf, newId } from "#app/runtime/ids.server.ts";
import {
  type Cause,
  type CauseKind,
  type MachineTrouble,
  presentCauses,
  readMachine,
} from "./causes.server.ts";

/** Notifications in one email; the next look takes the rest. */
const MOST_IN_A_MAIL = 100;

/**
 * Notifies the staff of new causes, and closes those that are gone (product/platform-staff.md#notification-center).
 * Reading and writing are one transaction, so two processes, or one that is killed and comes back, notify once.
 */
export async function updateStaffNotifications(
  control: ControlDb,
  { at = now(), machine }: { at?: Date; machine?: MachineTrouble } = {},
): Promise<void> {
  const known = machine ?? (await readMachine());
  // Most looks find no difference and need no lock.
  if (differs(await planChange(control, at, known)))
    await inTransaction(control, async (tx) => apply(tx, await planChange(tx, at, known), at));
  await mailDue(control, at);
}

interface Change {
  adds: Cause[];
  closes: string[];
  counts: { id: string; cause: Cause }[];
}

const differs = ({ adds, closes, counts }: Change) => adds.length + closes.length + counts.length > 0;

async function planChange(control: ControlDb, at: Date, machine: MachineTrouble): Promise<Change> {
  const { causes, full } = await presentCauses(control, at, machine);
  const { rows: open } = await sql<{ id: string; mark: string; kind: CauseKind; n: number | null }>`
    select id, mark, kind, n from staff_notifications
    where closed_at is null and type <> 'verification_approved'`.execute(control);
  const openMarks = new Set(open.map(({ mark }) => mark));
  const happened = causes.filter((cause) => cause.happened).map(({ mark }) => mark);
  const { rows: known } = await sql<{ mark: string }>`
    select mark from staff_notifications where mark in (select value from json_each(${JSON.stringify(happened)}))
  `.execute(control);
  for (const { mark } of known) openMarks.add(mark);
  const present = new Map(causes.map((cause) => [cause.mark, cause]));
  return {
    adds: causes.filter(({ mark }) => !openMarks.has(mark)),
    closes: open.filter(({ mark, kind }) => !present.has(mark) && !full.has(kind)).map(({ id }) => id),
    counts: open.flatMap(({ id, mark, n }) => {
      const cause = present.get(mark);
      return cause && cause.n !== n ? [{ id, cause }] : [];
    }),
  };
}

async function apply(tx: ControlTx, { adds, closes, counts }: Change, at: Date): Promise<void> {
  if (closes.length > 0)
    await sql`update staff_notifications set closed_at = ${at.toISOString()}
      where id in (select value from json_each(${JSON.stringify(closes)}))`.execute(tx);
  for (const { id, cause } of counts)
    await tx
      .updateTable("staff_notifications")
      .set({ n: cause.n, message: cause.message })
      .where("id", "=", id)
      .execute();
  if (adds.length === 0) return;
  const readers = await readersOf(tx);
  for (const { at: since, happened: _, action, ...cause } of adds) {
    const mailings = readers.flatMap(({ id, preferences }): Mailing[] => {
      const time = mailingTime(preferences, cause.type, at);
      return time ? [{ adminId: id, dueAt: time.dueAt.toISOString(), digest: time.digest }] : [];
    });
    const created = cause.kind === "due" || since > at.toISOString() ? at.toISOString() : since;
    await addNotification(
      tx,
      { id: newId(), ...cause, action: action ? 1 : 0, created_at: created },
      mailings,
    );
  }
}

/** Lists the readers of the Notification Center, with their mail preferences. */
async function readersOf(control: ControlDb) {
  const rows = await control
    .selectFrom("platform_admins as a")
    .leftJoin("staff_notification_preferences as p", "p.admin_id", "a.id")
    .select(["a.id", "a.role", "p.switches", "p.quiet_hours", "p.timezone"])
    .where("a.removed_at", "is", null)
    .execute();
  return rows
    .filter(({ role }) => platformMay(role, "manage_notifications"))
    .map(({ id, switches, quiet_hours, timezone }) => ({
      id,
      preferences: readStaffPreferences(
        switches !== null && quiet_hours !== null && timezone !== null
          ? { switches, quiet_hours, timezone }
          : null,
      ),
    }));
}

interface DueMark {
  admin_id: string;
  notification_id: string;
  email: string;
  role: PlatformRole;
  removed_at: string | null;
  title: string;
  /** 1: it was read, deleted or solved meanwhile, and is not mailed. */
  over: 0 | 1;
}

/** Mails what is due to each person in one email; what is over by now is left out, and never mailed later. */
async function mailDue(control: ControlDb, at: Date): Promise<void> {
  if ((await dueMarks(control, at)).length === 0) return;
  await inTransaction(control, async (tx) => {
    const byReader = new Map<string, DueMark[]>();
    for (const mark of await dueMarks(tx, at))
      byReader.set(mark.admin_id, [...(byReader.get(mark.admin_id) ?? []), mark]);
    for (const [adminId, marks] of byReader) await mailReader(tx, adminId, marks, at);
  });
}

async function dueMarks(control: ControlDb, at: Date): Promise<DueMark[]> {
  const { rows } = await sql<DueMark>`
    select m.admin_id, m.notification_id, a.email, a.role, a.removed_at, n.title,
      n.closed_at is not null or m.read_at is not null or m.deleted_at is not null as over
    from staff_notification_marks m join platform_admins a on a.id = m.admin_id
      join staff_notifications n on n.id = m.notification_id
    where m.due_at <= ${at.toISOString()} and m.due_at is not null and m.mailed_at is null
    order by m.due_at, m.notification_id limit ${MOST_IN_A_MAIL}`.execute(control);
  return rows;
}

async function mailReader(
  tx: ControlTx,
  adminId: string,
  marks: readonly DueMark[],
  at: Date,
): Promise<void> {
  const [{ email, role, removed_at }] = marks as [DueMark];
  const mailed =
    removed_at === null && platformMay(role, "manage_notifications")
      ? marks.filter(({ over }) => over === 0)
      : [];
  const ids = (of: readonly DueMark[]) => of.map(({ notification_id }) => notification_id);
  const { appUrl } = env();
  if (mailed.length > 0)
    await queueMail(tx, {
      key: `staff-notifications:${adminId}:${hashOf(ids(mailed).sort().join("\n"))}`,
      template: "staff-notifications",
      variables: {
        lines: mailed.map(({ title, notification_id: notificationId }) => ({
          text: title,
          link: `${appUrl}${href("/admin/notifications/:notificationId", { notificationId })}`,
        })),
        link: `${appUrl}${href("/admin/notifications")}`,
      },
      to: email,
    });
  const sent = new Set(ids(mailed));
  for (const id of ids(marks))
    await tx
      .updateTable("staff_notification_marks")
      .set(sent.has(id) ? { mailed_at: at.toISOString() } : { due_at: null })
      .where("admin_id", "=", adminId)
      .where("notification_id", "=", id)
      .execute();
}
