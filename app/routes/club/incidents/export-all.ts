import { redirect } from "@remix-run/node";
import { clubForm } from "#app/auth/form.server.ts";
import { noteExport } from "#app/domain/club/incidents/incident-changes.server.ts";
import { exportName, incidentRows } from "#app/domain/club/incidents/incident-export.ts";
import { caseFiles } from "#app/domain/club/incidents/incident-list.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { csvDownload, writeCsv } from "#app/spreadsheets/write-csv.server.ts";
import { caseClock } from "./open-case.server.ts";

/** Exports every case of the club as CSV and records it in each history. */
const form = clubForm({
  may: "incidents.see",
  change: ({ ctx }) =>
    changeClub(ctx, async (tx) => {
      const all = await caseFiles(tx);
      const ids = all.map(({ incident }) => incident.id);
      await noteExport(tx, ids, "With all incidents, as CSV", ctx.user, nowIso());
      return all;
    }),
  saved: (files, { ctx }) => {
    const clock = caseClock(ctx);
    return csvDownload(exportName("incidents", clock.at, "csv"), writeCsv(incidentRows(files, clock)));
  },
});
export const action = form.action;
/** Reached by GET after signing in again; the button is on the list. */
export const loader = form.loader(() => {
  throw redirect("/incidents");
});
