import type { NextFunction, Request, RequestHandler, Response } from "express";
import { refuse } from "./refuse.ts";

const VERSIONS = ["1.0", "1.1"];
export const METHODS = ["GET", "HEAD", "POST"];
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9]([a-z0-9.-]{0,252}))(:\d{1,5})?$/i;

/** Refuses what no browser sends: a malformed Host or address (400), methods that nothing uses (405), and HTTP before 1.0. */
export function refuseMalformed(req: Request, res: Response, next: NextFunction): void {
  if (!VERSIONS.includes(req.httpVersion)) {
    refuse(res, 505, "HTTP Version Not Supported", "version");
  } else if (!isHost(req.headers.host ?? "") || hosts(req) > 1) {
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

/** What the app makes an address of must be one: '270.0.1' looks like a name, but is no address of any version. */
const isHost = (host: string) => HOST.test(host) && URL.canParse(`http://${host}`);

/** Node believes the first of several; something in front of us may believe another. */
const hosts = ({ rawHeaders }: Request) =>
  rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === "host").length;

/** '.' and '..' between slashes, encoded too. Browsers resolve them before they ask. */
const DOTS = /\/(\.|%2e){1,2}(\/|$)/i;

/**
 * Whether an address is a path that the app can take. A backslash at its start, encoded too, reads as a host's
 * beginning; what climbs is another path for the app, which resolves it, than for the doors in front of it.
 */
export function isPath(address: string): boolean {
  const path = address.split("?")[0] ?? "";
  if (!path.startsWith("/") || /^\/(\/|%5c)/i.test(path) || path.includes("\\")) return false;
  if (DOTS.test(path)) return false;
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

export interface Asked {
  host: string | undefined;
  secFetchSite: string | undefined;
  origin: string | undefined;
  referer: string | undefined;
}

/**
 * Whether a request that may change something comes from our own pages: by Sec-Fetch-Site, else by Origin,
 * else by Referer, so that text browsers, which send neither of the first two, can post.
 * @param appUrl our origin; @param loopbackToo in demo and test the server is ours under any loopback name.
 */
export function isOwnOrigin(asked: Asked, appUrl: string, loopbackToo: boolean): boolean {
  if (asked.secFetchSite) return asked.secFetchSite === "same-origin" || asked.secFetchSite === "none";
  const from = asked.origin ?? asked.referer;
  if (!from || !URL.canParse(from)) return false;
  const { origin, hostname, host, protocol } = new URL(from);
  if (origin === appUrl) return true;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return loopbackToo && loopback && protocol === "http:" && host === asked.host;
}

/** Cross-site posts are refused; webhooks have a signature of their own instead. */
export function refuseCrossSite(options: { appUrl: string; loopbackToo: boolean }): RequestHandler {
  return (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD" || req.path.startsWith("/webhooks/")) return next();
    const asked = {
      host: req.headers.host,
      secFetchSite: req.get("Sec-Fetch-Site"),
      origin: req.get("Origin"),
      referer: req.get("Referer"),
    };
    if (!isOwnOrigin(asked, options.appUrl, options.loopbackToo)) {
      refuse(res, 403, "Forbidden: this form was not sent from our own pages", "cross-site");
      return;
    }
    // Remix compares Origin with Host once more, and fails (500) where a proxy has changed the Host.
    delete req.headers.origin;
    next();
  };
}

/** Without a configured proxy, what claims to come from one is not believed by anything behind this line. */
export function dropForwarded(trusted: boolean): RequestHandler {
  return (req, _res, next) => {
    if (!trusted) {
      for (const name of Object.keys(req.headers)) {
        if (name.startsWith("x-forwarded-") || name === "forwarded") delete req.headers[name];
      }
    }
    next();
  };
}
