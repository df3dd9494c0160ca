import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "../../../../auth/flash.server.ts";
import { notFound, requireClubUser } from "../../../../auth/guards.server.ts";
import { choicesOf, importTeamsSchema } from "../../../../forms/import.server.ts";
import { readForm } from "../../../../forms/read-form.server.ts";
import { chooseImportTeams } from "../../../../journeys/import-games.server.ts";

/** There is nothing to see here: the preview has the form. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "games.import");
  return redirect(`/schedule/imports/${encodeURIComponent(args.params.importId ?? "")}`);
}

/** Keeps which of the club's teams the names in the file are. */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireClubUser(args, "games.import");
  const id = args.params.importId ?? "";
  const reading = await readForm(args.request, importTeamsSchema);
  if (!reading.ok) throw notFound();
  if (!(await chooseImportTeams(visit, id, choicesOf(reading.value)))) throw notFound();
  return redirectWith(`/schedule/imports/${id}`, "The preview is read again with your teams.");
}
