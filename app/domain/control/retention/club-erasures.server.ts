import { z } from "zod";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { ClubErasuresTable } from "#app/db/control/staff-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { mailAdministrators } from "#app/domain/control/administrators/administrators.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { contactOf, formatDay } from "#app/domain/control/billing/club-contact.server.ts";
import { withdrawSettlements } from "#app/domain/control/billing/settlements.server.ts";
import { yearsOfClub } from "#app/domain/control/billing/years.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { lostPhoneSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import { proved, type Unproved } from "#app/domain/control/platform/second-factor.server.ts";
import { KEEP, yearsAfter } from "#app/domain/values/retention.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { ERASURE_REASON_MAX } from "./erasure-labels.ts";

export type ClubErasure = ClubErasuresTable;

/** Form fields of an order: the club's code, the reason, and the administrator's proof. */
export const erasureSchema = z.object({
  clubCode: z.string().trim().toLowerCase().max(80, "Use at most 80 characters").default(""),
  reason: z
    .string({ error: "Say who asked, and how" })
    .trim()
    .min(1, "Say who asked, and how")
    .max(ERASURE_REASON_MAX, `Use at most ${ERASURE_REASON_MAX} characters`),
  ...lostPhoneSchema.shape,
});

/** An order: who asked, and the days to wait. */
interface Ordering {
  reason: string;
  days: number;
}

/**
 * Orders that a club is erased after the operator's waiting time (product/privacy.md#erasing-a-club): its unpaid
 * invoices are withdrawn at once, and its administrators get an email if there is a day left to read it.
 * @returns 'ordered' if it was ordered before
 * @throws TooBusy
 */
export const orderErasure = (
  control: ControlDb,
  clubCode: string,
  {
    staff,
    password,
    code,
    ...order
  }: Ordering & { staff: { id: string; email: string }; password: string; code: string },
): Promise<Ordered | Unproved> =>
  proved(control, staff, { password, code }, (tx) => noteOrder(tx, clubCode, { ...order, by: staff.id }));

/** Orders it for the operator, without a wait. */
export const orderErasureNow = (control: ControlDb, clubCode: string, reason: string): Promise<Ordered> =>
  inTransaction(control, (tx) => noteOrder(tx, clubCode, { reason, days: 0, by: null }));

type Ordered = { ok: true } | { ok: false; problem: "ordered" | "no-club" };

async function noteOrder(
  tx: ControlTx,
  clubCode: string,
  { reason, days, by }: Ordering & { by: string | null },
): Promise<Ordered> {
  const at = now();
  const due = new Date(at.getTime() + days * DAY_MS);
  const club = await findClub(tx, clubCode);
  if (!club) return { ok: false, problem: "no-club" };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("club_erasures")
    .values({
      ...{ club_code: clubCode, name: club.name, reason, ordered_by: by },
      ...{ ordered_at: at.toISOString(), due_at: due.toISOString(), erased_at: null },
      ...{ people: null, erased_rows: null, documents: null, backups_until: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return { ok: false, problem: "ordered" };
  for (const year of await yearsOfClub(tx, clubCode)) await withdrawSettlements(tx, year, at);
  await recordAudit(tx, {
    kind: "club.erasure-ordered",
    actor: by ? { kind: "staff", id: by } : { kind: "system", id: null },
    clubCode,
    at,
  });
  if (days > 0)
    await mailAdministrators(tx, clubCode, {
      key: `club-erasure:${clubCode}:${at.toISOString()}`,
      template: "club-erasure",
      variables: {
        club: contactOf(club),
        erased: formatDay(due.toISOString(), club),
        leaveLink: `${env().appUrl}/club/leave`,
      },
    });
  return { ok: true };
}

/** Keeps a club whose erasure was ordered. @returns false if it was erased, or kept, before */
export const keepOrderedClub = (control: ControlDb, clubCode: string, staffId: string): Promise<boolean> =>
  inTransaction(control, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("club_erasures")
      .where("club_code", "=", clubCode)
      .where("erased_at", "is", null)
      .where("erased_rows", "is", null)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) return false;
    const actor = { kind: "staff", id: staffId } as const;
    await recordAudit(tx, { kind: "club.erasure-withdrawn", actor, clubCode, at: now() });
    return true;
  });

/** Loads the order for a club, or the certificate of its erasure. */
export const findErasure = (control: ControlDb, clubCode: string): Promise<ClubErasure | undefined> =>
  control.selectFrom("club_erasures").selectAll().where("club_code", "=", clubCode).executeTakeFirst();

/** Loads the latest erasures, those that wait first. */
export const listErasures = (control: ControlDb, shown: number): Promise<ClubErasure[]> =>
  control
    .selectFrom("club_erasures")
    .selectAll()
    .orderBy((eb) => eb.fn.coalesce("erased_at", eb.val("9")), "desc")
    .orderBy("due_at")
    .limit(shown)
    .execute();

/** Codes of clubs whose ordered erasure is due, the oldest first. */
export async function orderedErasuresDue(control: ControlDb, at: Date): Promise<string[]> {
  const rows = await control
    .selectFrom("club_erasures")
    .select("club_code")
    .where("erased_at", "is", null)
    .where("due_at", "<=", at.toISOString())
    .orderBy("due_at")
    .execute();
  return rows.map(({ club_code }) => club_code);
}

/** Notes what is about to be erased, once: an interrupted erasure goes on without what it has erased. */
export async function noteCounts(
  control: ControlDb,
  clubCode: string,
  counts: { rows: Record<string, number> | null; documents: number; people: number },
): Promise<void> {
  await control
    .updateTable("club_erasures")
    .set({
      erased_rows: JSON.stringify(counts.rows),
      documents: counts.documents,
      people: counts.people,
    })
    .where("club_code", "=", clubCode)
    .where("erased_rows", "is", null)
    .execute();
}

/** Notes that a club is erased, and the day from which no backup holds it. */
export async function noteErasedClub(tx: ControlTx, clubCode: string, at: Date): Promise<void> {
  const until = new Date(at.getTime() + env().backupKeptDays * DAY_MS).toISOString().slice(0, 10);
  await tx
    .updateTable("club_erasures")
    .set({ erased_at: at.toISOString(), backups_until: until })
    .where("club_code", "=", clubCode)
    .where("erased_at", "is", null)
    .execute();
}

/** Loads the payments of a club that the law keeps, and until when (ISO-8601 UTC); null without any. */
export async function keptPayments(
  control: ControlDb,
  clubCode: string,
): Promise<{ payments: number; until: string } | null> {
  const found = await control
    .selectFrom("ledger")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("kind", "=", "payment").as("payments"),
      eb.fn.max("moved_at").as("last"),
    ])
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
  if (!found?.last) return null;
  return {
    payments: Number(found.payments),
    until: yearsAfter(new Date(found.last), KEEP.moneyYears).toISOString(),
  };
}
