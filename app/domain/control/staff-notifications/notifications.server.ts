import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { StaffNotificationsTable } from "#app/db/control/staff-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { daysBefore, KEEP } from "#app/domain/values/retention.ts";
import { oneOf } from "#app/forms/fields.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import type {
  StaffNotificationPriority,
  StaffNotificationStatus,
  StaffNotificationTab,
  StaffNotificationType,
} from "./labels.ts";

/** Notifications of staff, as each of them sees them (product/platform-staff.md#notification-center). */

export const NOTIFICATIONS_A_PAGE = 50;

export interface StaffNotification extends StaffNotificationsTable {
  status: StaffNotificationStatus;
  read_at: string | null;
  mailed_at: string | null;
}

/** Written once: lists, counts and filters agree. `n` is the notification, `m` what the reader did with it. */
const status = sql<StaffNotificationStatus>`case
  when n.closed_at is not null then 'solved' when m.read_at is not null then 'read'
  when n.type = 'email_failed' then 'failed' when m.mailed_at is not null then 'delivered' else 'sent' end`;
/** Selects a reader's notifications, without those they deleted. */
const ofReader = (adminId: string): RawBuilder<unknown> => sql`staff_notifications n
  left join staff_notification_marks m on m.notification_id = n.id and m.admin_id = ${adminId}
  where m.deleted_at is null`;

const tabs = {
  all: sql<boolean>`true`,
  urgent: sql<boolean>`n.closed_at is null and n.priority = 'urgent'`,
  action: sql<boolean>`n.closed_at is null and n.action = 1`,
  failed: sql<boolean>`n.closed_at is null and n.type = 'email_failed'`,
} as const satisfies Record<StaffNotificationTab, RawBuilder<boolean>>;

export interface NotificationFilter {
  tab: StaffNotificationTab;
  search: string;
  status: StaffNotificationStatus | null;
  type: StaffNotificationType | null;
  priority: StaffNotificationPriority | null;
  page: number;
}

/** Loads the notifications of a page, the newest first, and one more where there is another page. */
export async function listNotifications(
  control: ControlDb,
  adminId: string,
  filter: NotificationFilter,
): Promise<StaffNotification[]> {
  const wanted = [
    tabs[filter.tab],
    ...(filter.status ? [sql`${status} = ${filter.status}`] : []),
    ...(filter.type ? [sql`n.type = ${filter.type}`] : []),
    ...(filter.priority ? [sql`n.priority = ${filter.priority}`] : []),
    ...filter.search
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, 6)
      .map(
        (word) =>
          sql`instr(lower(n.title || ' ' || n.message || ' ' || n.recipient), ${word.toLowerCase()}) > 0`,
      ),
  ];
  const { rows } = await sql<StaffNotification>`
    select n.*, m.read_at, m.mailed_at, ${status} as status from ${ofReader(adminId)}
      and ${sql.join(wanted, sql` and `)}
    order by n.created_at desc, n.id desc
    limit ${NOTIFICATIONS_A_PAGE + 1} offset ${(filter.page - 1) * NOTIFICATIONS_A_PAGE}`.execute(control);
  return rows;
}

export interface NotificationCounts extends Record<StaffNotificationTab, number> {
  unread: number;
  solved: number;
}

/** Counts the notifications of each tab, the unread among the open ones, and the solved ones. */
export async function countNotifications(control: ControlDb, adminId: string): Promise<NotificationCounts> {
  const { rows } = await sql<NotificationCounts>`
    select count(*) as "all", count(*) filter (where ${tabs.urgent}) as urgent,
      count(*) filter (where ${tabs.action}) as action, count(*) filter (where ${tabs.failed}) as failed,
      count(*) filter (where n.closed_at is null and m.read_at is null) as unread,
      count(*) filter (where n.closed_at >= ${daysBefore(now(), KEEP.staffNotificationDays).toISOString()}) as solved
    from ${ofReader(adminId)}`.execute(control);
  return rows[0] ?? { all: 0, urgent: 0, action: 0, failed: 0, unread: 0, solved: 0 };
}

/** Loads a notification as one of the staff sees it; null for one that is not there, or that they deleted. */
export async function findNotification(
  control: ControlDb,
  adminId: string,
  id: string,
): Promise<StaffNotification | null> {
  const { rows } = await sql<StaffNotification>`
    select n.*, m.read_at, m.mailed_at, ${status} as status from ${ofReader(adminId)} and n.id = ${id}`.execute(
    control,
  );
  return rows[0] ?? null;
}

/**
 * Counts the notifications that need a person and that the reader has neither read nor deleted: the number in the menu.
 * A subquery of the session, so that no page asks for it.
 * @param adminId a column
 */
export const unreadToDo = (adminId: string): RawBuilder<number> => sql<number>`(
  select count(*) from staff_notifications n where n.closed_at is null and n.action = 1 and not exists (
    select 1 from staff_notification_marks m where m.admin_id = ${sql.ref(adminId)} and m.notification_id = n.id
      and (m.read_at is not null or m.deleted_at is not null)))`;

/** Change of a person's own list of notifications. */
export type NotificationChange = "read" | "delete";

/** Marks notifications as read, or deletes them from one person's list. Twice is once. @returns how many changed */
export function markNotifications(
  control: ControlDb,
  adminId: string,
  { change, ids }: { change: NotificationChange; ids: readonly string[] | "all" },
): Promise<number> {
  const column = sql.ref(change === "read" ? "read_at" : "deleted_at");
  const which =
    ids === "all"
      ? sql`n.closed_at is null`
      : sql`n.id in (select value from json_each(${JSON.stringify(ids)}))`;
  return inTransaction(control, async (tx) => {
    const { rows } = await sql`
      insert into staff_notification_marks (admin_id, notification_id, ${column})
      select ${adminId}, n.id, ${nowIso()} from ${ofReader(adminId)} and ${which}
        and ${sql.ref(`m.${change === "read" ? "read_at" : "deleted_at"}`)} is null
      on conflict (admin_id, notification_id) do update set ${column} = excluded.${column}
      returning notification_id`.execute(tx);
    return rows.length;
  });
}

/** Deletes notifications that have been over for {@link KEEP.staffNotificationDays}; open ones stay. */
export async function deleteOldNotifications(control: ControlDb): Promise<void> {
  const before = daysBefore(now(), KEEP.staffNotificationDays).toISOString();
  await control
    .deleteFrom("staff_notifications")
    .where("created_at", "<", before)
    .where((eb) => eb.or([eb("closed_at", "<", before), eb("type", "=", "verification_approved")]))
    .execute();
}

/** The buttons of the list and of a notification's page. */
export const notificationsSchema = z.object({
  do: oneOf(["read", "delete", "read-all"], "Choose what to do"),
  ids: z.array(z.string().max(40)).default([]),
});
export const notificationSchema = z.object({
  do: oneOf(["read", "delete", "act"], "Choose what to do"),
});

/** The moment at which one of the staff is mailed about a notification; without one they are not. */
export interface Mailing {
  adminId: string;
  dueAt: string;
  digest: boolean;
}

/** Adds a notification that is not open yet, and schedules its mail to each reader. */
export async function addNotification(
  tx: ControlTx,
  notification: Omit<StaffNotificationsTable, "closed_at">,
  mailings: readonly Mailing[],
): Promise<void> {
  await tx
    .insertInto("staff_notifications")
    .values({ ...notification, closed_at: null })
    .execute();
  if (mailings.length > 0)
    await tx
      .insertInto("staff_notification_marks")
      .values(
        mailings.map(({ adminId, dueAt, digest }) => ({
          admin_id: adminId,
          notification_id: notification.id,
          read_at: null,
          deleted_at: null,
          due_at: dueAt,
          digest: digest ? (1 as const) : (0 as const),
          mailed_at: null,
        })),
      )
      .execute();
}
