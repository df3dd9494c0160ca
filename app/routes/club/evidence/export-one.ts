import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { findAgreement } from "#app/domain/club/agreements/agreement-detail.server.ts";
import { exportAgreements } from "#app/domain/club/evidence/export.server.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { exportHeaders } from "./export-headers.ts";

/**
 * Downloads the records of one agreement, with network address and browser: for administrators
 * (product/evidence.md#evidence-exports). Without records, redirects to its page.
 */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const { db, club } = ctx;
  const { agreementId = "" } = args.params;
  const files = await exportAgreements(db, [agreementId], { club, exportedAt: nowIso() });
  const file = files.get(agreementId);
  if (file !== undefined) {
    await auditExport(ctx, { kind: "export.evidence", subject: agreementId });
    return new Response(file, { headers: exportHeaders(`agreement-${club.code}.json`) });
  }
  if (!(await findAgreement(db, agreementId))) throw notFound();
  return redirect(href("/agreements/:agreementId", { agreementId }));
}
