import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { mayUse, THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { agreementPdf } from "#app/journeys/club-events/compose-agreement-mail.server.ts";
import { openLink } from "#app/routes/parent/link/open-link.server.ts";

const NO_STORE = { "Cache-Control": "no-store" };

/**
 * Sends the PDF copy of the signed agreement to the person with the link; before the signature, redirects to the page.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, opened, token } = await openLink(args);
  if (!opened) return new Response("No such copy", { status: 404, headers: NO_STORE });
  if (!(await mayUse("agreement-copy-link", opened.agreement.id))) {
    ctx.note(THROTTLED);
    return new Response("Too many requests", {
      status: 429,
      headers: { ...NO_STORE, "Retry-After": "3600" },
    });
  }
  const pdf = await agreementPdf(opened.db, opened.club, opened.agreement.id);
  if (!pdf) return redirect(href("/parent/agreement/:token", { token }), { headers: NO_STORE });
  return new Response(pdf, {
    headers: {
      ...NO_STORE,
      "Content-Type": "application/pdf",
      "Content-Disposition": 'attachment; filename="agreement.pdf"',
      "Content-Security-Policy": "sandbox",
      "X-Robots-Tag": "noindex",
    },
  });
}
