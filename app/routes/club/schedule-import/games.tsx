import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { importedLabel } from "#app/domain/club/schedule-import/labels.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { gameImports } from "#app/journeys/imports/import-steps.server.ts";
import { startImport } from "#app/journeys/imports/start-import.server.ts";

/** The button is on the preview's page. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "games.import");
  return redirect(href("/schedule/imports/:importId", { importId: args.params.importId ?? "" }));
}

/** Imports a preview's games. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) throw notFound();
  const importId = args.params.importId ?? "";
  const result = await startImport(ctx, "games", importId, gameImports.finish);
  if (!result.ok) throw notFound();
  const page = href("/schedule/imports/:importId", { importId });
  // Its page shows how far it is.
  if ("running" in result) return redirect(page, 303);
  return redirectWith(page, importedLabel(result.finished));
}

/** Never drawn. With it, an error is a page of ours (507 on a full disk) instead of a bare 500. */
export default function NoPage() {
  return null;
}
