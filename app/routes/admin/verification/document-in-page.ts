import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { readDocument } from "#app/journeys/verification/documents.server.ts";

/**
 * Sends a club's PDF for the frame on its review; the club reads who opened it
 * (product/verification.md#verification-center).
 */
export async function loader(args: LoaderFunctionArgs) {
  const { control, admin } = await requireAdmin(args, "manage_verifications");
  const { clubCode = "", documentId = "" } = args.params;
  const document = await readDocument(control, { clubCode, documentId, adminId: admin.id, inPage: true });
  if (!document?.content) throw notFound();
  return new Response(document.content, { headers: document.headers });
}
