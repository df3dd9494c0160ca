import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { submitForReview } from "#app/journeys/verification/documents.server.ts";

/** Redirects to the verification's page, which has the button, after signing in again. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "club.manage");
  return redirect(href("/verification"));
}

const MESSAGES = {
  submitted: "Submitted. A person looks at your documents within about 24 hours.",
  "no-documents": "Upload at least one document first.",
  already: "It is in review, or decided, already.",
} as const;

/** Submits for review (product/verification.md#verification). */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const outcome = await submitForReview(ctx);
  return redirectWith(href("/verification"), MESSAGES[outcome], outcome === "submitted" ? "good" : "bad");
}
