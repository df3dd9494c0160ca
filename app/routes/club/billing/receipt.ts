import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { printReceiptOf } from "#app/journeys/billing/print-receipt.server.ts";

/** Sends the receipt of a payment or refund, as a PDF. */
export async function loader(args: LoaderFunctionArgs) {
  const { control, db, club } = await requireClubUser(args, "club.manage");
  const [row, postal] = await Promise.all([findClub(control, club.code), clubRowOf(db)]);
  const receipt = row && (await printReceiptOf(control, row, { entryId: args.params.entryId ?? "", postal }));
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
