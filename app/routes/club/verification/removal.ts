import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { takeDocumentBack } from "#app/journeys/verification/documents.server.ts";

/** Redirects to the verification's page, which has the button, after signing in again. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "club.manage");
  return redirect(href("/verification"));
}

/** Takes a document back before a decision about it. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const outcome = await takeDocumentBack(ctx, args.params.documentId ?? "");
  if (outcome === "unknown") throw notFound();
  return outcome === "removed"
    ? redirectWith(href("/verification"), "The document is removed.")
    : redirectWith(href("/verification"), "That document cannot be removed any more.", "bad");
}
