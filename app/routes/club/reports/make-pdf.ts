import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { reportAddress } from "#app/domain/club/reports/report-filters.ts";
import { askPrint, PRINTS_A_DAY, pdfForm } from "#app/domain/club/reports/report-prints.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { askedPrint, openOwnReport } from "./load-report.server.ts";

/** Redirects to the reports' page, which has the button, after signing in again. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "reports.see");
  return redirect(href("/reports"));
}

/** Starts making a PDF of the filtered report (product/reports.md#reports-as-pdf). */
export async function action(args: ActionFunctionArgs) {
  await requireClubUser(args, "reports.see");
  const reading = await readForm(args.request, pdfForm);
  if (!reading.ok) return redirect(href("/reports"), 303);
  const report = await openOwnReport(args, new URLSearchParams(Object.entries(reading.value)));
  const { ctx, of } = report;
  const { accountId } = ctx.user;
  const result = await changeClub(ctx, (tx) =>
    askPrint(tx, { accountId, asked: askedPrint(report), at: of.at }),
  );
  if (result.ok) return redirect(href("/reports/pdf/:printId", { printId: result.id }), 303);
  return redirectWith(
    reportAddress(report.filters),
    `You had ${PRINTS_A_DAY} PDFs made in the last 24 hours. Please use those, or try again tomorrow.`,
    "bad",
  );
}
