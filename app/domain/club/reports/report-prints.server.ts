import { z } from "zod";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { daysBefore, KEEP } from "#app/domain/values/retention.ts";
import { optionalLine } from "#app/forms/fields.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { ReportFilters } from "./report-filters.ts";

/** The filters of a report that becomes a PDF; what is not understood falls back as in an address. */
export const pdfForm = z.object({
  ...{ tab: optionalLine(), team: optionalLine(), range: optionalLine(), from: optionalLine() },
  ...{ to: optionalLine(), type: optionalLine(), season: optionalLine(), compare: optionalLine() },
});

/** Report that a PDF shows: the filters, and its reader's permissions when it was asked for. */
export interface AskedPrint {
  filters: ReportFilters;
  scope: TeamScope;
  admin: boolean;
  /** True if it has content that only those who compare teams see. */
  compares: boolean;
}

/** PDFs of one account in a day. */
export const PRINTS_A_DAY = 20;
/** The same report is not made again within this time: the button was pressed twice. */
const SAME_MS = MINUTE_MS;

/**
 * Has the jobs process make a PDF of a report. The same report asked for again while it is made, or within a minute, is
 * one PDF.
 */
export async function askPrint(
  tx: ClubTx,
  { accountId, asked, at }: { accountId: string; asked: AskedPrint; at: Date },
): Promise<{ ok: true; id: string } | { ok: false; problem: "too-many" }> {
  const own = await tx
    .selectFrom("report_prints")
    .select(["id", "asked", "status", "created_at"])
    .where("account_id", "=", accountId)
    .where("created_at", ">", daysBefore(at, 1).toISOString())
    .execute();
  const text = JSON.stringify(asked);
  const recent = new Date(at.getTime() - SAME_MS).toISOString();
  const same = own.find(
    (print) => print.asked === text && (print.status === "waiting" || print.created_at > recent),
  );
  if (same) return { ok: true, id: same.id };
  if (own.length >= PRINTS_A_DAY) return { ok: false, problem: "too-many" };
  const id = newId();
  await tx
    .insertInto("report_prints")
    .values({
      ...{ id, account_id: accountId, asked: text, status: "waiting", pdf: null },
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + KEEP.reportPrintDays * DAY_MS).toISOString(),
    })
    .execute();
  await recordEvent(tx, { kind: "report-print", printId: id });
  return { ok: true, id };
}

/** Loads a PDF that was asked for, without its content. */
export async function findPrint(db: ClubDb, id: string) {
  const row = await db
    .selectFrom("report_prints")
    .select(["id", "account_id as accountId", "asked", "status", "created_at as createdAt"])
    .select("expires_at as expiresAt")
    .select((eb) => eb("pdf", "is not", null).as("hasPdf"))
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { ...row, hasPdf: Boolean(row.hasPdf), asked: JSON.parse(row.asked) as AskedPrint };
}

export async function printContent(db: ClubDb, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom("report_prints").select("pdf").where("id", "=", id).executeTakeFirst();
  return row?.pdf ?? null;
}

/** Keeps a PDF that was made, or null: it cannot be made. Made twice, as after a crash, it is the later one. */
export async function storePrint(tx: ClubTx, id: string, pdf: Buffer | null): Promise<void> {
  await tx.updateTable("report_prints").set({ status: "ready", pdf }).where("id", "=", id).execute();
}

/** Erases the PDFs whose day is over. @returns when the next one's is */
export async function erasePrints(tx: ClubTx, at: Date): Promise<Date | null> {
  await tx.deleteFrom("report_prints").where("expires_at", "<=", at.toISOString()).execute();
  const { next } = await tx
    .selectFrom("report_prints")
    .select((eb) => eb.fn.min("expires_at").as("next"))
    .executeTakeFirstOrThrow();
  return next ? new Date(next) : null;
}
