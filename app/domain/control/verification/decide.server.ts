import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { settle, settledSentence } from "#app/domain/control/billing/settle.server.ts";
import { needsOtherPlan } from "#app/domain/control/billing/settlement.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { playersIn, type Review } from "./review-form.server.ts";
import { sendDecision } from "./verification-emails.server.ts";
import { decideVerification, findVerification } from "./verifications.server.ts";

export type Decided =
  | { ok: true; settled: string }
  /** changed: somebody else decided; use-adjust, use-approve: the count needs another package, or needs none. */
  | { ok: false; problem: "not-submitted" | "changed" | "use-adjust" };

const STATUS = { approve: "approved", adjust: "needs_adjustment", reject: "rejected" } as const;
const OUTCOME = { approve: "approved", adjust: "adjusted", reject: "rejected" } as const;

/**
 * Stores staff's decision, settles the price where the count asks for another package, and writes to the club; all of
 * it in one transaction (product.md#verification).
 */
export async function decideReview(
  control: ControlDb,
  clubCode: string,
  { review, adminId }: { review: Review; adminId: string },
): Promise<Decided> {
  const { decision, version } = review;
  const actualPlayers = playersIn(review.actualPlayers);
  const notes = review.notes?.trim() ?? "";
  return inTransaction(control, async (tx) => {
    const at = now();
    const [club, verification] = await Promise.all([findClub(tx, clubCode), findVerification(tx, clubCode)]);
    if (!club || !verification || verification.status === "pending")
      return { ok: false, problem: "not-submitted" };
    if (decision === "approve" && actualPlayers !== null && needsOtherPlan(club.plan, actualPlayers))
      return { ok: false, problem: "use-adjust" };
    const decided = await decideVerification(tx, verification.id, {
      status: STATUS[decision],
      actualPlayers: decision === "reject" ? null : actualPlayers,
      notes,
      reviewedBy: adminId,
      version,
      at,
    });
    if (!decided) return { ok: false, problem: "changed" };
    const settled =
      decision === "adjust" && actualPlayers !== null
        ? settledSentence(
            await settle(tx, { clubCode, players: actualPlayers, orderedBy: adminId, at }),
            formatPrice,
          )
        : "";
    await recordAudit(tx, {
      kind: `verification.${OUTCOME[decision]}`,
      actor: { kind: "staff", id: adminId },
      clubCode,
      at,
    });
    await sendDecision(tx, club, {
      key: `${verification.id}:${at.toISOString()}`,
      outcome: OUTCOME[decision],
      players: actualPlayers,
      notes,
      billing: settled,
    });
    return { ok: true, settled };
  });
}
