import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { findAgreement } from "#app/domain/club/agreements/agreement-detail.server.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { agreementPdf } from "#app/journeys/club-events/compose-agreement-mail.server.ts";
import { exportHeaders } from "./export-headers.ts";

const TOO_MANY =
  "You downloaded 60 PDF copies within an hour. Please wait, or download all evidence as one file.";

/**
 * Downloads the PDF copy of an agreement, with network address and browser: for administrators. The copy of an erased
 * person has neither; an unsigned agreement redirects to its page.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { db, club, session, note } = await requireClubUser(args, "club.manage");
  const { agreementId = "" } = args.params;
  if (!(await mayUse("agreement-copy-account", session.accountId))) {
    note(THROTTLED);
    return redirectWith(href("/agreements/:agreementId", { agreementId }), TOO_MANY, "bad");
  }
  const pdf = await agreementPdf(db, club, agreementId);
  if (pdf) return new Response(pdf, { headers: exportHeaders("agreement.pdf", "application/pdf") });
  if (!(await findAgreement(db, agreementId))) throw notFound();
  return redirect(href("/agreements/:agreementId", { agreementId }));
}
