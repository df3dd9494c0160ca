import { type Kysely, sql } from "kysely";

/** Indexes the oldest rows of each table, which the expiry of old payments reads every minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create index refund_orders_by_time on refund_orders (ordered_at)`,
  `create index invoices_by_time on invoices (created_at)`,
  `create index settlements_by_time on settlements (created_at)`,
  `create index held_payments_by_time on held_payments (held_at)`,
];
