import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { reportChoices } from "#app/domain/club/reports/report.server.ts";
import { currentSeason } from "#app/domain/club/seasons/seasons.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Redirects the documented address to the running season's report. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, club } = await requireUserOrSupport(args, "reports.see");
  const { seasons } = await reportChoices(db, []);
  const running = currentSeason(seasons, dateAt(now(), club.timezone));
  return redirect(running ? href("/reports", { season: running.id }) : "/reports");
}
