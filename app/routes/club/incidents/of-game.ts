import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { incidentIdOfGame } from "#app/domain/club/incidents/incidents.server.ts";

/** Redirects from a game, as lists and emails of earlier releases link it, to its case. */
export async function loader(args: LoaderFunctionArgs) {
  const { db } = await requireClubUser(args, "incidents.see");
  const incidentId = await incidentIdOfGame(db, args.params.gameId ?? "");
  if (!incidentId) throw notFound();
  return redirect(href("/incidents/:incidentId", { incidentId }));
}
