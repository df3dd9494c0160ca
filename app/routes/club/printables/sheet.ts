import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { printableFileName, printableFileOf } from "#app/domain/club/printables/printables.ts";
import { downloadSheet } from "#app/journeys/printables/print-sheets.server.ts";

/** Sends a sheet of the club as a PDF; it counts as a download. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "printables.see");
  const file = printableFileOf(new URL(args.request.url).searchParams);
  if (!file) throw notFound();
  return new Response(await downloadSheet(ctx, file), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${printableFileName(file)}"`,
      "Content-Security-Policy": "sandbox",
      "Cache-Control": "no-store",
    },
  });
}
