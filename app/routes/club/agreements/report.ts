import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import {
  allAgreements,
  countAgreements,
  REPORT_HEAD,
  reportRows,
} from "#app/domain/club/agreements/agreement-list.server.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { csvStream, ROWS_A_PART } from "#app/spreadsheets/write-csv.server.ts";
import { filterFor, seesAddress } from "./list-page.server.ts";

/** Sends the filtered agreements as CSV while they are read (product/agreements.md#agreements-tracker). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "agreements.see");
  const { db, club, user } = ctx;
  const filter = filterFor(user, new URL(args.request.url).searchParams);
  const scope = teamScope(user);
  const { total } = await countAgreements(db, filter, scope, now());
  await auditExport(ctx, { kind: "export.agreements", detail: { count: total } });
  async function* pages() {
    yield [REPORT_HEAD];
    for await (const agreements of allAgreements(db, filter, scope, ROWS_A_PART))
      yield reportRows(
        agreements.map((agreement) => ({
          ...agreement,
          email: seesAddress(user, agreement) ? agreement.email : null,
        })),
        club.timezone,
      );
  }
  return csvStream(`agreements-report-${dateAt(now(), club.timezone)}.csv`, pages());
}
