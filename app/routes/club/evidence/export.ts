import { Readable } from "node:stream";
import { createReadableStreamFromReadable, type LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { exportEvidence } from "#app/domain/club/evidence/export.server.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { exportHeaders } from "./export-headers.ts";

/** Sends the club's whole evidence as one file, while it is read (product/evidence.md#evidence-exports). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "club.manage");
  const { db, club } = ctx;
  await auditExport(ctx, { kind: "export.evidence" });
  const at = now();
  const parts = exportEvidence(db, { club, exportedAt: at.toISOString() });
  return new Response(createReadableStreamFromReadable(Readable.from(parts)), {
    headers: exportHeaders(`evidence-${club.code}-${dateAt(at, club.timezone)}.json`),
  });
}
