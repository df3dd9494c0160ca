import { createReadableStreamFromReadable, createRequestHandler, type ServerBuild } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { sendStream } from "./compression.ts";
import { requestContext } from "./request-context.ts";

/**
 * Hands requests to Remix, as `@remix-run/express` does, but sends a page from its string, and a stream no faster than
 * it is read.
 */
export function remixHandler(build: ServerBuild): RequestHandler {
  const handle = createRequestHandler(build, "production");
  const answer = async (req: ExpressRequest, res: ExpressResponse) => {
    let page: string | undefined;
    const sendPage = (html: string) => {
      page = html;
    };
    const response = await handle(requestOf(req, res), { ...requestContext(req, res), sendPage });
    res.statusMessage = response.statusText;
    res.status(response.status);
    for (const [name, value] of response.headers) res.append(name, value);
    if (response.body) await sendStream(req, res, response.body);
    else res.end(page);
  };
  return (req, res, next) => {
    answer(req, res).catch(next);
  };
}

/** The request as the web's own kind, which aborts when the client disconnects. */
function requestOf(req: ExpressRequest, res: ExpressResponse): Request {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  const headers = new Headers();
  for (const [name, values] of Object.entries(req.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  const { method } = req;
  const url = `${req.protocol}://${req.get("Host")}${req.originalUrl}`;
  if (method === "GET" || method === "HEAD")
    return new Request(url, { method, headers, signal: controller.signal });
  const body = createReadableStreamFromReadable(req);
  return new Request(url, { method, headers, signal: controller.signal, body, duplex: "half" });
}
