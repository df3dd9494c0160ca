import type { LoaderFunctionArgs } from "@remix-run/node";
import { publicContext } from "#app/auth/guards.server.ts";
import { env } from "#app/config/env.server.ts";

/** What of the site is nobody's business: signed-in pages, links from mails, and everything during a private beta. */
const CLOSED = [
  "/admin",
  "/account",
  "/club/",
  "/dashboard",
  "/parent/",
  "/agreement/",
  "/register/",
  "/mail/",
  "/calendar/",
  "/api/",
  "/sandbox",
  "/success",
  "/pay",
];

export async function loader(args: LoaderFunctionArgs) {
  await publicContext(args);
  const { appUrl, betaAccessCode, production } = env();
  const closed = betaAccessCode || !production ? ["/"] : CLOSED;
  const lines = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${appUrl}/sitemap.xml`,
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
