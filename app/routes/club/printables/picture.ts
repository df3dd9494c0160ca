import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { printableFileOf } from "#app/domain/club/printables/printables.ts";
import { printSheet, sheetsOf } from "#app/journeys/printables/print-sheets.server.ts";

/** A year: the address has the version of the content. */
const KEPT = "private, max-age=31536000, immutable";

/** Sends the first page of a sheet as a picture; it does not count as a download. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "printables.see");
  const query = new URL(args.request.url).searchParams;
  const file = printableFileOf(query);
  if (!file) throw notFound();
  const sheets = await sheetsOf(ctx);
  return new Response(await printSheet(ctx, sheets, { file, as: "picture" }), {
    headers: {
      "Content-Type": "image/svg+xml",
      "Content-Security-Policy": "default-src 'none'; img-src data:; sandbox",
      "Cache-Control": query.get("v") === sheets.version ? KEPT : "no-store",
      Vary: "Cookie",
    },
  });
}
