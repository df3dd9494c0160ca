import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { downloadAllSheets } from "#app/journeys/printables/print-sheets.server.ts";

const TOO_MANY = "You downloaded all sheets 60 times within an hour. Please wait a little.";

/** Sends all sheets of the club as one .zip. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "printables.see");
  if (!(await mayUse("printables-account", ctx.session.accountId))) {
    ctx.note(THROTTLED);
    return redirectWith(href("/printables"), TOO_MANY, "bad");
  }
  const zip = Readable.from(downloadAllSheets(ctx), { objectMode: false });
  return new Response(createReadableStreamFromReadable(zip), {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="printables-${ctx.club.code}.zip"`,
      "Cache-Control": "no-store",
    },
  });
}
