import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { printReceiptOf } from "#app/journeys/billing/print-receipt.server.ts";

/** The receipt of a payment or refund, as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const { control, club } = await requireClubUser(args, "club.manage");
  const row = await findClub(control, club.code);
  const receipt = row && (await printReceiptOf(control, row, args.params.entryId ?? ""));
  if (!receipt) throw notFound();
  return new Response(receipt.pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${receipt.name}"`,
      "Content-Security-Policy": "sandbox",
      "Cache-Control": "no-store",
    },
  });
}
