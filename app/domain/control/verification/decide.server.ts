import { z } from "zod";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import {
  type Settled,
  settle,
  settledSentence,
  settlementCase,
  unsettle,
} from "#app/domain/control/billing/settlements.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { NOTES_MAX } from "./labels.ts";
import { sendDecision } from "./verification-emails.server.ts";
import { decideVerification, findVerification } from "./verifications.server.ts";

export type Decided =
  | { ok: true; settled: string }
  /**
   * changed: another person decided; use-adjust, use-approve: the count needs another package than was paid, or does
   * not.
   */
  | { ok: false; problem: "not-submitted" | "changed" | "use-adjust" | "use-approve" }
  /** Not stored yet: the reviewer has to see what moves. */
  | { ok: false; problem: "not-shown"; asks: Asked };

/** Effect of an adjustment, for the reviewer to confirm. */
export interface Asked extends Settled {
  players: number;
  /** Proves what was shown; sent back with the confirmation. */
  shown: string;
}

const STATUS = { approve: "approved", adjust: "needs_adjustment", reject: "rejected" } as const;
const OUTCOME = { approve: "approved", adjust: "adjusted", reject: "rejected" } as const;

/**
 * Stores staff's decision, settles the price where the count asks for another package, and writes to the club; all of
 * it in one transaction (product/verification.md#verification). A decision replaces the one before: an invoice that
 * waits is withdrawn. An adjustment is stored only with what it moves as `shown`.
 */
export async function decideReview(
  control: ControlDb,
  clubCode: string,
  { review, adminId }: { review: Review; adminId: string },
): Promise<Decided> {
  const { decision, version } = review;
  const actualPlayers = decision === "reject" ? null : playersIn(review.actualPlayers);
  const notes = review.notes?.trim() ?? "";
  return inTransaction(control, async (tx) => {
    const at = now();
    const [club, verification] = await Promise.all([findClub(tx, clubCode), findVerification(tx, clubCode)]);
    if (!club || !verification || verification.status === "pending")
      return { ok: false, problem: "not-submitted" };
    const refused =
      actualPlayers === null ? null : await problemOf(tx, clubCode, { review, players: actualPlayers, at });
    if (refused) return refused;
    const decided = await decideVerification(tx, verification.id, {
      status: STATUS[decision],
      actualPlayers,
      notes,
      reviewedBy: adminId,
      version,
      at,
    });
    if (!decided) return { ok: false, problem: "changed" };
    const settled =
      actualPlayers === null
        ? await unsettle(tx, { clubCode, playersBefore: verification.players_before ?? null, at })
        : await settle(tx, { clubCode, players: actualPlayers, orderedBy: adminId, at });
    const billing = decision === "adjust" && settled ? settledSentence(settled, formatPrice) : "";
    await recordAudit(tx, {
      kind: `verification.${OUTCOME[decision]}`,
      actor: { kind: "staff", id: adminId },
      clubCode,
      detail: decisionDetail(actualPlayers, decision === "adjust" ? settled : null),
      at,
    });
    await sendDecision(tx, club, {
      key: `${verification.id}:${at.toISOString()}`,
      outcome: OUTCOME[decision],
      players: actualPlayers,
      notes,
      billing,
    });
    return { ok: true, settled: billing };
  });
}

/** Returns why a count cannot be decided so; null where it can. */
async function problemOf(
  tx: ControlTx,
  clubCode: string,
  { review, players, at }: { review: Review; players: number; at: Date },
): Promise<Extract<Decided, { ok: false }> | null> {
  const { term: _, ...settled } = await settlementCase(tx, { clubCode, players, at });
  const { planBefore, plan, differenceCents, nextYearCents } = settled;
  if (review.decision === "approve") return plan === planBefore ? null : { ok: false, problem: "use-adjust" };
  if (plan === planBefore) return { ok: false, problem: "use-approve" };
  const shown = `${planBefore}:${plan}:${differenceCents}:${nextYearCents}:${players}`;
  if (review.shown === shown) return null;
  return { ok: false, problem: "not-shown", asks: { ...settled, players, shown } };
}

/** Returns what the audit log keeps of a decision. */
export function decisionDetail(
  players: number | null,
  settled: Settled | null,
): Record<string, string | number> {
  if (players === null) return {};
  if (!settled) return { players };
  const { planBefore, plan, differenceCents } = settled;
  return {
    players,
    package: `${planOf(planBefore).name} to ${planOf(plan).name}`,
    amount:
      differenceCents === 0
        ? "nothing moves"
        : `${differenceCents > 0 ? "invoice" : "refund"} ${formatPrice(Math.abs(differenceCents))}`,
    ...(settled.nextYearCents > 0 && { nextYear: `invoice ${formatPrice(settled.nextYearCents)}` }),
  };
}

const MOST_PLAYERS = 100_000;

/** Returns 1000 from '1,000'; null for anything but a number of players. */
function playersIn(text: string | undefined): number | null {
  const digits = text?.trim().replaceAll(",", "") ?? "";
  const players = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return players > 0 && players <= MOST_PLAYERS ? players : null;
}

/** Staff's decision about a club's number of players (product/verification.md#verification). */
export const reviewSchema = z
  .object({
    decision: z.enum(["approve", "adjust", "reject", "again"], {
      error: "Choose Approve, Adjust or Reject",
    }),
    actualPlayers: z
      .string()
      .optional()
      .refine((text) => !text?.trim() || playersIn(text) !== null, "Enter the number of players in digits"),
    shown: z.string().max(100).optional(),
    notes: z.string().max(NOTES_MAX, `At most ${NOTES_MAX} characters`).optional(),
    version: z.coerce.number().int().min(0),
  })
  .superRefine(({ decision, actualPlayers, notes }, issues) => {
    if ((decision === "approve" || decision === "adjust") && !actualPlayers?.trim())
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

type Sent = z.infer<typeof reviewSchema>;
/** A decision; `again` is none, but asks for another verification. */
export type Review = Sent & { decision: Exclude<Sent["decision"], "again"> };

export const isReview = (sent: Sent): sent is Review => sent.decision !== "again";
