import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { noteExport } from "#app/domain/club/incidents/incident-changes.server.ts";
import { exportName, incidentRows } from "#app/domain/club/incidents/incident-export.ts";
import { caseFiles } from "#app/domain/club/incidents/incident-list.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { csvDownload, writeCsv } from "#app/spreadsheets/write-csv.server.ts";
import { caseClock } from "./open-case.server.ts";

/** Reached by GET after signing in again; the button is on the list. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "incidents.see");
  return redirect("/incidents");
}

/** Every case of the club as CSV; the history of each says so. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const clock = caseClock(ctx);
  const files = await changeClub(ctx, async (tx) => {
    const all = await caseFiles(tx);
    const ids = all.map(({ incident }) => incident.id);
    await noteExport(tx, ids, "With all incidents, as CSV", ctx.user, clock.at.toISOString());
    return all;
  });
  return csvDownload(exportName("incidents", clock.at, "csv"), writeCsv(incidentRows(files, clock)));
}
