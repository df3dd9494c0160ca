import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { choicesOf, importTeamsSchema } from "#app/domain/club/schedule-import/import-form.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { chooseImportTeams } from "#app/journeys/schedule-import/import-games.server.ts";

/** The form is on the preview's page. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "games.import");
  return redirect(href("/schedule/imports/:importId", { importId: args.params.importId ?? "" }));
}

/** Stores which of the club's teams the names in the file are. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const id = args.params.importId ?? "";
  const reading = await readForm(args.request, importTeamsSchema);
  if (!reading.ok) throw notFound();
  const result = await chooseImportTeams(ctx, id, choicesOf(reading.value));
  if (!result.ok) throw notFound();
  return redirectWith(
    href("/schedule/imports/:importId", { importId: id }),
    "The preview now uses your teams.",
  );
}
