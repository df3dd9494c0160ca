import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { allAgreements, reportRows } from "#app/domain/club/agreements/agreement-list.server.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { csvDownload, writeCsv } from "#app/spreadsheets/write-csv.server.ts";
import { filterFor, seesAddress } from "./list-page.server.ts";

/** The agreements that the list's filter leaves, as CSV (product.md#agreements-tracker). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.see");
  const { db, club, user } = ctx;
  const filter = filterFor(user, new URL(args.request.url).searchParams);
  const found = await allAgreements(db, filter, teamScope(user));
  await auditExport(ctx, { kind: "export.agreements", detail: { count: found.length } });
  const rows = reportRows(
    found.map((agreement) => ({
      ...agreement,
      email: seesAddress(user, agreement) ? agreement.email : null,
    })),
    club.timezone,
  );
  return csvDownload(`agreements-report-${dateAt(now(), club.timezone)}.csv`, writeCsv(rows));
}
