import { setImmediate } from "node:timers/promises";
import { type AppLoadContext, createReadableStreamFromReadable, type ServerBuild } from "@remix-run/node";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { FORGET_PAGES } from "#app/runtime/forget-pages.ts";
import { sendStream } from "./compression.ts";
import { answerUnchanged, changesSession, KeptPages, letKeep, TaggedPages } from "./kept-pages.ts";
import { answerWith } from "./page-answer.ts";
import { requestContext } from "./request-context.ts";

/** Headers that add to those that are set already; the others of a page stand in place of them. */
const MANY = ["set-cookie", "vary"];

/**
 * Hands requests to Remix, as `@remix-run/express` does, but sends a page from its string or from those that are kept,
 * and a stream no faster than it is read.
 */
export function remixHandler(build: ServerBuild, appUrl: string): RequestHandler {
  const handle = answerWith(build);
  const kept = new KeptPages(build);
  const tagged = new TaggedPages(build);
  const answer = async (req: ExpressRequest, res: ExpressResponse) => {
    let page: string | undefined;
    const sendPage = (html: string) => {
      page = html;
    };
    const context: AppLoadContext = { ...requestContext(req, res), sendPage };
    /** At our own address, not the one that a stranger's Host names; and to its end, although who asked may leave. */
    const renderForAll = async (path: string) => {
      const { status, headers } = await handle(new Request(new URL(path, appUrl)), { ...context });
      return status === 200 && page !== undefined && !headers.has("Set-Cookie")
        ? { html: page, headers }
        : null;
    };
    if (await kept.answer(req, res, renderForAll)) return;
    const tag = await tagged.tagFor(req, context, res);
    if (tag && answerUnchanged(req, res, tag)) return;
    if (!isWithoutBody(req)) await setImmediate();
    // Its body has turned out too large.
    if (res.headersSent) return;
    const response = await handle(requestOf(req, res), context);
    res.statusMessage = response.statusText;
    res.status(response.status);
    for (const [name, value] of response.headers) {
      if (MANY.includes(name)) res.append(name, value);
      else res.setHeader(name, value);
    }
    if (tag && context.kept && page !== undefined) letKeep(res, tag);
    if (changesSession(req, response.headers)) res.set(FORGET_PAGES);
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
  if (isWithoutBody(req)) return new Request(url, { method, headers, signal: controller.signal });
  const body = arrivedBody(req) ?? createReadableStreamFromReadable(req);
  return new Request(url, { method, headers, signal: controller.signal, body, duplex: "half" });
}

const isWithoutBody = ({ method }: ExpressRequest) => method === "GET" || method === "HEAD";

/** The whole body if it has come, as a form's has a turn of the event loop after its headers; a stream costs more. */
const arrivedBody = (req: ExpressRequest): Uint8Array<ArrayBuffer> | null =>
  req.complete && !req.readableEnded ? (req.read() ?? new Uint8Array()) : null;
