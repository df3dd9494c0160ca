import { type Kysely, sql } from "kysely";

/** Adds the ledger of money that moved at Stripe, with settlements, refunds, invoices, disputes and held payments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table ledger (
    id text primary key,
    kind text not null check (kind in ('payment', 'refund', 'refund-returned', 'dispute', 'dispute-returned')),
    stripe_id text not null,
    payment_intent_id text not null,
    club_code text,
    amount_cents integer not null check (amount_cents <> 0),
    moved_at text not null,
    recorded_at text not null,
    unique (kind, stripe_id)) strict`,
  `create index ledger_of_club on ledger (club_code, moved_at)`,
  `create index ledger_of_payment on ledger (payment_intent_id)`,
  `create index ledger_by_time on ledger (moved_at)`,
  `create trigger ledger_only_grows before update on ledger
    when new.id is not old.id or new.kind is not old.kind or new.stripe_id is not old.stripe_id
      or new.payment_intent_id is not old.payment_intent_id or new.amount_cents is not old.amount_cents
      or new.moved_at is not old.moved_at or new.recorded_at is not old.recorded_at or old.club_code is not null
    begin select raise(abort, 'the ledger only grows'); end`,
  `create table refund_orders (
    id text primary key,
    club_code text,
    payment_intent_id text not null,
    amount_cents integer not null check (amount_cents > 0),
    why text not null check (why in ('second', 'settlement', 'guarantee', 'held')),
    settlement_id text,
    ordered_by text,
    note text not null default '',
    ordered_at text not null,
    state text not null check (state in ('due', 'sent', 'refused')),
    refund_id text,
    sent_at text) strict`,
  `create index refund_orders_of_club on refund_orders (club_code, ordered_at)`,
  `create index refund_orders_by_state on refund_orders (state, ordered_at)`,
  `create table settlements (
    id text primary key,
    club_code text not null,
    subscription_id text not null,
    players integer not null,
    plan_before text not null,
    plan text not null,
    difference_cents integer not null,
    created_at text not null,
    voided_at text) strict`,
  `create index settlements_of_club on settlements (club_code, created_at)`,
  `create table invoices (
    id text primary key,
    settlement_id text not null unique,
    club_code text not null,
    number text not null,
    amount_cents integer not null,
    status text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
    url text not null,
    pdf_url text not null,
    due_at text not null,
    created_at text not null,
    paid_at text,
    payment_intent_id text,
    overdue_at text) strict`,
  `create index invoices_of_club on invoices (club_code, created_at)`,
  `create index invoices_open on invoices (status, due_at) where status = 'open'`,
  `create index invoices_of_payment on invoices (payment_intent_id) where payment_intent_id is not null`,
  `create table disputes (
    id text primary key,
    payment_intent_id text not null,
    club_code text,
    amount_cents integer not null,
    reason text not null,
    status text not null,
    answer_by text,
    opened_at text not null,
    updated_at text not null) strict`,
  `create index disputes_by_time on disputes (opened_at)`,
  `create table held_payments (
    session_id text primary key,
    signup_id text not null,
    payment_intent_id text,
    asked_cents integer not null,
    paid_cents integer not null,
    currency text not null,
    held_at text not null,
    decision text check (decision in ('accepted', 'refunded')),
    decided_by text,
    decided_at text) strict`,
  `create index held_payments_open on held_payments (held_at) where decision is null`,
  `create table stripe_checks (
    id text primary key,
    checked_at text not null,
    since text not null,
    movements integer not null,
    stripe_cents integer not null,
    ledger_cents integer not null,
    differences text not null) strict`,
  `create index stripe_checks_by_time on stripe_checks (checked_at)`,
  `create index subscriptions_of_payment on subscriptions (payment_intent_id) where payment_intent_id is not null`,
];
