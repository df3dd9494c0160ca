import { env } from "#app/config/env.server.ts";
import { memoize } from "#app/runtime/memoize.ts";
import {
  adminStyle,
  bareStyle,
  fieldStyle,
  type InlineStyle,
  landingStyle,
  parentStyle,
} from "#app/styles/inline.server.ts";

/**
 * form-action also covers redirects: without JavaScript, the payment form is redirected to Stripe Checkout; elsewhere
 * to the stub at the app's own address, which a browser at `localhost` takes for another one.
 */
const CHECKOUT_ORIGIN = "https://checkout.stripe.com";

/**
 * Returns headers that depend on the page: what it may load, and whether it may be stored
 * (product/security.md#security). No page has an inline script.
 * @param page.lite no script at all (product/accounts.md#lite-mode)
 * @param page.extra rules that only a few pages carry
 * @param page.frames it shows our own pages in frames
 * @param page.accent the stylesheet with the color of the page's club, if it has one
 */
export function pageHeaders(
  headers: Headers,
  {
    extra,
    accent,
    frames = false,
    lite = false,
  }: { extra?: InlineStyle; accent?: InlineStyle; frames?: boolean; lite?: boolean } = {},
): void {
  const { production, appUrl } = env();
  const own = [extra, accent].flatMap((style) => style?.sha256 ?? []);
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Security-Policy", policyOf(JSON.stringify({ production, appUrl, frames, lite, own })));
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
}

/** The same few for all pages, except for the clubs' colors. */
const policyOf = memoize((page: string): string => {
  const { production, appUrl, frames, lite, own } = JSON.parse(page) as {
    production: boolean;
    appUrl: string;
    frames: boolean;
    lite: boolean;
    own: string[];
  };
  const shared = [adminStyle, bareStyle, fieldStyle, parentStyle, landingStyle].map(({ sha256 }) => sha256);
  return [
    "default-src 'none'",
    `script-src ${lite ? "'none'" : "'self'"}`,
    `style-src 'self' ${[...shared, ...own].map((hash) => `'sha256-${hash}'`).join(" ")}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(frames ? ["frame-src 'self'"] : []),
    `form-action 'self' ${production ? CHECKOUT_ORIGIN : appUrl}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    ...(production ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
});
