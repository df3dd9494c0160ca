import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { readDocument } from "#app/journeys/verification/documents.server.ts";

/** Sends a club's document to its reviewer; the club reads who opened it. */
export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_verifications");
  const { clubCode = "", documentId = "" } = args.params;
  const document = await readDocument(control, { clubCode, documentId, adminId: admin.id });
  if (!document) throw notFound();
  if (!document.content)
    return redirectWith(
      href("/admin/verification/:clubCode", { clubCode }),
      "That document’s file is missing or was changed. Ask the club to upload it again.",
      "bad",
    );
  return new Response(document.content, { headers: document.headers });
}
