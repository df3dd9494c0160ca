import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { exportForm } from "#app/domain/club/incidents/forms.server.ts";
import { noteExport } from "#app/domain/club/incidents/incident-changes.server.ts";
import { exportName, incidentRows, incidentText } from "#app/domain/club/incidents/incident-export.ts";
import { entriesOf, talksOf } from "#app/domain/club/incidents/incidents.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { csvDownload, textDownload, writeCsv } from "#app/spreadsheets/write-csv.server.ts";
import { caseClock, openCase } from "./open-case.server.ts";

const exportLabels = { print: "As a page to print", csv: "As CSV", text: "As plain text" } as const;

/** Redirects to the case's page, which has the buttons, after signing in again. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const { id: incidentId } = await openCase(ctx, args.params.incidentId);
  return redirect(href("/incidents/:incidentId", { incidentId }));
}

/** Exports one case and records it in its history. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "incidents.see");
  const { id: incidentId } = await openCase(ctx, args.params.incidentId);
  const reading = await readForm(args.request, exportForm);
  if (!reading.ok) return redirect(href("/incidents/:incidentId", { incidentId }), 303);
  const { format } = reading.value;
  await changeClub(ctx, (tx) => noteExport(tx, [incidentId], exportLabels[format], ctx.user, nowIso()));
  if (format === "print") return redirect(href("/incidents/:incidentId/print", { incidentId }), 303);
  return download(ctx, incidentId, format);
}

async function download(ctx: ClubContext, incidentId: string, format: "csv" | "text"): Promise<Response> {
  const clock = caseClock(ctx);
  const [incident, talks, entries] = await Promise.all([
    openCase(ctx, incidentId),
    talksOf(ctx.db, incidentId),
    entriesOf(ctx.db, incidentId),
  ]);
  const file = { incident, talks, entries };
  if (format === "csv") {
    return csvDownload(exportName("incident", clock.at, "csv"), writeCsv(incidentRows([file], clock)));
  }
  return textDownload(exportName("incident", clock.at, "txt"), incidentText(file, ctx.club.name, clock));
}
