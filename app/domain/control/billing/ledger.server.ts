import { sql } from "kysely";
import type { LedgerTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** One movement of money as Stripe has it; cents are positive to us and negative away (product.md#ledger). */
export type LedgerMovement = Pick<LedgerTable, "kind"> & {
  stripeId: string;
  paymentIntentId: string;
  cents: number;
  /** ISO-8601 UTC */
  movedAt: string;
};

/**
 * Adds the movements that the ledger does not have yet; rows that stand are never changed, but that a club is filled in
 * where none was known.
 * @returns those that were new
 */
export async function recordMovements(
  tx: ControlTx,
  movements: readonly LedgerMovement[],
  { clubCode, at }: { clubCode: string | null; at: Date },
): Promise<LedgerMovement[]> {
  if (movements.length === 0) return [];
  const known = await tx
    .selectFrom("ledger")
    .select(["kind", "stripe_id"])
    .where(
      "stripe_id",
      "in",
      movements.map(({ stripeId }) => stripeId),
    )
    .execute();
  const have = new Set(known.map(({ kind, stripe_id }) => `${kind} ${stripe_id}`));
  const added = movements.filter(({ kind, stripeId }) => !have.has(`${kind} ${stripeId}`));
  await insertRows(
    tx,
    "ledger",
    added.map((movement) => ({
      id: newId(),
      kind: movement.kind,
      stripe_id: movement.stripeId,
      payment_intent_id: movement.paymentIntentId,
      club_code: clubCode,
      amount_cents: movement.cents,
      moved_at: movement.movedAt,
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

/** All money of a club, newest first. Times are ISO-8601 UTC. */
export function ledgerOfClub(control: ControlDb, clubCode: string): Promise<LedgerTable[]> {
  return control
    .selectFrom("ledger")
    .selectAll()
    .where("club_code", "=", clubCode)
    .orderBy("moved_at", "desc")
    .orderBy("id")
    .execute();
}

/** One row of a club's ledger, or null. */
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

/** The rows that moved since a moment, for the comparison with Stripe. */
export function ledgerSince(control: ControlDb, since: Date): Promise<LedgerTable[]> {
  return control
    .selectFrom("ledger")
    .selectAll()
    .where("moved_at", ">=", since.toISOString())
    .orderBy("moved_at")
    .execute();
}

/** The club that a payment belongs to: of a term, an invoice, or a held sign-up that staff accepted. */
export async function clubOfPayment(control: ControlDb, paymentIntentId: string): Promise<string | null> {
  const { rows } = await sql<{ club_code: string | null }>`
    select club_code from subscriptions where payment_intent_id = ${paymentIntentId}
    union all select club_code from invoices where payment_intent_id = ${paymentIntentId}
    limit 1`.execute(control);
  return rows[0]?.club_code ?? null;
}
