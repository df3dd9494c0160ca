import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { answerSearch } from "./load-search.server.ts";

/** Loads the dialog's results while the user types. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.see");
  const { answer, headers } = await answerSearch(ctx, args.request);
  return json(answer, { headers });
}
