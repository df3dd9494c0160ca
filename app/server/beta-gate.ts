import type { RequestHandler } from "express";
import { grantBetaAccess, readBetaAccess } from "#app/auth/beta-access.server.ts";
import { href } from "#app/config/addresses.ts";
import { notesOf } from "./request-context.ts";

/** Open without the code: the gate's own page, programs, and links that carry a token in their path. */
const OPEN = [
  /^\/beta$/,
  // It closes everything.
  /^\/robots\.txt$/,
  /^\/(api|webhooks)\//,
  /^\/calendar\/[\w.-]+$/,
  /^\/(parent\/)?agreement\/[\w-]{43}(\/|$)/,
  /^\/parent\/address\/[\w-]{43}$/,
  /^\/parent\/pulse\/[\w-]{43}(\/stop)?$/,
  /^\/register\//,
  /^\/mail\/stop\/[\w-]{43}$/,
  /^\/agreements\/verify$/,
];
/** Open with a token in the query. */
const LINKS = [
  "/account/reset-password",
  "/account/set-up-password",
  "/account/invitation",
  "/account/administrator",
  "/account/confirm-email",
  "/account/email/confirm",
  "/account/email/take-back",
  "/admin/invitation",
  "/pay",
];
/** Documented addresses that redirect to those, by their query beside the token. */
const DOCUMENTED = ["setup", "code", "invite", "role", "teamId"];

/**
 * Tells whether a request passes without the code: everything not named here is locked (product/accounts.md#beta-gate).
 */
export function isOutsideGate(path: string, query: URLSearchParams): boolean {
  if (OPEN.some((pattern) => pattern.test(path))) return true;
  if (path === "/contact" && !query.has("forgot")) {
    return Boolean(query.get("reset") || (query.get("token") && DOCUMENTED.some((name) => query.get(name))));
  }
  return LINKS.includes(path) && Boolean(query.get("token"));
}

/**
 * Locks all pages during the private beta: without the code every address answers with the gate's page, and an address
 * with `?access=` is checked and redirected to without it. A form that was already open does not count as an attempt.
 * @param code BETA_ACCESS_CODE; null for no gate
 */
export function betaGate(code: string | null): RequestHandler {
  if (!code) return (_req, _res, next) => next();
  return (req, res, next) => {
    const pass = async () => {
      const address = new URL(req.originalUrl, "http://here.invalid");
      if (isOutsideGate(address.pathname, address.searchParams)) return next();
      const { granted, old } = await readBetaAccess(req.headers.cookie ?? null);
      const access = address.searchParams.get("access") ?? undefined;
      const reads = req.method === "GET" || req.method === "HEAD";
      if (granted && !(reads && access !== undefined)) {
        if (old) res.append("Set-Cookie", await grantBetaAccess(req.headers.cookie ?? null));
        return next();
      }
      if (!reads) {
        Object.assign(notesOf(res), { event: "refused", reason: "beta" });
        return res.set("Cache-Control", "no-store").redirect(303, href("/beta", { lost: "true" }));
      }
      if (access !== undefined) address.searchParams.delete("access");
      const to = access === undefined ? req.originalUrl : address.pathname + address.search;
      // Remix reads the original address.
      req.url = href("/beta", { to, access });
      req.originalUrl = req.url;
      next();
    };
    pass().catch(next);
  };
}
