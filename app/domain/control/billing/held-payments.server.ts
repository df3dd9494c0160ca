import type { HeldPaymentsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { readDetails } from "./checkouts.server.ts";

/**
 * Holds a payment of another amount or currency than the price. Holding it twice keeps one row. @returns whether it was
 * new
 */
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

/** Loads a held payment by its Checkout session, or null. */
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

/** Returns the payer of a held payment from the sign-up; null if the payment is not held. */
export async function payerOfHeld(
  control: ControlDb,
  paymentIntentId: string,
): Promise<{ clubName: string; contactName: string; email: string } | null> {
  const row = await control
    .selectFrom("held_payments as h")
    .innerJoin("checkouts as k", "k.session_id", "h.session_id")
    .select("k.details")
    .where("h.payment_intent_id", "=", paymentIntentId)
    .executeTakeFirst();
  if (!row) return null;
  const { club_name: clubName, contact_name: contactName, email } = readDetails(row.details);
  return { clubName, contactName, email };
}

/** A held payment with the club that it was meant for. */
export type HeldPayment = HeldPaymentsTable & { clubName: string; contactName: string; email: string };

/** Loads the undecided held payments, oldest first. */
export async function waitingHeldPayments(control: ControlDb): Promise<HeldPayment[]> {
  const rows = await control
    .selectFrom("held_payments as h")
    .innerJoin("checkouts as k", "k.session_id", "h.session_id")
    .selectAll("h")
    .select("k.details")
    .where("h.decision", "is", null)
    .orderBy("h.held_at")
    .limit(100)
    .execute();
  return rows.map(({ details, ...held }) => {
    const { club_name: clubName, contact_name: contactName, email } = readDetails(details);
    return { ...held, clubName, contactName, email };
  });
}
