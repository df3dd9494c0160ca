import { isIP } from "node:net";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { isJsonCall, refuse } from "./refuse.ts";

const VERSIONS = ["1.0", "1.1"];
export const METHODS = ["GET", "HEAD", "POST"];
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9]([a-z0-9.-]{0,252}))(:\d{1,5})?$/i;

/**
 * Refuses requests that no browser sends: a malformed Host or address (400), an unused method (405), an unknown
 * expectation (417), another HTTP version (505).
 */
export function refuseMalformed(req: Request, res: Response, next: NextFunction): void {
  if (!VERSIONS.includes(req.httpVersion)) {
    refuse(res, 505, "HTTP Version Not Supported", "version");
  } else if (!/^(100-continue)?$/i.test(req.headers.expect ?? "")) {
    refuse(res, 417, "Expectation Failed", "expectation");
  } else if (!isHost(req.headers.host ?? "") || hostHeaders(req) > 1) {
    refuse(res, 400, "Bad Request: malformed Host", "malformed host");
  } else if (!isPath(req.originalUrl)) {
    refuse(res, 400, "Bad Request: malformed address", "malformed address");
  } else if (!METHODS.includes(req.method)) {
    res.set("Allow", METHODS.join(", "));
    refuse(res, 405, "Method Not Allowed", "method");
  } else {
    next();
  }
}

/** Checks a Host, from which the app builds URLs. Some that match the pattern are not valid in one: '270.0.1'. */
const isHost = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`);

/** Lists all Host headers. Node uses the first; a proxy in front may have used another one. */
const hostHeaders = ({ rawHeaders }: Request) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;

/** '.' and '..' segments, encoded or not. Browsers resolve them before sending. */
const DOT_SEGMENTS = /\/(\.|%2e){1,2}(\/|$)/i;

/**
 * Tells whether a request target is a path that every part of the server reads the same way. A leading double slash or
 * backslash would read as a host; the app resolves dot segments, the checks before it do not.
 */
export function isPath(address: string): boolean {
  const path = address.split("?")[0] ?? "";
  if (!path.startsWith("/") || /^\/(\/|%5c)/i.test(path) || path.includes("\\")) return false;
  if (DOT_SEGMENTS.test(path)) return false;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/** Headers with the origin of a request. */
export interface OriginHeaders {
  host: string | undefined;
  secFetchSite: string | undefined;
  origin: string | undefined;
  referer: string | undefined;
}

/**
 * Tells whether a request comes from our own pages: by Sec-Fetch-Site, otherwise by Origin, otherwise by Referer, the
 * only one that text browsers send.
 * @param loopbackToo accept any loopback name of this server besides appUrl, in demo and test.
 */
export function isOwnOrigin(headers: OriginHeaders, appUrl: string, loopbackToo: boolean): boolean {
  if (headers.secFetchSite) return headers.secFetchSite === "same-origin" || headers.secFetchSite === "none";
  const from = headers.origin ?? headers.referer;
  if (!from || !URL.canParse(from)) return false;
  const { origin, hostname, host, protocol } = new URL(from);
  if (origin === appUrl) return true;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return loopbackToo && loopback && protocol === "http:" && host === headers.host;
}

/** Posts of other services, which their routes verify by content, not by origin. */
const WEBHOOKS = ["/webhooks/stripe", "/webhooks/postmark"];

/** Unsubscribe links in mails; the token is the authority (product/notifications.md#stopping-mail). */
const MAIL_STOP = /^(\/mail\/stop\/[\w-]{43}|\/parent\/agreement\/[\w-]{43}\/stop)$/;

/**
 * Tells whether a post comes from a mail provider, for a reader who pressed 'Unsubscribe' (RFC 8058): to such a link,
 * and not from a browser, which would send its origin.
 */
const isOneClick = (path: string, { secFetchSite, origin }: OriginHeaders) =>
  MAIL_STOP.test(path) && secFetchSite === undefined && origin === undefined;

/**
 * Tells whether a JSON call comes from a program: every browser sends one of these headers with a post. The call
 * carries its own authority, and no cookie is read there (product/api.md#json-calls).
 */
const isProgram = (path: string, { secFetchSite, origin, referer }: OriginHeaders) =>
  isJsonCall(path) && secFetchSite === undefined && origin === undefined && referer === undefined;

/**
 * Refuses posts from other sites. The webhooks' exact addresses are exempt, one-click unsubscribing, and programs at
 * the JSON calls.
 */
export function refuseCrossSite(options: { appUrl: string; loopbackToo: boolean }): RequestHandler {
  return (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    const headers = {
      host: req.headers.host,
      secFetchSite: req.get("Sec-Fetch-Site"),
      origin: req.get("Origin"),
      referer: req.get("Referer"),
    };
    const isWebhook = WEBHOOKS.includes(req.path);
    if (!isWebhook && req.path.startsWith("/webhooks/")) {
      refuse(res, 404, "Not Found");
      return;
    }
    const isExempt = isWebhook || isOneClick(req.path, headers) || isProgram(req.path, headers);
    if (!isExempt && !isOwnOrigin(headers, options.appUrl, options.loopbackToo)) {
      refuse(res, 403, "Forbidden: this form was not sent from our own pages", "cross-site");
      return;
    }
    // Remix would compare Origin with Host again, and answer 500 if a proxy has changed the Host.
    delete req.headers.origin;
    next();
  };
}

/** More proxies than anybody chains: addresses before them are not trusted. */
const MOST_HOPS = 20;

/**
 * Removes forgeable client headers. Of the forwarding headers only `X-Forwarded-For` stays, if a proxy is configured,
 * and of it only the addresses after the last invalid entry: proxies append.
 */
export function dropForwarded(trusted: boolean): RequestHandler {
  return (req, _res, next) => {
    const chain = trusted ? addressesOf(String(req.headers["x-forwarded-for"] ?? "")) : [];
    for (const name of Object.keys(req.headers)) {
      if (name.startsWith("x-forwarded") || name === "forwarded") delete req.headers[name];
    }
    if (chain.length > 0) req.headers["x-forwarded-for"] = chain.join(", ");
    next();
  };
}

/** Returns the addresses at the end of a header, without the ports that some proxies add. */
export function addressesOf(header: string): string[] {
  const entries = header.split(",").slice(-MOST_HOPS).map(addressOf);
  return entries.slice(entries.lastIndexOf(null) + 1).filter((entry) => entry !== null);
}

/** Parses '1.2.3.4', '1.2.3.4:80', '2001:db8::1', '[2001:db8::1]' or '[2001:db8::1]:80' into an address, or null. */
function addressOf(entry: string): string | null {
  const text = entry.trim();
  const [, inBrackets, four] = /^(?:\[([\da-f:.]{2,45})\]|([\d.]{7,15}))(?::\d{1,5})?$/i.exec(text) ?? [];
  const address = inBrackets ?? four ?? text;
  if (inBrackets && isIP(address) !== 6) return null;
  return isIP(address) > 0 && !address.includes("%") ? address : null;
}
