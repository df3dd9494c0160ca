import type { ControlTx } from "#app/db/control/schema.ts";

/** A contested payment as Stripe has it now. Times are ISO-8601 UTC. */
export interface KnownDispute {
  id: string;
  paymentIntentId: string;
  cents: number;
  reason: string;
  status: string;
  answerBy: string | null;
  openedAt: string;
}

/**
 * Stores a dispute.
 * @returns 'opened' for a new one, 'changed' where its status is another than before, else 'known'
 */
export async function storeDispute(
  tx: ControlTx,
  dispute: KnownDispute,
  { clubCode, at }: { clubCode: string | null; at: Date },
): Promise<"opened" | "changed" | "known"> {
  const known = await tx
    .selectFrom("disputes")
    .select(["status"])
    .where("id", "=", dispute.id)
    .executeTakeFirst();
  const now = { status: dispute.status, answer_by: dispute.answerBy, updated_at: at.toISOString() };
  if (known) {
    if (known.status === dispute.status) return "known";
    await tx.updateTable("disputes").set(now).where("id", "=", dispute.id).execute();
    return "changed";
  }
  await tx
    .insertInto("disputes")
    .values({
      id: dispute.id,
      payment_intent_id: dispute.paymentIntentId,
      club_code: clubCode,
      amount_cents: dispute.cents,
      reason: dispute.reason,
      opened_at: dispute.openedAt,
      ...now,
    })
    .execute();
  return "opened";
}
