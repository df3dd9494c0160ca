import type { LoaderFunctionArgs } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { readDocument } from "#app/journeys/verification/documents.server.ts";

/** Sends a document of the user's club. */
export async function loader(args: LoaderFunctionArgs) {
  const { control, club } = await requireClubUser(args, "club.manage");
  const document = await readDocument(control, {
    clubCode: club.code,
    documentId: args.params.documentId ?? "",
  });
  if (!document) throw notFound();
  if (!document.content)
    return redirectWith(
      href("/verification"),
      "That document’s file is missing. Please upload it again.",
      "bad",
    );
  return new Response(document.content, { headers: document.headers });
}
