import { Readable } from "node:stream";
import {
  type ActionFunctionArgs,
  createReadableStreamFromReadable,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { packClub } from "#app/journeys/leaving/pack-club.server.ts";
import { exportHeaders } from "#app/routes/club/evidence/export-headers.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Redirects to the page with the button, after signing in again. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "club.manage");
  return redirect(href("/club/leave"));
}

/** Downloads the club's data as one .zip; by POST, so that no link fetches it (product/privacy.md#leaving). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  if (!(await mayUse("everything-club", ctx.club.code)))
    return redirectWith(
      href("/club/leave"),
      "Everything was downloaded 5 times within an hour. Please wait.",
      "bad",
    );
  await auditExport(ctx, { kind: "export.everything" });
  const at = now();
  const zip = Readable.from(packClub(ctx, at), { objectMode: false });
  return new Response(createReadableStreamFromReadable(zip), {
    headers: exportHeaders(
      `everything-${ctx.club.code}-${dateAt(at, ctx.club.timezone)}.zip`,
      "application/zip",
    ),
  });
}
