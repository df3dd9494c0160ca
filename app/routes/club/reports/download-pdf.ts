import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { printContent } from "#app/domain/club/reports/report-prints.server.ts";
import { auditExport } from "#app/domain/control/audit/audit.server.ts";
import { openPrint } from "./load-report.server.ts";

/** Sends the PDF of a report to users who may see all of it. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, print } = await openPrint(args);
  const pdf = print.status === "ready" ? await printContent(ctx.db, print.id) : null;
  if (!pdf) return redirect(href("/reports/pdf/:printId", { printId: print.id }));
  await auditExport(ctx, { kind: "export.report", detail: { count: 1 } });
  const stamp = print.createdAt.slice(0, 19).replace(/[-:]/g, "").replace("T", "-");
  return new Response(new Uint8Array(pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="goodside-report-${stamp}.pdf"`,
      "Content-Security-Policy": "sandbox",
      "Cache-Control": "no-store",
    },
  });
}
