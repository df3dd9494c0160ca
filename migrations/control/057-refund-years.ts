import { type Kysely, sql } from "kysely";

/**
 * Adds to a refund the year that it takes back, the number of attempts, and the person who settled it another way; one
 * whose payment never arrived is dropped. Adds to the ledger how a payment was made.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const COLUMNS =
  "id, club_code, payment_intent_id, amount_cents, why, settlement_id, ordered_by, note, ordered_at, state, refund_id, sent_at";

const STATEMENTS = [
  `create table refund_orders_anew (
    id text primary key,
    club_code text,
    payment_intent_id text not null,
    amount_cents integer not null check (amount_cents > 0),
    why text not null check (why in ('second', 'settlement', 'guarantee', 'held')),
    settlement_id text,
    subscription_id text,
    ordered_by text,
    note text not null default '',
    ordered_at text not null,
    state text not null check (state in ('due', 'sent', 'refused', 'settled', 'dropped')),
    attempt integer not null default 0,
    refund_id text,
    sent_at text,
    settled_by text,
    settled_at text,
    settled_note text) strict`,
  `insert into refund_orders_anew (${COLUMNS}) select ${COLUMNS} from refund_orders`,
  `drop table refund_orders`,
  `alter table refund_orders_anew rename to refund_orders`,
  `create index refund_orders_of_club on refund_orders (club_code, ordered_at)`,
  `create index refund_orders_by_state on refund_orders (state, ordered_at)`,
  `create index refund_orders_by_time on refund_orders (ordered_at)`,
  `create index refund_orders_of_payment on refund_orders (payment_intent_id)`,
  `create index disputes_of_payment on disputes (payment_intent_id)`,
  `alter table ledger add column method text`,
];
