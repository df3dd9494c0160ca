import { sql } from "kysely";
import { z } from "zod";
import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { MaintenanceTable } from "#app/db/control/staff-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { stopTokens } from "#app/domain/control/notifications/stop-links.server.ts";
import { timeZoneIds } from "#app/domain/values/time-zones.ts";
import { formatMoment, localAt, momentOf } from "#app/domain/values/times.ts";
import { readDate, readTime } from "#app/domain/values/written-dates.ts";
import { formVersion, line, type Needed, oneOf, optionalParagraph } from "#app/forms/fields.server.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { MAILS_A_BATCH, queueMails } from "#app/queue/mail-queue.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { forgetBanner } from "./banner.server.ts";
import { type MaintenanceFields, maintenanceFields } from "./fields.ts";

/**
 * Hours in which the platform is worked on: planned, announced, changed, canceled
 * (product/operations.md#system-maintenance).
 */

/** Longest maintenance: a longer one is an outage, and most likely a wrong date. */
export const LONGEST_HOURS = 48;
const LISTED = 50;

export type Maintenance = MaintenanceTable;
export type MaintenanceState = "draft" | "planned" | "running" | "over" | "cancelled";

export function maintenanceState(row: Maintenance, at: Date): MaintenanceState {
  if (row.cancelled_at !== null) return "cancelled";
  if (row.announced_at === null) return "draft";
  if (row.ends_at <= at.toISOString()) return "over";
  return row.starts_at <= at.toISOString() ? "running" : "planned";
}

export const listMaintenance = (control: ControlDb): Promise<Maintenance[]> =>
  control.selectFrom("maintenance").selectAll().orderBy("ends_at", "desc").limit(LISTED).execute();

export const findMaintenance = (control: ControlDb, id: string): Promise<Maintenance | undefined> =>
  control.selectFrom("maintenance").selectAll().where("id", "=", id).executeTakeFirst();

export const maintenanceVersion = ({ revision, starts_at, ends_at, timezone, words, ...row }: Maintenance) =>
  versionOf({
    revision,
    starts_at,
    ends_at,
    timezone,
    words,
    announced: row.announced_at,
    off: row.cancelled_at,
  });

export function fieldsOfMaintenance({ starts_at, ends_at, timezone, words }: Maintenance): MaintenanceFields {
  const [from, to] = [localAt(starts_at, timezone), localAt(ends_at, timezone)];
  return { fromDate: from.date, fromTime: from.time, toDate: to.date, toTime: to.time, timezone, words };
}

type Times = Pick<Maintenance, "starts_at" | "ends_at" | "timezone" | "words">;
type Refused = { ok: false; problem: "backwards" | "too-long" | "past" };

/** Returns the moments of a form's fields; a time that is skipped in spring moves an hour ahead. */
function timesOf({
  fromDate,
  fromTime,
  toDate,
  toTime,
  timezone,
  words,
}: MaintenanceFields): Times | Refused {
  const starts_at = momentOf(fromDate, fromTime, timezone);
  const ends_at = momentOf(toDate, toTime, timezone);
  if (starts_at >= ends_at) return { ok: false, problem: "backwards" };
  if (Date.parse(ends_at) - Date.parse(starts_at) > LONGEST_HOURS * HOUR_MS)
    return { ok: false, problem: "too-long" };
  if (ends_at <= nowIso()) return { ok: false, problem: "past" };
  return { starts_at, ends_at, timezone, words };
}

/** Saves a plan that has not been announced yet. */
export async function planMaintenance(
  control: ControlDb,
  fields: MaintenanceFields,
  by: string,
): Promise<{ ok: true; id: string } | Refused> {
  const times = timesOf(fields);
  if ("ok" in times) return times;
  const id = newId();
  await control
    .insertInto("maintenance")
    .values({
      id,
      ...times,
      revision: 0,
      announced_at: null,
      cancelled_at: null,
      saved_by: by,
      saved_at: nowIso(),
    })
    .execute();
  return { ok: true, id };
}

type Stale = { ok: false; problem: "stale"; stored: Maintenance };
type Gone = { ok: false; problem: "not-found" | "over" };

/** Changes a plan; of one that was announced, clubs are mailed what holds now. */
export function changeMaintenance(
  control: ControlDb,
  id: string,
  fields: MaintenanceFields,
  { version, by }: { version: string; by: string },
): Promise<{ ok: true; mailed: boolean } | Refused | Stale | Gone> {
  return change(control, id, version, async (tx, row) => {
    const times = timesOf(fields);
    if ("ok" in times) return times;
    const same =
      row.starts_at === times.starts_at && row.ends_at === times.ends_at && row.words === times.words;
    const mails = row.announced_at !== null && !same;
    const revision = mails ? row.revision + 1 : row.revision;
    await save(tx, row, { ...times, revision }, by);
    if (mails) await mail(tx, { ...row, revision }, "staff.maintenance-changed", by);
    return { ok: true, mailed: mails };
  });
}

/** Tells all administrators of clubs, each once, and shows the banner. */
export const announceMaintenance = (
  control: ControlDb,
  id: string,
  { version, by }: { version: string; by: string },
): Promise<{ ok: true } | Stale | Gone> =>
  change(control, id, version, async (tx, row) => {
    if (row.announced_at !== null) return { ok: true };
    await save(tx, row, { announced_at: nowIso(), revision: 1 }, by);
    await mail(tx, { ...row, revision: 1 }, "staff.maintenance-announced", by);
    return { ok: true };
  });

/** Cancels the plan: the banner goes, and clubs are mailed. A plan that was never announced is deleted. */
export const cancelMaintenance = (
  control: ControlDb,
  id: string,
  { version, by }: { version: string; by: string },
): Promise<{ ok: true; mailed: boolean } | Stale | Gone> =>
  change(control, id, version, async (tx, row) => {
    if (row.announced_at === null) {
      await tx.deleteFrom("maintenance").where("id", "=", row.id).execute();
      return { ok: true, mailed: false };
    }
    const revision = row.revision + 1;
    await save(tx, row, { cancelled_at: nowIso(), revision }, by);
    await mail(tx, { ...row, revision }, "staff.maintenance-cancelled", by);
    return { ok: true, mailed: true };
  });

/** Refuses changes to maintenance that is over or canceled. */
async function change<Result>(
  control: ControlDb,
  id: string,
  version: string,
  work: (tx: ControlTx, row: Maintenance) => Promise<Result>,
): Promise<Result | Stale | Gone> {
  const result = await inTransaction(control, async (tx): Promise<Result | Stale | Gone> => {
    const row = await findMaintenance(tx, id);
    if (!row) return { ok: false, problem: "not-found" };
    const state = maintenanceState(row, now());
    if (state === "over" || state === "cancelled") return { ok: false, problem: "over" };
    if (maintenanceVersion(row) !== version) return { ok: false, problem: "stale", stored: row };
    return work(tx, row);
  });
  forgetBanner(control);
  return result;
}

const save = (tx: ControlTx, { id }: Maintenance, values: Partial<Maintenance>, by: string) =>
  tx
    .updateTable("maintenance")
    .set({ ...values, saved_by: by, saved_at: nowIso() })
    .where("id", "=", id)
    .execute();

async function mail(
  tx: ControlTx,
  { id, revision }: Pick<Maintenance, "id" | "revision">,
  kind: "staff.maintenance-announced" | "staff.maintenance-changed" | "staff.maintenance-cancelled",
  by: string,
): Promise<void> {
  await enqueuePage(tx, { maintenanceId: id, revision, after: "" });
  await recordAudit(tx, { kind, actor: { kind: "staff", id: by }, subject: id, at: now() });
}

/** A page of the emails of one announcement, by the account after which it begins. */
export interface MaintenancePage {
  maintenanceId: string;
  revision: number;
  after: string;
}

const enqueuePage = (tx: ControlTx, page: MaintenancePage) =>
  enqueue(tx, {
    kind: "maintenance.mails",
    payload: page,
    key: `maintenance.mails:${page.maintenanceId}:${page.revision}:${page.after}`,
  });

/** Selects active clubs' administrators whose address takes mail and who have not switched it off, each once. */
const readers = (after: string) => sql`
  select m.account_id as id, min(m.club_code) as club_code
  from memberships m join clubs c on c.code = m.club_code and c.status = 'active'
    join accounts a on a.id = m.account_id
    left join notification_preferences p on p.account_id = m.account_id and p.club_code = m.club_code
  where m.account_id > ${after} and m.role = 'club_admin' and coalesce(p.email_on, 1) = 1
    and (p.switches is null or p.switches not like '%"system-maintenance":false%')
    and not exists (select 1 from dead_addresses d where d.address = coalesce(a.email, c.email))
  group by m.account_id`;

/** Counts the people who would be mailed now. It reads every administrator: for a page that few people open. */
export async function countMaintenanceReaders(control: ControlDb): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${readers("")}) as readers`.execute(
    control,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Queues one page of emails and the job of the next, in one transaction: after a crash it continues where it stopped,
 * and each person is mailed once. An outdated revision ends.
 */
export async function queueMaintenanceMails(control: ControlDb, page: MaintenancePage): Promise<void> {
  await inTransaction(control, async (tx) => {
    const row = await findMaintenance(tx, page.maintenanceId);
    if (!row || row.revision !== page.revision || row.ends_at <= nowIso()) return;
    const { rows } = await sql<{ id: string; name: string; email: string; code: string; timezone: string }>`
      select r.id, a.name, coalesce(a.email, c.email) as email, c.code, c.timezone
      from (${readers(page.after)} order by 1 limit ${MAILS_A_BATCH}) r
        join accounts a on a.id = r.id join clubs c on c.code = r.club_code order by r.id`.execute(tx);
    const last = rows.at(-1);
    if (!last) return;
    const kind = "system-maintenance" as const;
    const tokens = await stopTokens(
      tx,
      rows.map(({ id, code }) => ({ accountId: id, clubCode: code, kind })),
    );
    const { appUrl } = env();
    await queueMails(
      tx,
      rows.map(({ id, name, email, code, timezone }, index) => ({
        key: `maintenance:${row.id}:${row.revision}:${id}`,
        template: kind,
        variables: {
          change: changeOf(row),
          name,
          from: formatMoment(row.starts_at, timezone),
          to: formatMoment(row.ends_at, timezone),
          words: row.words,
          link: `${appUrl}${href("/dashboard")}`,
        },
        to: email,
        clubCode: code,
        stream: "broadcast",
        unsubscribe: {
          url: `${appUrl}${href("/mail/stop/:token", { token: tokens[index] ?? "" })}`,
          preferencesUrl: `${appUrl}${href("/notifications")}`,
        },
      })),
    );
    if (rows.length === MAILS_A_BATCH) await enqueuePage(tx, { ...page, after: last.id });
  });
}

function changeOf({ cancelled_at, revision }: Maintenance): "planned" | "changed" | "cancelled" {
  if (cancelled_at !== null) return "cancelled";
  return revision > 1 ? "changed" : "planned";
}

const date = (field: Needed) =>
  line(field).transform((text, context) => {
    const read = readDate(text);
    if (read) return read.date;
    context.addIssue({ code: "custom", message: "Enter a real date, such as 11/28/2026" });
    return z.NEVER;
  });
const time = (field: Needed) =>
  line(field).transform((text, context) => {
    const read = readTime(text);
    if (read && read !== "TBD") return read.time;
    context.addIssue({ code: "custom", message: "Enter a time such as 10:00 PM" });
    return z.NEVER;
  });

export const maintenanceSchema = z.object({
  fromDate: date(maintenanceFields.fromDate),
  fromTime: time(maintenanceFields.fromTime),
  toDate: date(maintenanceFields.toDate),
  toTime: time(maintenanceFields.toTime),
  timezone: oneOf(timeZoneIds, maintenanceFields.timezone.required),
  words: optionalParagraph(maintenanceFields.words),
  version: formVersion(),
});

/** The buttons of a plan's page. */
export const maintenanceActionSchema = z.object({
  do: oneOf(["announce", "cancel"], "Choose what to do"),
  version: formVersion(),
});

/** Messages for a plan that cannot be saved, by field. */
export const maintenanceProblems = {
  backwards: { toDate: "It has to end after it begins" },
  "too-long": { toDate: `It is longer than ${LONGEST_HOURS} hours. Look at the dates` },
  past: { toDate: "This time is over. Choose a later one" },
} as const;
