import { env } from "#app/config/env.server.ts";
import type { SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { suspendedFrom } from "#app/domain/control/clubs/club-access.ts";
import { accessOfClub, findClub, setClubStatus, setTerm } from "#app/domain/control/clubs/clubs.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { contactOf, formatDay } from "./club-contact.server.ts";
import { mailEveryAdministrator } from "./money-emails.server.ts";
import { withdrawSettlements } from "./settlements.server.ts";
import { endWithLastYear } from "./take-back.server.ts";
import { type ClubYear, runningYear, yearsToCome } from "./years.server.ts";

/** end: read-only from now on; suspend: paused at once; next: the booked next year is taken back. */
export type YearEnd = "end" | "suspend" | "next";

/** Year that staff can end now, with the ways to do it (product/billing.md#ending-a-year). */
export interface EndableYear {
  /** Null for a club whose year is over, which can only be paused. */
  year: ClubYear | null;
  choices: readonly YearEnd[];
}

/** Finds the year that staff can end, a booked next year first: it would keep the club open after the present one. */
export async function endableYear(control: ControlDb, club: ClubsTable, at: Date): Promise<EndableYear> {
  const [next] = await yearsToCome(control, club.code, at);
  if (next) return { year: next, choices: ["next"] };
  const access = accessOfClub(club, at);
  if (access === "open")
    return { year: await runningYear(control, club.code, at), choices: ["end", "suspend"] };
  return { year: null, choices: access === "read-only" ? ["suspend"] : [] };
}

/**
 * Ends a club's year, pauses the club, or takes its next year back; no money moves. Its unpaid invoices are withdrawn,
 * and the club reads why in one email. A payment brings everything back.
 */
export function endYear(
  control: ControlDb,
  clubCode: string,
  { what, note, adminId }: { what: YearEnd; note: string; adminId: string },
): Promise<{ ok: true } | { ok: false; problem: "changed" }> {
  return inTransaction(control, async (tx) => {
    const at = now();
    const club = await findClub(tx, clubCode);
    const endable = club && (await endableYear(tx, club, at));
    if (!club || !endable?.choices.includes(what)) return { ok: false, problem: "changed" };
    const { year } = endable;
    if (year) await stopYear(tx, year, { next: what === "next", note, at });
    if (what === "next") await endWithLastYear(tx, clubCode, at.toISOString());
    else if (what === "end" || accessOfClub(club, at) === "open")
      await setTerm(tx, clubCode, { ends: at.toISOString() });
    if (what === "suspend") await suspend(tx, clubCode, at);
    await recordAudit(tx, {
      kind: AUDIT[what],
      actor: { kind: "staff", id: adminId },
      clubCode,
      detail: { note },
      at,
    });
    await sendYearEnded(tx, (await findClub(tx, clubCode)) ?? club, { what, note, at });
    return { ok: true };
  });
}

const AUDIT = {
  end: "billing.year-ended",
  suspend: "billing.club-paused",
  next: "billing.next-year-taken-back",
} as const;

async function stopYear(
  tx: ControlTx,
  year: SubscriptionsTable,
  { next, note, at }: { next: boolean; note: string; at: Date },
): Promise<void> {
  const moment = at.toISOString();
  await tx
    .updateTable("subscriptions")
    .set({
      ended_at: moment,
      ended_note: note,
      updated_at: moment,
      ...(next ? { refunded_at: moment } : { ends_at: moment }),
    })
    .where("id", "=", year.id)
    .execute();
  await withdrawSettlements(tx, year, at);
}

async function suspend(tx: ControlTx, clubCode: string, at: Date): Promise<void> {
  await setClubStatus(tx, clubCode, "suspended");
  await enqueue(tx, {
    kind: "club.entries",
    payload: { clubCode },
    key: `club.entries:${clubCode}:${at.toISOString()}`,
  });
}

function sendYearEnded(
  tx: ControlTx,
  club: ClubsTable,
  { what, note, at }: { what: YearEnd; note: string; at: Date },
): Promise<void> {
  // The key of the notice that the daily job would send about the same end: the club gets one email.
  const key =
    what === "end"
      ? `term:${club.code}:${club.term_ends_at}:ended`
      : `year-ended:${club.code}:${at.toISOString()}`;
  return mailEveryAdministrator(tx, club, {
    key,
    template: "year-ended",
    variables: {
      club: contactOf(club),
      what: what === "end" ? "ended" : what === "suspend" ? "suspended" : "next",
      reason: note,
      readableUntil: formatDay(suspendedFrom(club.term_ends_at), club),
      renewLink: `${env().appUrl}/club/billing/renew`,
    },
  });
}
