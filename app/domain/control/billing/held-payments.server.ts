import type { ControlDb, ControlTx, HeldPaymentsTable } from "#app/db/control/schema.ts";

/** Holds a payment of another amount or currency than the price. Holding it twice keeps one row. @returns whether it was new */
export async function holdPayment(
  tx: ControlTx,
  held: Omit<HeldPaymentsTable, "decision" | "decided_by" | "decided_at">,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows } = await tx
    .insertInto("held_payments")
    .values({ ...held, decision: null, decided_by: null, decided_at: null })
    .onConflict((conflict) => conflict.column("session_id").doNothing())
    .executeTakeFirstOrThrow();
  return rows === 1n;
}

/** A held payment by its Checkout session, or null. */
export async function findHeldPayment(
  control: ControlDb,
  sessionId: string,
): Promise<HeldPaymentsTable | null> {
  const held = await control
    .selectFrom("held_payments")
    .selectAll()
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return held ?? null;
}

/** Decides a held payment once. @returns false where it was decided before */
export async function decideHeldPayment(
  tx: ControlTx,
  sessionId: string,
  decision: { decision: "accepted" | "refunded"; by: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("held_payments")
    .set({ decision: decision.decision, decided_by: decision.by, decided_at: decision.at.toISOString() })
    .where("session_id", "=", sessionId)
    .where("decision", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
