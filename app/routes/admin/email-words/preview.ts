import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireAdmin } from "#app/auth/admin-guard.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { clubShown } from "#app/journeys/email-words/sample-club.server.ts";
import { asksFor, openWording, shownWords } from "./open-wording.server.ts";
import { renderSample } from "./render-sample.server.ts";

/** An email is a foreign page: no script, no form, no origin, and dead links. */
const EMAIL_CSP =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Renders an email with made-up values, for the frame on its page (product/emails.md#words-of-emails). */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireAdmin(args, "manage_emails");
  const wording = await openWording(ctx, args.params, args.request);
  if (!wording) throw notFound();
  const { words } = shownWords(wording, asksFor(wording, args.request));
  const club = await clubShown(ctx.control, args.request);
  return new Response(renderSample(wording, words, { request: args.request, club }).html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": EMAIL_CSP,
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "no-store",
    },
  });
}
