import { z } from "zod";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { checkOwnPassword } from "#app/domain/control/accounts/own-password.server.ts";
import { recordClubAct } from "#app/domain/control/audit/audit.server.ts";
import { contactOf, formatDay } from "#app/domain/control/billing/club-contact.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import { passwordText } from "#app/forms/fields.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/**
 * Returns when a cancelled club is erased: 90 days after its year, but at least 7 after the cancellation. Both in
 * ISO-8601 UTC.
 */
export const erasedFrom = (termEndsAt: string, cancelledAt: string): string =>
  new Date(
    Math.max(
      Date.parse(termEndsAt) + KEEP.cancelledClubDays * DAY_MS,
      Date.parse(cancelledAt) + KEEP.cancellationGraceDays * DAY_MS,
    ),
  ).toISOString();

/** Notes that a club cancelled, once. @returns whether it had not cancelled before */
export async function noteCancelled(tx: ControlTx, code: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("clubs")
    .set({ cancelled_at: at.toISOString() })
    .where("code", "=", code)
    .where("cancelled_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a cancellation back. @returns whether there was one */
export async function takeBackCancellation(tx: ControlTx, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("clubs")
    .set({ cancelled_at: null })
    .where("code", "=", code)
    .where("cancelled_at", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Ctx = { control: ControlDb; club: { code: string }; user: { accountId: string } };

/** Loads what pages say about leaving: days in the club's zone; `cancelled` is null for a club that stays. */
export async function describeLeaving({ control, club }: Omit<Ctx, "user">) {
  const row = await findClub(control, club.code);
  if (!row) throw new Error(`There is no club ${club.code}`);
  return {
    ends: formatDay(row.term_ends_at, row),
    over: Date.parse(row.term_ends_at) <= now().getTime(),
    erased: formatDay(erasedFrom(row.term_ends_at, row.cancelled_at ?? nowIso()), row),
    cancelled: row.cancelled_at ? formatDay(row.cancelled_at, row) : null,
  };
}

/**
 * Cancels a club for an administrator who knows their password: renewal ends, the club and our staff are notified, and
 * 90 days after the paid year it is erased (product/privacy.md#leaving). A second cancellation changes nothing.
 * @throws TooBusy
 */
export async function cancelClub(
  { control, club, user }: Ctx,
  typed: { current: string },
): Promise<{ ok: true } | { ok: false; problem: "wrong" | "locked" }> {
  const own = await checkOwnPassword(control, user.accountId, typed.current);
  if (!own.ok) return own;
  const at = now();
  await inTransaction(control, async (tx) => {
    if (!(await noteCancelled(tx, club.code, at))) return;
    await recordClubAct(tx, { club, user }, { kind: "club.cancelled" }, at);
    const row = await findClub(tx, club.code);
    if (row) await sendCancelled(tx, row, at);
  });
  return { ok: true };
}

/** Takes the cancellation back, until the club is erased. */
export async function keepClub({ control, club, user }: Ctx): Promise<void> {
  await inTransaction(control, async (tx) => {
    if (await takeBackCancellation(tx, club.code))
      await recordClubAct(tx, { club, user }, { kind: "club.kept" });
  });
}

async function sendCancelled(tx: ControlTx, club: ClubsTable, at: Date): Promise<void> {
  const variables = {
    club: contactOf(club),
    ends: formatDay(club.term_ends_at, club),
    erased: formatDay(erasedFrom(club.term_ends_at, at.toISOString()), club),
    leaveLink: `${env().appUrl}/club/leave`,
  };
  const mail = { template: "club-cancelled", variables, clubCode: club.code } as const;
  const key = `club-cancelled:${club.code}:${at.toISOString()}`;
  await queueMail(tx, { ...mail, key, to: club.email });
  await queueMail(tx, { ...mail, key: `${key}:staff`, to: brand.mail.support });
}

/** Cancels the club. */
export const cancelClubSchema = z.object({
  current: passwordText("Enter your current password").max(1_000, "Use at most 1,000 characters"),
});
