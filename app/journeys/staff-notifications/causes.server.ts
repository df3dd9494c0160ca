import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { env } from "#app/config/env.server.ts";
import { newestBackup } from "#app/db/club-copies.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import type { StaffNotificationsTable } from "#app/db/control/staff-tables.ts";
import { COPY_LATE_SECONDS, readCopyState, secondsSinceCopy } from "#app/db/copy-state.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { type Need, needsOf } from "#app/domain/control/platform/needs.server.ts";
import { verificationNumber } from "#app/domain/control/verification/verification.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { daysBefore } from "#app/domain/values/retention.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { emailReaders } from "#app/mail/frame/email-kind.tsx";
import { purposeOf } from "#app/mail/templates.ts";
import { TEST_KEY } from "#app/queue/mail-queue.server.ts";
import { machineNow } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";

/** Causes of staff notifications, read from stored data: no other code has to remember to notify. */

/** Most of one kind; above it the oldest come first. */
const MOST_OF_A_KIND = 500;
/** Days before a deadline at which it becomes a notification; the club is reminded at the same time. */
const DUE_DAYS = 3;
/** Days after which a decision is too old to notify, as after an outage of the jobs process. */
const DECIDED_DAYS = 7;
/** An email that failed longer ago is nothing to act upon. */
const FAILED_DAYS = 30;
/** Less than this is free on the disk. */
/** Emails that came back in a week are a matter for staff above these shares of those sent, and no earlier than at these numbers. */
const SHARES = { bounces: { of: 0.05, least: 10 }, complaints: { of: 0.001, least: 2 } } as const;
const SHARE_DAYS = 7;
const LEAST_FREE_BYTES = 1024 ** 3;
/** Backups are made every hour; a day without one is trouble. */
const BACKUP_HOURS = 26;
const START_SECONDS = 120;

export type CauseKind =
  | Exclude<Need["kind"], "message" | "mail" | "verification">
  | "submitted"
  | "due"
  | "decided"
  | "failed"
  | "bounces"
  | "complaints"
  | "disk"
  | "backup"
  | "copy"
  | "copy-files";

/** Something of which the staff are notified once, while it lasts. */
export interface Cause
  extends Omit<StaffNotificationsTable, "id" | "kind" | "created_at" | "closed_at" | "action"> {
  kind: CauseKind;
  action: boolean;
  at: string;
  /** Single event, which does not end. */
  happened?: true;
}

type Row = Pick<Need, "id" | "clubCode" | "about" | "at" | "cents" | "n">;
type Shown = Pick<Cause, "type" | "priority" | "title" | "message"> &
  Partial<Pick<Cause, "recipient" | "recipient_type" | "action" | "happened">>;

const alert = (priority: Cause["priority"], title: string, message: string): Shown => ({
  type: "system_alert",
  priority,
  title,
  message,
});
const price = ({ cents }: Row) => formatPrice(cents ?? 0);
const clockTime = (at: string) => at.slice(11, 16);
const day = (at: string) => formatDateInFull(new Date(at), "UTC");
const shareOf = ({ n, cents: sent }: Row) =>
  `${count(n ?? 0)} of ${pluralize(sent ?? 0, "email")} in ${SHARE_DAYS} days`;
const labelOf = (template: string) => purposeOf(template)?.label ?? template;

/** Texts of each kind. Names of clubs, numbers and fixed words only: never an address, a score or a note. */
const shown: Record<CauseKind, (row: Row) => Shown> = {
  submitted: ({ about, n }) => ({
    type: "verification_submitted",
    priority: "medium",
    title: `Documents sent: ${about}`,
    message: `${pluralize(n ?? 0, "document")} to read. We promised a decision within 24 hours.`,
  }),
  due: ({ about, at }) => ({
    type: "verification_due",
    priority: "low",
    title: `Verification due: ${about}`,
    message: `By ${day(at)}. Its documents are missing; it is reminded by email.`,
    recipient: about,
    recipient_type: "club",
    action: false,
  }),
  overdue: ({ about, at }) => ({
    type: "verification_due",
    priority: "high",
    title: `Deadline missed: ${about}`,
    message: `It had to verify its players by ${day(at)}. It stays usable; ask it for its documents.`,
  }),
  decided: ({ about, n, cents }) => ({
    type: "verification_approved",
    priority: "low",
    title: `Verified: ${about}`,
    message: `${verificationNumber(n ?? 0)}. ${cents === null ? "Its package fits." : `With ${pluralize(cents, "player")}, after an adjustment.`}`,
    recipient: about,
    recipient_type: "club",
    action: false,
    happened: true,
  }),
  failed: ({ id, about, n }) => {
    const to = purposeOf(id.split(" ")[0] ?? "")?.to ?? "account";
    return {
      type: "email_failed",
      priority: to === "staff" || to === "account" ? "high" : "medium",
      title: `Email failed: ${labelOf(id.split(" ")[0] ?? "")}`,
      message: `${pluralize(n ?? 0, "email")} of ${day(id.split(" ")[2] ?? "")} could not be sent${about ? `, of ${about}` : ""}.`,
      recipient: about ? `${emailReaders[to]}: ${about}` : emailReaders[to],
      recipient_type: to,
    };
  },
  bounces: (row) =>
    alert(
      "high",
      "Many emails bounce",
      `${shareOf(row)} bounced. Look at which addresses and clubs before Postmark stops our sending.`,
    ),
  complaints: (row) =>
    alert(
      "high",
      "Emails are marked as spam",
      `${shareOf(row)} marked as spam. Look at which emails before Postmark stops our sending.`,
    ),
  "club-down": ({ about }) =>
    alert(
      "urgent",
      `Club down: ${about}`,
      "Its file cannot be used: its people see an error page. Restore it from a backup.",
    ),
  held: (row) =>
    alert(
      "high",
      `Payment held: ${row.about}`,
      `${price(row)} of another amount or currency than the price. Accept or refund it.`,
    ),
  payment: (row) =>
    alert(
      "high",
      `Bank payment failed: ${row.about}`,
      `The club is suspended until ${price(row)} is paid. Help it to pay again.`,
    ),
  invoice: (row) =>
    alert(
      "medium",
      `Invoice overdue: ${row.about}`,
      `${price(row)} was due on ${day(row.at)}. Resend or void it.`,
    ),
  refund: (row) =>
    alert(
      "high",
      `Refund refused: ${row.about}`,
      `${price(row)} was not refunded. Try again, or pay it another way.`,
    ),
  dispute: (row) =>
    alert(
      "urgent",
      `Payment contested: ${row.about}`,
      `${price(row)} is contested at the bank. Answer at Stripe in time.`,
    ),
  ledger: ({ n }) =>
    alert("high", "Our ledger and Stripe differ", `${pluralize(n ?? 0, "difference")} to look at.`),
  words: ({ about }) =>
    alert(
      "high",
      `Words cannot be used: ${labelOf(about)}`,
      "Its edited words are wrong: its emails are sent with the built-in words until they are mended.",
    ),
  job: ({ about, n }) =>
    alert(
      "high",
      `Work given up: ${about.replaceAll(".", ": ").replaceAll("-", " ")}`,
      `${pluralize(n ?? 0, "job")} failed at every try.`,
    ),
  behind: () =>
    alert(
      "urgent",
      "Background work is behind",
      "Jobs have waited for more than an hour. Emails and boards are late.",
    ),
  retention: ({ about, n }) =>
    alert(
      "medium",
      `Erasing is late: ${about}`,
      `${pluralize(n ?? 0, "thing")} should have been erased by now.`,
    ),
  disk: () =>
    alert(
      "urgent",
      "The disk is nearly full",
      "Less than 1 GB is free where the data lies. Make room before nothing can be saved.",
    ),
  backup: ({ at }) =>
    alert(
      "high",
      "No backup for more than a day",
      `The newest is of ${day(at)}. Look at what runs “npm run backup”.`,
    ),
  copy: ({ at }) =>
    alert(
      "high",
      "The continuous copy is late",
      `It lacks everything since ${clockTime(at)} UTC on ${day(at)}. “npm run doctor” says why.`,
    ),
  "copy-files": ({ n }) =>
    alert(
      "high",
      "Files cannot be copied",
      `${pluralize(n ?? 0, "file")} failed the check: the last sound copies stay. “npm run doctor” names them.`,
    ),
};

/** Needs of the home page that are also notifications. */
const NEEDS = [
  "overdue",
  "club-down",
  "held",
  "payment",
  "invoice",
  "refund",
  "dispute",
  "ledger",
  "words",
  "job",
  "behind",
  "retention",
] as const satisfies readonly Need["kind"][];

/** Problems of this machine, besides what the database knows. */
export interface MachineTrouble {
  freeBytes: number | null;
  /** Time of the newest backup; null if no folder of backups is known or it is empty. */
  newestBackup: string | null;
  /** The continuous copy; null where nothing is copied. */
  copy: CopyTrouble | null;
}

interface CopyTrouble {
  /** Time after which changes are missing in the copy; null if it is as new as it should be. */
  lateSince: string | null;
  /** Files that cannot be copied. */
  failed: number;
}

export async function readMachine(): Promise<MachineTrouble> {
  const { dataDir, backupDir, copyTo } = env();
  const { bavail, bsize } = await statfs(dataDir);
  return {
    freeBytes: bavail * bsize,
    newestBackup: newestBackup(backupDir),
    copy: copyTo && copyTrouble(dataDir),
  };
}

/** Checks the copy by the machine's clock, as the copy uses it. */
function copyTrouble(dataDir: string): CopyTrouble | null {
  const state = readCopyState(dataDir);
  if (!state) return null;
  // A process that has just started has yet to look.
  const isLate =
    secondsSinceCopy(state, machineNow()) > COPY_LATE_SECONDS && process.uptime() > START_SECONDS;
  return { lateSince: isLate ? (state.asOf ?? state.since) : null, failed: state.failed.length };
}

/**
 * Loads everything that the staff should be notified of now.
 * @returns also the kinds of which there are more: of these, a cause missing here may still exist
 */
export async function presentCauses(
  control: ControlDb,
  at: Date,
  machine: MachineTrouble,
): Promise<{ causes: Cause[]; full: Set<CauseKind> }> {
  const iso = (days: number) => daysBefore(at, days).toISOString();
  const { rows } = await sql<Row & { kind: CauseKind }>`
    ${needsOf(NEEDS, at, MOST_OF_A_KIND)}
    union all select * from (select 'submitted', v.id, v.club_code, c.name, v.submitted_at, null, cast(null as integer),
        (select count(*) from verification_documents d where d.verification_id = v.id), 0
      from verifications v join clubs c on c.code = v.club_code
      where v.status = 'in_review' and v.replaced_at is null order by v.submitted_at limit ${MOST_OF_A_KIND}) as submitted_ones
    union all select * from (select 'due', c.code, c.code, c.name, c.verification_due_at, null, cast(null as integer), cast(null as integer), 0
      from clubs c left join verifications v on v.club_code = c.code and v.replaced_at is null
      where c.verification_due_at > ${at.toISOString()}
        and c.verification_due_at <= ${iso(-DUE_DAYS)} and c.status = 'active'
        and (v.status is null or v.status in ('pending', 'rejected')) limit ${MOST_OF_A_KIND}) as due_ones
    union all select * from (select 'decided', v.id, v.club_code, c.name, v.reviewed_at, null,
        iif(v.status = 'approved', null, v.actual_players), v.number, 0
      from verifications v join clubs c on c.code = v.club_code
      where v.reviewed_at >= ${iso(DECIDED_DAYS)} and v.status in ('approved', 'needs_adjustment')
      order by v.reviewed_at limit ${MOST_OF_A_KIND}) as decided_ones
    union all select * from (select 'failed', m.tag || ' ' || coalesce(m.club_code, '') || ' ' || substr(m.created_at, 1, 10),
        m.club_code, coalesce(c.name, ''), min(m.created_at), null, cast(null as integer), count(*), 0
      from mails m left join clubs c on c.code = m.club_code
      where m.status = 'failed' and m.created_at >= ${iso(FAILED_DAYS)} and m.key not like ${`${TEST_KEY}%`}
      group by m.tag, m.club_code, c.name, substr(m.created_at, 1, 10) order by 5 limit ${MOST_OF_A_KIND}) as failed_ones
    union all ${cameBack("bounces", "bounced", at)}
    union all ${cameBack("complaints", "complained", at)}
  `.execute(control);
  const known = [...rows, ...machineRows(machine, at)];
  const counts = new Map<CauseKind, number>();
  for (const { kind } of known) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return {
    causes: known.map(causeOf),
    full: new Set([...counts].filter(([, n]) => n >= MOST_OF_A_KIND).map(([kind]) => kind)),
  };
}

/** Selects one row while too many of a week's emails came back. */
function cameBack(kind: keyof typeof SHARES, outcome: "bounced" | "complained", at: Date) {
  const { of, least } = SHARES[kind];
  return sql`select ${sql.lit(kind)}, ${sql.lit(kind)}, null, '', ${at.toISOString()}, null, sent, back, 0
    from (select sum(iif(outcome = 'sent', mails, 0)) as sent, sum(iif(outcome = ${sql.lit(outcome)}, mails, 0)) as back
      from mail_counts where day >= ${daysBefore(at, SHARE_DAYS).toISOString().slice(0, 10)}) as ${sql.raw(`week_of_${kind}`)}
    where back >= ${least} and back >= sent * ${of}`;
}

function machineRows(
  { freeBytes, newestBackup: newest, copy }: MachineTrouble,
  at: Date,
): (Row & { kind: CauseKind })[] {
  const row = { clubCode: null, cents: null, n: null, about: "" };
  const late = newest !== null && newest < new Date(at.getTime() - BACKUP_HOURS * HOUR_MS).toISOString();
  return [
    ...(freeBytes !== null && freeBytes < LEAST_FREE_BYTES
      ? [{ ...row, kind: "disk" as const, id: "disk", at: at.toISOString() }]
      : []),
    ...(late ? [{ ...row, kind: "backup" as const, id: "backup", at: newest }] : []),
    ...(copy?.lateSince ? [{ ...row, kind: "copy" as const, id: "copy", at: copy.lateSince }] : []),
    ...(copy && copy.failed > 0
      ? [{ ...row, kind: "copy-files" as const, id: "copy-files", at: at.toISOString(), n: copy.failed }]
      : []),
  ];
}

function causeOf(row: Row & { kind: CauseKind }): Cause {
  const { kind, id, clubCode, about, at, n } = row;
  const { recipient = "Staff", recipient_type = "staff", action = true, ...said } = shown[kind](row);
  return {
    mark: markOf(row),
    kind,
    subject_id: id,
    subject_name: kind === "words" || kind === "failed" ? labelOf(id.split(" ")[0] ?? "") : about,
    club_code: clubCode,
    n,
    at,
    recipient,
    recipient_type,
    action,
    ...said,
  };
}

/** Builds the mark of a cause: a moved deadline or a new decision gets another one; a club that is down keeps its own. */
function markOf({ kind, id, at }: Row & { kind: CauseKind }): string {
  const moves = kind === "overdue" || kind === "due" || kind === "submitted" || kind === "decided";
  return moves ? `${kind}:${id}:${at}` : `${kind}:${id}`;
}
