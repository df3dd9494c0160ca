import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { VerificationsTable } from "#app/db/control/verification-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { runningYear } from "#app/domain/control/billing/years.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { verificationView } from "./verification.ts";
import { sendReminder } from "./verification-emails.server.ts";
import { beginAgain, findVerification } from "./verifications.server.ts";

/**
 * Loads the club's verification, where its number of players may be verified again: once in each paid year that runs,
 * after the one before was decided in an earlier year and nothing of it is owed (product/verification.md#verification).
 */
export async function verifiableAgain(
  control: ControlDb,
  clubCode: string,
  at: Date,
): Promise<VerificationsTable | null> {
  return again(control, await findVerification(control, clubCode), at);
}

/** Tells whether the club can send documents now, for the first time, after a rejection, or again in this year. */
export async function mayVerify(control: ControlDb, clubCode: string, at: Date): Promise<boolean> {
  const known = await findVerification(control, clubCode);
  if (!known || known.status === "pending" || known.status === "rejected") return true;
  return (await again(control, known, at)) !== null;
}

async function again(
  control: ControlDb,
  known: Awaited<ReturnType<typeof findVerification>>,
  at: Date,
): Promise<VerificationsTable | null> {
  if (!known?.reviewed_at) return null;
  if (verificationView({ status: known.status, documents: 0, unpaid: known.unpaid === 1 }) !== "verified")
    return null;
  const year = await runningYear(control, known.club_code, at);
  if (!year || known.reviewed_at >= year.starts_at) return null;
  const { unpaid: _, ...verification } = known;
  return verification;
}

/**
 * Asks a club, for staff, to verify its number of players again: it has 30 days, and reads so by mail.
 * @returns false where it may not be asked now
 */
export function askAgain(control: ControlDb, clubCode: string, adminId: string): Promise<boolean> {
  return inTransaction(control, async (tx: ControlTx) => {
    const at = now();
    const before = await verifiableAgain(tx, clubCode, at);
    if (!before) return false;
    await beginAgain(tx, before, { askedBy: adminId, at });
    await recordAudit(tx, {
      kind: "verification.asked-again",
      actor: { kind: "staff", id: adminId },
      clubCode,
      at,
    });
    const club = await findClub(tx, clubCode);
    if (club) await sendReminder(tx, club, 30);
    return true;
  });
}
