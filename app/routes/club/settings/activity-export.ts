import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { type AuditCursor, auditFilterIn, cursorIn } from "#app/domain/values/audit/filter.ts";
import { AUDIT_TOPICS } from "#app/domain/values/audit/kinds.ts";
import { dateAt, formatZone, localAt } from "#app/domain/values/times.ts";
import { postedForm } from "#app/forms/read-form.server.ts";
import { readClubAudit } from "#app/journeys/audit/club-audit.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { csvStream, pagesOf, ROWS_A_PART } from "#app/spreadsheets/write-csv.server.ts";

/** Most lines in one file, the newest first; for older ones choose an earlier last day. */
const ROWS_A_FILE = 20_000;

/** Redirects to the tab, which has the button, after signing in again. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "club.manage");
  return redirect(href("/club/settings", { tab: "activity" }));
}

/** Exports the filtered log as CSV, and logs the export. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const form = await postedForm(args.request);
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const filter = auditFilterIn(new URLSearchParams(texts));
  const { timezone, code } = ctx.club;
  const lines = [["Date", `Time (${formatZone(timezone)})`, "Who", "Role", "Group", "What"]];
  const wait = yieldToEventLoop();
  for (let cursor: AuditCursor | null = null; ; ) {
    const page = await readClubAudit(ctx, { filter, cursor, limit: ROWS_A_PART });
    for (const { at, who, role, what, topic } of page.rows) {
      const { date, time } = localAt(at, timezone);
      lines.push([date, time, who, role, AUDIT_TOPICS[topic as keyof typeof AUDIT_TOPICS] ?? topic, what]);
    }
    cursor = cursorIn(page.next);
    if (!cursor || lines.length > ROWS_A_FILE) break;
    await wait();
  }
  await auditExport(ctx, { kind: "export.audit", detail: { count: lines.length - 1 } });
  return csvStream(`activity-${code}-${dateAt(now(), timezone)}.csv`, pagesOf(lines));
}
