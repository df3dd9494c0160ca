import { createHash } from "node:crypto";
import { env } from "#app/config/env.server.ts";
import { inlineStyles } from "#app/styles/inline.server.ts";

const styleHash = createHash("sha256").update(inlineStyles).digest("base64");

/** form-action also covers redirects: without JavaScript, the payment form is redirected to Stripe Checkout. */
const CHECKOUT_ORIGIN = "https://checkout.stripe.com";

/**
 * Headers that depend on the page: what it may load, and whether it may be stored (product.md#security).
 * No page has an inline script.
 */
export function pageHeaders(headers: Headers): void {
  const { production } = env();
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `form-action 'self'${production ? ` ${CHECKOUT_ORIGIN}` : ""}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(production ? ["upgrade-insecure-requests"] : []),
  ];
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policy.join("; "));
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}
