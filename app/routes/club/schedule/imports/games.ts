import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "../../../../auth/flash.server.ts";
import { notFound, requireClubUser } from "../../../../auth/guards.server.ts";
import { importedWords } from "../../../../domain/club/import-words.ts";
import { choicesOf, importTeamsSchema } from "../../../../forms/import.server.ts";
import { readForm } from "../../../../forms/read-form.server.ts";
import { importGames } from "../../../../journeys/import-games.server.ts";

/** There is nothing to see here: the preview has the button. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "games.import");
  return redirect(`/schedule/imports/${encodeURIComponent(args.params.importId ?? "")}`);
}

/**
 * Imports the games of a preview. Sent twice it happens once. Teams that were chosen on the page and not read yet
 * change what is imported: then the preview is shown again first.
 */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireClubUser(args, "games.import");
  const reading = await readForm(args.request, importTeamsSchema);
  if (!reading.ok) throw notFound();
  const found = await importGames(visit, args.params.importId ?? "", choicesOf(reading.value));
  if (!found) throw notFound();
  const to = `/schedule/imports/${found.id}`;
  if (found.status === "preview") {
    return redirectWith(to, "The preview is read again with your teams. Nothing is imported yet.");
  }
  return redirectWith(to, importedWords(found));
}
