import { z } from "zod";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { needsOtherPlan } from "#app/domain/control/billing/settlement.ts";
import { settle, settledSentence } from "#app/domain/control/billing/settlements.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { now } from "#app/runtime/clock.server.ts";
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

const MOST_LETTERS = 2_000;
const MOST_PLAYERS = 100_000;

/** 1000 from '1,000'; null for anything but a number of players. */
function playersIn(text: string | undefined): number | null {
  const digits = text?.trim().replaceAll(",", "") ?? "";
  const players = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return players > 0 && players <= MOST_PLAYERS ? players : null;
}

/** Staff's decision about a club's number of players (product.md#verification). */
export const reviewSchema = z
  .object({
    decision: z.enum(["approve", "adjust", "reject"], { error: "Choose Approve, Adjust or Reject" }),
    actualPlayers: z
      .string()
      .optional()
      .refine((text) => !text?.trim() || playersIn(text) !== null, "Enter the number of players in digits"),
    notes: z.string().max(MOST_LETTERS, `At most ${MOST_LETTERS} characters`).optional(),
    version: z.coerce.number().int().min(0),
  })
  .superRefine(({ decision, actualPlayers, notes }, issues) => {
    if (decision !== "reject" && !actualPlayers?.trim())
      issues.addIssue({
        code: "custom",
        path: ["actualPlayers"],
        message: "Enter the number of players that the documents show",
      });
    if (decision === "reject" && !notes?.trim())
      issues.addIssue({
        code: "custom",
        path: ["notes"],
        message: "Say what the club should send instead: it reads this",
      });
  });

type Review = z.infer<typeof reviewSchema>;
