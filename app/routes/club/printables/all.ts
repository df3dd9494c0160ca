import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { downloadAllSheets } from "#app/journeys/printables/print-sheets.server.ts";

/** All sheets of the club as one .zip. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "printables.see");
  const zip = Readable.from(downloadAllSheets(ctx), { objectMode: false });
  return new Response(createReadableStreamFromReadable(zip), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="printables-${ctx.club.code}.zip"`,
      "Cache-Control": "no-store",
    },
  });
}
