import { request as sendRequest } from "node:http";
import type { RequestHandler } from "express";
import { refuse } from "./refuse.ts";

const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer"];

/** Serves the stand-ins' pages under the app's own address, in demo and test only. */
export function sandboxProxy(sandboxUrl: string): RequestHandler {
  const { hostname, port } = new URL(sandboxUrl);
  if (!["127.0.0.1", "localhost", "[::1]"].includes(hostname))
    throw new Error(`SANDBOX_URL must be on this machine, not ${hostname}`);
  return (req, res, next) => {
    if (req.path !== "/sandbox" && !req.path.startsWith("/sandbox/")) return next();
    const headers = { ...req.headers };
    for (const name of HOP_BY_HOP) delete headers[name];
    const forwarded = sendRequest(
      { hostname, port, path: req.originalUrl, method: req.method, headers },
      (answer) => {
        res.status(answer.statusCode ?? 502);
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && !HOP_BY_HOP.includes(name)) res.setHeader(name, value);
        }
        answer.pipe(res);
      },
    );
    forwarded.on("error", () => {
      if (res.headersSent) res.destroy();
      else refuse(res, 502, "The stand-ins for Stripe and Postmark do not answer right now. Try again.");
    });
    res.once("close", () => forwarded.destroy());
    req.pipe(forwarded);
  };
}
