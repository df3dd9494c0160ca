import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "../../../../auth/flash.server.ts";
import { notFound, requireClubUser } from "../../../../auth/guards.server.ts";
import { importedWords } from "../../../../domain/club/import-words.ts";
import { importGames } from "../../../../journeys/import-games.server.ts";

/** There is nothing to see here: the preview has the button. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "games.import");
  return redirect(`/schedule/imports/${encodeURIComponent(args.params.importId ?? "")}`);
}

/** Imports the games of a preview. Sent twice it happens once. */
export async function action(args: ActionFunctionArgs) {
  const visit = await requireClubUser(args, "games.import");
  const finished = await importGames(visit, args.params.importId ?? "");
  if (!finished) throw notFound();
  return redirectWith(`/schedule/imports/${finished.id}`, importedWords(finished));
}
