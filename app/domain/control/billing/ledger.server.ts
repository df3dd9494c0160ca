import { sql } from "kysely";
import type {
  DisputeAtStripe,
  LedgerTable,
  Movement,
  PlanId,
  StripeChecksTable,
} from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/**
 * Adds the movements that the ledger does not have yet; existing rows are never changed, except that a missing club is
 * filled in.
 * @returns those that were new
 */
export async function recordMovements(
  tx: ControlTx,
  movements: readonly Movement[],
  { clubCode, at }: { clubCode: string | null; at: Date },
): Promise<Movement[]> {
  if (movements.length === 0) return [];
  const known = await tx
    .selectFrom("ledger")
    .select(["kind", "stripe_id"])
    .where(
      "stripe_id",
      "in",
      movements.map(({ stripe_id }) => stripe_id),
    )
    .execute();
  const have = new Set(known.map(({ kind, stripe_id }) => `${kind} ${stripe_id}`));
  const added = movements.filter(({ kind, stripe_id }) => !have.has(`${kind} ${stripe_id}`));
  await insertRows(
    tx,
    "ledger",
    added.map((movement) => ({
      ...movement,
      method: movement.method ?? null,
      id: newId(),
      club_code: clubCode,
      recorded_at: at.toISOString(),
    })),
  );
  return added;
}

/** Gives the rows of a payment, recorded while it belonged to no club, to the club that it is of now. */
export async function giveToClub(tx: ControlTx, paymentIntentId: string, clubCode: string): Promise<void> {
  await tx
    .updateTable("ledger")
    .set({ club_code: clubCode })
    .where("payment_intent_id", "=", paymentIntentId)
    .where("club_code", "is", null)
    .execute();
}

/** Loads all money of a club, newest first. Times are ISO-8601 UTC. */
export function ledgerOfClub(control: ControlDb, clubCode: string): Promise<LedgerTable[]> {
  return control
    .selectFrom("ledger")
    .selectAll()
    .where("club_code", "=", clubCode)
    .orderBy("moved_at", "desc")
    .orderBy("id")
    .execute();
}

/** Loads one row of a club's ledger, or null. */
export async function ledgerEntry(
  control: ControlDb,
  clubCode: string,
  entryId: string,
): Promise<LedgerTable | null> {
  const row = await control
    .selectFrom("ledger")
    .selectAll()
    .where("id", "=", entryId)
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
  return row ?? null;
}

/** Purchase of a payment: the package of a year, or a larger one than was paid before. Times are ISO-8601 UTC. */
export interface Bought {
  plan: PlanId;
  /** The package before; null for a year. */
  planBefore: PlanId | null;
  startsAt: string;
  endsAt: string;
  method: string | null;
}

/** Returns what a ledger row's payment bought, and how it was paid; null for one that started no year. */
export async function boughtWith(control: ControlDb, entry: LedgerTable): Promise<Bought | null> {
  const { payment_intent_id: payment } = entry;
  const { rows } = await sql<Bought>`
    select b.*, (select method from ledger where payment_intent_id = ${payment} and kind = 'payment' limit 1) as method
    from (
      select plan, null as "planBefore", starts_at as "startsAt", ends_at as "endsAt"
      from subscriptions where payment_intent_id = ${payment}
      union all
      select s.plan, s.plan_before, y.starts_at, y.ends_at
      from invoices i join settlements s on s.id = i.settlement_id join subscriptions y on y.id = s.subscription_id
      where i.payment_intent_id = ${payment}) b
    limit 1`.execute(control);
  return rows[0] ?? null;
}

/** Loads the rows that moved since a moment, for the comparison with Stripe. */
export function ledgerSince(control: ControlDb, since: Date): Promise<LedgerTable[]> {
  return control
    .selectFrom("ledger")
    .selectAll()
    .where("moved_at", ">=", since.toISOString())
    .orderBy("moved_at")
    .execute();
}

/** Loads the club that a payment belongs to: of a term, an invoice, or a held sign-up that staff accepted. */
export async function clubOfPayment(control: ControlDb, paymentIntentId: string): Promise<string | null> {
  const { rows } = await sql<{ club_code: string | null }>`
    select club_code from subscriptions where payment_intent_id = ${paymentIntentId}
    union all select club_code from invoices where payment_intent_id = ${paymentIntentId}
    limit 1`.execute(control);
  return rows[0]?.club_code ?? null;
}

/** A movement that one of the two books misses; or has with another amount, and then both miss the other's. */
export interface BooksDifference extends Movement {
  /** Side that lacks it. */
  side: "ledger" | "stripe";
}

/** Compares Stripe's movements with the ledger's over the same time (product/billing.md#ledger). */
export function compareBooks(
  atStripe: readonly Movement[],
  inLedger: readonly Movement[],
): BooksDifference[] {
  return [...missing(inLedger, atStripe, "ledger"), ...missing(atStripe, inLedger, "stripe")];
}

function missing(
  book: readonly Movement[],
  other: readonly Movement[],
  side: BooksDifference["side"],
): BooksDifference[] {
  const has = new Set(book.map(keyOf));
  return other.filter((movement) => !has.has(keyOf(movement))).map((movement) => ({ ...movement, side }));
}

const keyOf = ({ kind, stripe_id, amount_cents }: Movement) => `${kind} ${stripe_id} ${amount_cents}`;

/** Loads the newest comparisons of the ledger with Stripe, newest first. */
export function latestChecks(control: ControlDb, limit: number): Promise<StripeChecksTable[]> {
  return control.selectFrom("stripe_checks").selectAll().orderBy("checked_at", "desc").limit(limit).execute();
}

/** Stores what a comparison found. */
export async function insertCheck(
  control: ControlDb,
  check: Omit<StripeChecksTable, "id" | "differences"> & { differences: readonly string[] },
): Promise<void> {
  await control
    .insertInto("stripe_checks")
    .values({ ...check, id: newId(), differences: JSON.stringify(check.differences) })
    .execute();
}

/** Stripe's states of a dispute that a bank has yet to decide, and that holds the money back. */
export const OPEN_DISPUTES = ["needs_response", "under_review"];

/**
 * Stores a dispute.
 * @returns 'opened' for a new one, 'changed' if its status differs, otherwise 'known'
 */
export async function storeDispute(
  tx: ControlTx,
  dispute: DisputeAtStripe,
  { clubCode, at }: { clubCode: string | null; at: Date },
): Promise<"opened" | "changed" | "known"> {
  const known = await tx
    .selectFrom("disputes")
    .select(["status"])
    .where("id", "=", dispute.id)
    .executeTakeFirst();
  const now = { status: dispute.status, answer_by: dispute.answer_by, updated_at: at.toISOString() };
  if (known) {
    if (known.status === dispute.status) return "known";
    await tx.updateTable("disputes").set(now).where("id", "=", dispute.id).execute();
    return "changed";
  }
  await tx
    .insertInto("disputes")
    .values({ ...dispute, ...now, club_code: clubCode })
    .execute();
  return "opened";
}
