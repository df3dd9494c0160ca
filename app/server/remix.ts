import { setImmediate } from "node:timers/promises";
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type EntryContext,
  type LoaderFunctionArgs,
  type ServerBuild,
} from "@remix-run/node";
import {
  type AgnosticDataRouteObject,
  createStaticHandler,
  getStaticContextFromError,
  isRouteErrorResponse,
  matchRoutes,
  type StaticHandler,
  type StaticHandlerContext,
} from "@remix-run/router";
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from "express";
import { FORGET_PAGES } from "#app/runtime/forget-pages.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { sendStream } from "./compression.ts";
import { answerUnchanged, changesSession, KeptPages, letKeep, TaggedPages } from "./kept-pages.ts";
import { isJsonCall } from "./refuse.ts";
import { requestContext } from "./request-context.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * Passes requests to the routes of a build.
 * @param appUrl our own address
 */
export function pages(build: ServerBuild, appUrl: string): RequestHandler {
  const handlerFor = byAddress(build, (part) => remixHandler(part, appUrl));
  return (req, res, next) => handlerFor(req.path)(req, res, next);
}

/** A route without children, after its ancestors. */
interface Leaf {
  ids: string[];
  /** Required segments of an address: a word in lower case, or null for anything. */
  words: (string | null)[];
  /** True if an address may have more or fewer segments. */
  open: boolean;
}

/**
 * Reduces a build to the routes of an address. Remix flattens and ranks all routes it is given several times a request,
 * but only those with as many words as the address, and with its words where they are fixed, can match.
 * @param make builds the answering function for a part of the build
 * @returns the function for a path, the same one for the same routes
 */
export function byAddress<Made>(
  build: ServerBuild,
  make: (part: ServerBuild) => Made,
): (path: string) => Made {
  const byFirstWord = new Map<string | null, Leaf[]>();
  for (const leaf of lineages(build).map(leafOf)) {
    const [first = leaf.open ? null : ""] = leaf.words;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), leaf]);
  }
  const made = new Map<string, Made>();
  return (path) => {
    const words = wordsOf(path);
    const near = [...(byFirstWord.get(words[0] ?? "") ?? []), ...(byFirstWord.get(null) ?? [])];
    const ids = near.filter((leaf) => mayMatch(leaf, words)).flatMap((leaf) => leaf.ids);
    const key = ids.join();
    const part = made.get(key) ?? make(only(build, new Set(["root", ...ids])));
    made.set(key, part);
    return part;
  };
}

/** Returns the build with some of its routes. */
function only(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const kept = <Entry>(routes: Record<string, Entry>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: kept(build.routes),
    assets: { ...build.assets, routes: kept(build.assets.routes) },
  };
}

/** Lists each route without children after its ancestors. */
const lineages = (build: ServerBuild): Route[][] =>
  leavesOf(build).map((leaf) => [...ancestors(build, leaf), leaf]);

function ancestors(build: ServerBuild, { parentId }: Route): Route[] {
  const parent = build.routes[parentId ?? ""];
  return parent ? [...ancestors(build, parent), parent] : [];
}

function leafOf(lineage: Route[]): Leaf {
  const segments = lineage.flatMap(({ path }) => path?.split("/").filter(Boolean) ?? []);
  const end = segments.findIndex((segment) => /[*?]/.test(segment));
  const fixed = end === -1 ? segments : segments.slice(0, end);
  return {
    ids: lineage.map(({ id }) => id),
    words: fixed.map((segment) => (segment.includes(":") ? null : segment.toLowerCase())),
    open: end !== -1,
  };
}

/** Splits a path as the router does: decoded and in lower case. */
const wordsOf = (path: string): string[] =>
  path
    .split("/")
    .filter(Boolean)
    .map((word) => (word.includes("%") ? decodeURIComponent(word) : word).toLowerCase());

const mayMatch = ({ words, open }: Leaf, address: readonly string[]): boolean =>
  (open || words.length === address.length) &&
  words.every((word, index) => word === null || word === address[index]);

/** Headers that add to existing ones; a page's other headers replace them. */
const MANY = ["set-cookie", "vary"];

/**
 * Passes requests to Remix, as `@remix-run/express` does, but sends a page from its string or from the cache, and a
 * stream no faster than it is read.
 */
function remixHandler(build: ServerBuild, appUrl: string): RequestHandler {
  const handle = answerWith(build);
  const kept = new KeptPages(build);
  const tagged = new TaggedPages(build);
  const answer = async (req: ExpressRequest, res: ExpressResponse) => {
    let page: string | undefined;
    const sendPage = (html: string) => {
      page = html;
    };
    const context: AppLoadContext = { ...requestContext(req, res), sendPage };
    /** Renders at our own address, because a stranger chooses the Host, and to the end, even if the client leaves. */
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
    // Its body turned out too large.
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

/** Converts to a web Request, which aborts when the client disconnects. */
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

/**
 * Returns the whole body if it has arrived, as a form's has one event-loop turn after its headers; a stream costs more.
 */
const arrivedBody = (req: ExpressRequest): Uint8Array<ArrayBuffer> | null =>
  req.complete && !req.readableEnded ? (req.read() ?? new Uint8Array()) : null;

type Page = Omit<EntryContext, "staticHandlerContext">;
export type Answer = (request: Request, context: AppLoadContext) => Promise<Response>;

/**
 * Answers requests with the routes of a build as Remix's own handler does, which still answers requests of hydrating
 * browsers for single loaders. It skips the work for hydration: copies of the request and of its body's stream, every
 * loader's data as JSON and back, and the data of all of them as a script. No page of ours hydrates.
 */
export function answerWith(build: ServerBuild): Answer {
  const other = createRequestHandler(build, "production");
  const routes = dataRoutes(build);
  const handler = createStaticHandler(routes, {
    future: { v7_relativeSplatPath: true, v7_throwAbortReason: true },
  });
  const page: Page = {
    manifest: build.assets,
    routeModules: Object.fromEntries(
      Object.entries(build.routes).flatMap(([id, route]) => (route ? [[id, route.module]] : [])),
    ) as EntryContext["routeModules"],
    future: build.future,
    isSpaMode: build.isSpaMode,
    serverHandoffString: "",
    serializeError: ({ message }) => ({ message }),
  };
  const leaves = leavesOf(build);
  const drawsAll = leaves.every(drawsPage);
  // No address matches the root alone: its error page is drawn, which entry.server replaces.
  let drawError: Answer | undefined;
  const showError: Answer = (request, context) => {
    drawError ??= answerWith(only(build, new Set(["root"])));
    return drawError(new Request(new URL("/trouble", request.url), { headers: request.headers }), context);
  };
  return async (request, context) => {
    const { pathname, searchParams } = new URL(request.url);
    if (searchParams.has("_data")) return other(request, context);
    const leaf = drawsAll ? undefined : matchRoutes(routes, pathname)?.at(-1)?.route;
    const response =
      leaf && !drawsPage(build.routes[leaf.id])
        ? await askRoute({ build, handler, routeId: leaf.id, showError }, request, context)
        : await drawPage({ build, handler, page }, request, context);
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
}

/** Tells pages from resource routes as Remix does. */
const drawsPage = (route: Route | undefined): boolean =>
  route?.module.default != null || route?.module.ErrorBoundary != null;

/** Returns the routes without children. */
function leavesOf({ routes }: ServerBuild): Route[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const parents = new Set(all.map(({ parentId }) => parentId));
  return all.filter(({ id }) => !parents.has(id));
}

/** Builds the routes below another for the router; their loaders get the request itself. */
function dataRoutes(build: ServerBuild, parentId?: string): AgnosticDataRouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive, module: { loader, action, handle, ErrorBoundary } }) => {
      const common = {
        id,
        path,
        handle,
        // The root always draws the uncaught errors.
        hasErrorBoundary: parentId === undefined || ErrorBoundary != null,
        loader: loader as AgnosticDataRouteObject["loader"],
        action: action as AgnosticDataRouteObject["action"],
      };
      return index
        ? { ...common, index: true as const }
        : { ...common, caseSensitive, children: dataRoutes(build, id) };
    });
}

interface Drawing {
  build: ServerBuild;
  handler: StaticHandler;
  page: Page;
}

interface Asking extends Pick<Drawing, "build" | "handler"> {
  routeId: string;
  showError: Answer;
}

/**
 * Answers with a route without a page: a file, JSON, a webhook's receipt. A full disk, or a browser that may not open
 * the address, gets the error page of other addresses.
 */
async function askRoute(
  { build, handler, routeId, showError }: Asking,
  request: Request,
  context: AppLoadContext,
): Promise<Response> {
  try {
    const answer: unknown = await handler.queryRoute(request, { routeId, requestContext: context });
    if (answer instanceof Response) return answer;
    throw new Error(`The route ${routeId} answered without a response`);
  } catch (error) {
    const hasPage = error instanceof Response ? isRefusedPage(error, request) : isTrouble(error);
    const isShown = hasPage && !isJsonCall(new URL(request.url).pathname);
    if (error instanceof Response && !isShown) return error;
    noteError(build, error, request, context);
    if (isShown) return showError(request, context);
    return isRouteErrorResponse(error)
      ? new Response(error.statusText, { status: error.status, headers: PLAIN })
      : unexpected();
  }
}

/** Tells whether a user followed a link to a page that they may not open. */
const isRefusedPage = ({ status }: Response, { method, headers }: Request): boolean =>
  (status === 403 || status === 404) &&
  method === "GET" &&
  (headers.get("Accept") ?? "").includes("text/html");

/** Compares by name, because the build has its own copy of every class. */
const isTrouble = (error: unknown): boolean =>
  outOfResourcesStatus(error) !== null || (error instanceof Error && error.name === "ClubUnavailable");

async function drawPage(
  { build, handler, page }: Drawing,
  request: Request,
  context: AppLoadContext,
): Promise<Response> {
  const note = (error: unknown) => noteError(build, error, request, context);
  const draw = (drawn: StaticHandlerContext) =>
    build.entry.module.default(
      request,
      drawn.statusCode,
      cookiesOf(drawn),
      { ...page, staticHandlerContext: drawn as EntryContext["staticHandlerContext"] },
      context,
    );
  let drawn: StaticHandlerContext | Response;
  try {
    drawn = await handler.query(request, { requestContext: context });
  } catch (error) {
    note(error);
    return new Response(null, { status: 500 });
  }
  if (drawn instanceof Response) return drawn;
  for (const error of Object.values(drawn.errors ?? {})) if (!wasThrownAsAnswer(error)) note(error);
  drawn.errors = withoutWords(drawn.errors);
  try {
    return await draw(drawn);
  } catch (error) {
    note(error);
    const failed = getStaticContextFromError(handler.dataRoutes, drawn, error);
    failed.errors = withoutWords(failed.errors);
    try {
      return await draw(failed);
    } catch (again) {
      note(again);
      return unexpected();
    }
  }
}

function noteError(build: ServerBuild, error: unknown, request: Request, context: AppLoadContext): void {
  build.entry.module.handleError?.(error, { request, context, params: {} } as LoaderFunctionArgs);
}

const PLAIN = { "Content-Type": "text/plain" };
const unexpected = () => new Response("Unexpected Server Error", { status: 500, headers: PLAIN });

/** Tells whether an answer was thrown, and so explains itself; the router's own errors carry their cause. */
const wasThrownAsAnswer = (error: unknown): boolean =>
  isRouteErrorResponse(error) && !("error" in error && error.error);

/** Removes messages of unexpected errors, which are for the log only. */
function withoutWords(errors: StaticHandlerContext["errors"]): StaticHandlerContext["errors"] {
  return (
    errors &&
    Object.fromEntries(
      Object.entries(errors).map(([id, error]) => [
        id,
        error instanceof Error && !isRouteErrorResponse(error) ? new Error("Unexpected Server Error") : error,
      ]),
    )
  );
}

/** Collects the cookies of actions and loaders, outer routes first; a page sets no other headers. */
function cookiesOf({ matches, actionHeaders, loaderHeaders }: StaticHandlerContext): Headers {
  const cookies = matches.flatMap(({ route: { id } }) =>
    [actionHeaders[id], loaderHeaders[id]].flatMap((headers) => headers?.getSetCookie() ?? []),
  );
  const headers = new Headers();
  for (const cookie of new Set(cookies)) headers.append("Set-Cookie", cookie);
  return headers;
}
