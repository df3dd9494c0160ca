import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { choicesOf, importTeamsSchema } from "#app/domain/club/schedule-import/import-form.server.ts";
import { importedLabel } from "#app/domain/club/schedule-import/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { importGames } from "#app/journeys/schedule-import/import-games.server.ts";

/** There is nothing to see here: the preview has the button. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "games.import");
  return redirect(href("/schedule/imports/:importId", { importId: args.params.importId ?? "" }));
}

/**
 * Imports the games of a preview. Sent twice it happens once. Teams that were chosen on the page and not read yet
 * change what is imported: then the preview is shown again first.
 */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const reading = await readForm(args.request, importTeamsSchema);
  if (!reading.ok) throw notFound();
  const found = await importGames(ctx, args.params.importId ?? "", choicesOf(reading.value));
  if (!found) throw notFound();
  const to = href("/schedule/imports/:importId", { importId: found.id });
  if (found.status === "preview") {
    return redirectWith(to, "The preview now uses your teams. Nothing is imported yet.");
  }
  return redirectWith(to, importedLabel(found));
}
