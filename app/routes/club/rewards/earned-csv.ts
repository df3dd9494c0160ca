import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { readEarnedFilters } from "#app/domain/club/rewards/earned-filters.ts";
import { earnedCsv } from "#app/domain/club/rewards/earned-list.server.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { csvDownload, writeCsv } from "#app/spreadsheets/write-csv.server.ts";

/** Sends the filtered earned rewards as CSV for the treasurer (product/rewards.md#earned-rewards). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "rewards.manage");
  const { timezone } = ctx.club;
  const filters = readEarnedFilters(new URL(args.request.url).searchParams);
  const rows = await earnedCsv(ctx.db, filters, { timezone, at: now() });
  await auditExport(ctx, { kind: "export.rewards", detail: { count: rows.length - 1 } });
  return csvDownload(`goodside-rewards-${dateAt(now(), timezone)}.csv`, writeCsv(rows));
}
