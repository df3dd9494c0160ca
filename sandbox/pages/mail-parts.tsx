import type { Response } from "express";

/** An email is a foreign page: no script, no form, no origin; its links may only navigate the top window. */
const SANDBOXED = "allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";
const MAIL_CSP = `sandbox ${SANDBOXED}; default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'`;

export function sendMailHtml(res: Response, html: string): void {
  res
    .set({
      "Content-Security-Policy": MAIL_CSP,
      "X-Frame-Options": "SAMEORIGIN",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    })
    .type("html")
    .send(html.replace(/<head>/i, '<head><base target="_top">'));
}

/**
 * Draws an email's HTML in a frame, and its text part.
 * @param props.page the address of the HTML
 */
export function MailParts({ page, text }: { page: string; text: string }) {
  return (
    <>
      <section aria-labelledby="as-mail">
        <h2 id="as-mail">As it looks</h2>
        <iframe title="The mail as HTML" src={page} sandbox={SANDBOXED} />
        <p>
          <a href={page}>Open it on a page of its own</a>
        </p>
      </section>
      <section aria-labelledby="as-text">
        <h2 id="as-text">As plain text</h2>
        <pre>{text}</pre>
      </section>
    </>
  );
}
