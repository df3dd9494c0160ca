import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { choicesOf, importTeamsSchema } from "#app/domain/club/schedule-import/import-form.server.ts";
import { importedLabel } from "#app/domain/club/schedule-import/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { importGames } from "#app/journeys/schedule-import/import-games.server.ts";

/** The button is on the preview's page. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "games.import");
  return redirect(href("/schedule/imports/:importId", { importId: args.params.importId ?? "" }));
}

/** Imports a preview's games. Newly chosen teams change what is imported, so then the preview is shown first. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const reading = await readForm(args.request, importTeamsSchema);
  if (!reading.ok) throw notFound();
  const importId = args.params.importId ?? "";
  const result = await importGames(ctx, importId, choicesOf(reading.value));
  const to = href("/schedule/imports/:importId", { importId });
  if (result.ok) return redirectWith(to, importedLabel(result.finished));
  if (result.problem === "not-found") throw notFound();
  return redirectWith(to, "The preview now uses your teams. Nothing is imported yet.");
}
