import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { takeDocumentBack } from "#app/journeys/verification/send-documents.server.ts";

/** Reached by GET after signing in again; the button is on the verification's page. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "club.manage");
  return redirect(href("/verification"));
}

/** Takes a document back, while nothing was decided about it. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const removed = await takeDocumentBack(ctx, args.params.documentId ?? "");
  return redirectWith(
    href("/verification"),
    removed ? "The document is removed." : "That document cannot be removed any more.",
    removed ? "good" : "bad",
  );
}
