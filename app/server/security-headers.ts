import { STATUS_CODES } from "node:http";
import type { RequestHandler } from "express";
import helmet from "helmet";

/** Headers of every response. Each page sets its own CSP: app/server/page-headers.server.ts. */
export function securityHeaders(production: boolean): RequestHandler {
  return helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  }) as RequestHandler;
}

/** Policy of answers that are neither pages nor files: they may load nothing. */
export const NOTHING_LOADS = "default-src 'none'; frame-ancestors 'none'";

/**
 * Writes a whole response with the same headers, for a request that Node could not parse and that has no response
 * object.
 */
export function bareRefusal(status: number, production: boolean): string {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  securityHeaders(production)({} as never, response as never, () => {});
  const body = `${STATUS_CODES[status]}\n`;
  headers
    .set("Content-Security-Policy", NOTHING_LOADS)
    .set("Cache-Control", "no-store")
    .set("Content-Type", "text/plain; charset=utf-8")
    .set("Content-Length", String(body.length))
    .set("Connection", "close");
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}
