import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { findAgreement } from "#app/domain/club/agreements/agreement-detail.server.ts";
import { agreementPdf } from "#app/journeys/agreement-mails/compose-agreement-mail.server.ts";
import { exportHeaders } from "./export-headers.ts";

/**
 * The PDF copy of an agreement, with network address and browser: for administrators. Of an erased person it is
 * printed without them; of an agreement that nobody signed, the way back to its page.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { db, club } = await requireClubUser(args, "club.manage");
  const { agreementId = "" } = args.params;
  const pdf = await agreementPdf(db, club, agreementId);
  if (pdf) return new Response(pdf, { headers: exportHeaders("agreement.pdf", "application/pdf") });
  if (!(await findAgreement(db, agreementId))) throw notFound();
  return redirect(href("/agreements/:agreementId", { agreementId }));
}
