import { type Kysely, sql } from "kysely";

/**
 * Stores that a year's money was requested under the guarantee, and that staff ended it; a refund may be one that staff
 * decided.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const KNOWN = "('second', 'settlement', 'guarantee', 'held', 'staff')";
const asked = (columns: string) =>
  `(select ${columns} from refund_orders o where o.subscription_id = subscriptions.id and o.why = 'guarantee'
    order by o.ordered_at limit 1)`;

const STATEMENTS = [
  `alter table subscriptions add column guarantee_at text`,
  `alter table subscriptions add column guarantee_by text`,
  `alter table subscriptions add column guarantee_note text`,
  `alter table subscriptions add column ended_at text`,
  `alter table subscriptions add column ended_note text`,
  `update subscriptions set guarantee_at = ${asked("o.ordered_at")}, guarantee_by = ${asked("o.ordered_by")},
    guarantee_note = ${asked("o.note")}`,
  `alter table refund_orders add column reason text not null default 'settlement' check (reason in ${KNOWN})`,
  `update refund_orders set reason = why`,
  `alter table refund_orders drop column why`,
  `alter table refund_orders rename column reason to why`,
];

export const postgres = `
  alter table control.subscriptions add column guarantee_at text, add column guarantee_by text,
    add column guarantee_note text, add column ended_at text, add column ended_note text;
  update control.subscriptions set guarantee_at = ${asked("o.ordered_at")}, guarantee_by = ${asked("o.ordered_by")},
    guarantee_note = ${asked("o.note")};
  alter table control.refund_orders drop constraint refund_orders_why_check,
    add constraint refund_orders_why_check check (why in ${KNOWN}), alter column why set default 'settlement'`;
