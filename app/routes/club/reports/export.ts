import type { LoaderFunctionArgs } from "@remix-run/node";
import { reportGames } from "#app/domain/club/reports/report.server.ts";
import { reportRows } from "#app/domain/club/reports/report-export.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { csvDownload, writeCsv } from "#app/spreadsheets/write-csv.server.ts";
import { loadMeasured } from "./load-measured.server.ts";
import { loadStats, openOwnReport } from "./load-report.server.ts";

/** Downloads the filtered report as CSV, with the documented columns (product/reports.md#reports). */
export async function loader(args: LoaderFunctionArgs) {
  const report = await openOwnReport(args);
  const { ctx, filters, of } = report;
  const type = filters.type || "behavior";
  const stats = await loadStats({ ...report, filters: { ...filters, type } });
  const measured = type === "summary" ? await loadMeasured(report) : null;
  const { games } = type === "incidents" ? await reportGames(ctx.db, of, { games: "0" }) : { games: [] };
  const rows = reportRows(type, { ...stats, measured }, games);
  await auditExport(ctx, { kind: "export.report", detail: { count: rows.length - 1 } });
  const stamp = of.at.toISOString().slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  return csvDownload(`goodside-${type}-${stamp}.csv`, writeCsv(rows));
}
