import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { printSeason } from "#app/journeys/club-events/season-print.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { openOverSeason } from "./open-season.server.ts";

const TOO_MANY = "You downloaded 60 PDFs of seasons within an hour. Please wait a little.";

/** Sends a season that is over as a PDF (product/seasons.md#seasons). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "seasons.manage");
  const season = await openOverSeason(ctx, args.params);
  if (!season) throw notFound();
  if (!(await mayUse("season-pdf-account", ctx.session.accountId))) {
    ctx.note(THROTTLED);
    return redirectWith(href("/seasons/:seasonId", { seasonId: season.id }), TOO_MANY, "bad");
  }
  const pdf = await printSeason(ctx.db, season, now());
  await auditExport(ctx, { kind: "export.season", subject: season.id });
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="season-${season.startsOn}.pdf"`,
      "Content-Security-Policy": "sandbox",
      "Cache-Control": "no-store",
    },
  });
}
