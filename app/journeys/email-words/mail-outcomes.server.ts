import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Outcomes of emails, from the counts by day that outlive the emails (product/emails.md#mail). */
export interface MailOutcomes {
  sent: number;
  delivered: number;
  bounced: number;
  complained: number;
  failed: number;
}

const TREND_WEEKS = 12;

/** Loads outcomes by template and in all, the most sent first. @param from the first day (UTC) */
export async function mailOutcomes(
  control: ControlDb,
  from: string,
): Promise<{ all: MailOutcomes; emails: (MailOutcomes & { template: string })[] }> {
  const { rows } = await sql<MailOutcomes & { template: string }>`
    select template, ${sumOf("sent")}, ${sumOf("delivered")}, ${sumOf("bounced")}, ${sumOf("complained")},
      ${sumOf("failed")}
    from mail_counts where day >= ${from} group by template order by sent desc, template`.execute(control);
  const all = { sent: 0, delivered: 0, bounced: 0, complained: 0, failed: 0 };
  for (const row of rows) for (const of of Object.keys(all) as (keyof MailOutcomes)[]) all[of] += row[of];
  return { all, emails: rows };
}

const sumOf = (outcome: keyof MailOutcomes) =>
  sql`sum(iif(outcome = ${outcome}, mails, 0)) as ${sql.ref(outcome)}`;

/** Loads emails sent in each of the last weeks, the oldest first, each beginning on Sunday (UTC). */
export async function mailWeeks(control: ControlDb, at: Date): Promise<{ week: string; n: number }[]> {
  const sunday = at.getTime() - at.getUTCDay() * DAY_MS;
  const weeks = Array.from({ length: TREND_WEEKS }, (_, index) =>
    new Date(sunday - (TREND_WEEKS - 1 - index) * 7 * DAY_MS).toISOString().slice(0, 10),
  );
  const { rows } = await sql<{ week: string; n: number }>`
    select date(day, '-6 days', 'weekday 0') as week, sum(mails) as n from mail_counts
    where day >= ${weeks[0] ?? ""} and outcome = 'sent' group by 1`.execute(control);
  return weeks.map((week) => ({ week, n: rows.find((row) => row.week === week)?.n ?? 0 }));
}
