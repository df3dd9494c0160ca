import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { importedContactsLabel } from "#app/domain/club/contacts-import/labels.ts";
import { importedLabel } from "#app/domain/club/schedule-import/labels.ts";
import { takenOutSchema } from "#app/domain/club/schedule-import/read-schedule.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { startImport } from "#app/journeys/imports/start-import.server.ts";
import { requireImporter } from "./open-import.server.ts";
import { importPages } from "./subjects.ts";

/** Redirects to the preview's page, which has the button. */
export async function loader(args: LoaderFunctionArgs) {
  const { subject, importId } = await requireImporter(args);
  return redirect(importPages[subject].show(importId));
}

/** Imports what a preview shows. */
export async function action(args: ActionFunctionArgs) {
  const { ctx, subject, importId } = await requireImporter(args);
  const reading = await readForm(args.request, takenOutSchema);
  if (!reading.ok) throw notFound();
  const result = await startImport(ctx, { subject, id: importId, gameIds: reading.value.out });
  if (!result.ok) throw notFound();
  const page = importPages[subject].show(importId);
  // Its page shows how far it is.
  if ("running" in result) return redirect(page, 303);
  return subject === "games"
    ? redirectWith(page, importedLabel(result.finished))
    : redirectWith("/agreements", importedContactsLabel(result.finished));
}

/** Renders nothing: a route with a component shows our error page (507 on a full disk) instead of a bare 500. */
export default function NoPage() {
  return null;
}
