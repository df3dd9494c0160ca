import { createHash } from "node:crypto";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { Request, Response } from "express";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { sendPacked } from "./compression.ts";
import { notesOf } from "./request-context.ts";
import { routePatterns } from "./route-pattern.ts";

type PageTag = typeof import("./page-tag.server.ts").pageTag;
type PageSource = Parameters<PageTag>[0]["madeOf"][number];

/** Settings of a page (app/root.tsx) that decide who may keep it. */
interface PageHandle {
  sameForAll?: boolean;
  madeOf?: readonly PageSource[];
}

function handlesByPath({ routes }: ServerBuild): (path: string) => PageHandle | undefined {
  const patternOf = routePatterns(routes);
  const handles = new Map(
    Object.values(routes).flatMap((route) =>
      route?.module.handle && (route.index || route.path)
        ? [[`/${route.path ?? ""}`, route.module.handle as PageHandle]]
        : [],
    ),
  );
  return (path) => handles.get(patternOf(path));
}

/** A page is rendered anew after this long, so that a new price or setting shows. */
const KEPT_MS = MINUTE_MS;
/** Limit of all kept pages of a process, rendered and compressed: more than all our public pages need. */
const MOST_BYTES = 8 * 1024 * 1024;
/** Headers with which a page may differ. */
const TELLING = ["cookie", "save-data"];
/** Canonical spelling of an address; other spellings are not cached. */
const AS_WRITTEN = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/;

/** A page as Remix rendered it. */
export interface RenderedPage {
  html: string;
  headers: Headers;
}

interface KeptPage {
  body: Buffer;
  /** Compressed bodies, made once for each coding. */
  packed: Map<string, Buffer>;
  headers: [name: string, value: string][];
  etag: string;
}

/**
 * Caches pages that are the same for all visitors without our cookies (product/pages.md#public-pages): each is rendered
 * at most once a minute, even under hundreds of requests, and sent from memory; a client that has it gets a 304.
 */
export class KeptPages {
  readonly #handleOf: (path: string) => PageHandle | undefined;
  /** Pages in the order in which they were rendered. */
  readonly #pages = new Map<string, { page: Promise<KeptPage | null>; until: number; bytes: number }>();
  readonly #mostBytes: number;

  /** @param build its routes declare that they are the same for all: `handle.sameForAll` */
  constructor(build: ServerBuild, mostBytes = MOST_BYTES) {
    this.#mostBytes = mostBytes;
    this.#handleOf = handlesByPath(build);
  }

  /**
   * Answers a request for a kept page.
   * @param render renders the page of a path for an anonymous visitor; null if it cannot be kept
   * @returns false if the request needs its own answer
   */
  async answer(
    req: Request,
    res: Response,
    render: (path: string) => Promise<RenderedPage | null>,
  ): Promise<boolean> {
    if (!this.#isForAll(req)) return false;
    const { path } = req;
    let kept = this.#pages.get(path);
    if (!kept || kept.until <= performance.now()) {
      kept = this.#fill(path, render(path).then(keep));
    }
    const page = await kept.page;
    if (!page) return false;
    for (const [name, value] of page.headers) res.append(name, value);
    res.set("ETag", page.etag).set("Cache-Control", "no-cache").vary("Cookie").vary("Save-Data");
    if (req.fresh) res.status(304).removeHeader("Content-Type");
    else res.status(200);
    if (res.statusCode === 304) res.end();
    else sendPacked(req, res, page);
    return true;
  }

  #fill(path: string, page: Promise<KeptPage | null>) {
    const kept = { page, until: performance.now() + KEPT_MS, bytes: 0 };
    this.#pages.delete(path);
    this.#pages.set(path, kept);
    const forget = () => {
      if (this.#pages.get(path) === kept) this.#pages.delete(path);
    };
    page.then(
      (made) => {
        if (!made) return forget();
        // Body and compressed copies, counted as twice the body.
        kept.bytes = 2 * made.body.length;
        this.#dropOldest();
      },
      // A failed page is retried by the next request.
      forget,
    );
    return kept;
  }

  #dropOldest(): void {
    let bytes = 0;
    for (const kept of this.#pages.values()) bytes += kept.bytes;
    for (const [path, kept] of this.#pages) {
      if (bytes <= this.#mostBytes) return;
      this.#pages.delete(path);
      bytes -= kept.bytes;
    }
  }

  /** A signed-in request ends at the first of these. */
  #isForAll({ method, originalUrl, path, headers }: Request): boolean {
    return (
      TELLING.every((name) => headers[name] === undefined) &&
      method === "GET" &&
      originalUrl === path &&
      AS_WRITTEN.test(path) &&
      this.#handleOf(path)?.sameForAll === true
    );
  }
}

function keep(rendered: RenderedPage | null): KeptPage | null {
  if (!rendered) return null;
  const body = Buffer.from(rendered.html);
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const headers = [...rendered.headers].filter(([name]) => name !== "cache-control");
  return { body, packed: new Map(), headers, etag };
}

/** Headers of a 304 that a browser needs besides those of the page it keeps. */
const OF_A_304 = ["strict-transport-security", "x-request-id"];
const VARIES = "Cookie, Save-Data, Accept-Encoding";

/**
 * Answers 304 before the loaders run, for unchanged signed-in pages that a remembered user's browser keeps and
 * revalidates (product/security.md#kept-pages, docs/decisions/028).
 */
export class TaggedPages {
  readonly #handleOf: (path: string) => PageHandle | undefined;
  readonly #tagOf: PageTag | undefined;

  /** @param build its routes declare their sources: `handle.madeOf` */
  constructor(build: ServerBuild) {
    this.#handleOf = handlesByPath(build);
    this.#tagOf = (build.entry.module as { pageTag?: PageTag }).pageTag;
  }

  /** Returns the ETag of the requested page; null if no cache may keep it. */
  async tagFor({ method, path, originalUrl, headers }: Request, context: AppLoadContext, res: Response) {
    const { cookie, "save-data": saveData } = headers;
    if (method !== "GET" || !this.#tagOf || !cookie || originalUrl.includes("_data=")) return null;
    const madeOf = this.#handleOf(path)?.madeOf;
    if (!madeOf) return null;
    const named = new Headers({ Cookie: cookie });
    if (typeof saveData === "string") named.set("Save-Data", saveData);
    try {
      const tag = await this.#tagOf({ address: originalUrl, headers: named, context, madeOf });
      context.kept = tag !== null;
      return tag && `W/"${tag}"`;
    } catch (error) {
      // The page itself reports the error.
      Object.assign(notesOf(res), { untagged: String(error) });
      return null;
    }
  }
}

/**
 * Answers 304 if the browser's page is current.
 * @returns false if it has to be rendered
 */
export function answerUnchanged(req: Request, res: Response, tag: string): boolean {
  res.set("ETag", tag);
  if (!req.fresh) {
    res.removeHeader("ETag");
    return false;
  }
  for (const name of res.getHeaderNames()) if (!OF_A_304.includes(name)) res.removeHeader(name);
  res.set({ ETag: tag, "Cache-Control": "private, no-cache", Vary: VARIES }).status(304).end();
  return true;
}

/** Lets the browser keep a page that was just rendered; other answers are not kept. */
export function letKeep(res: Response, tag: string): void {
  if (res.statusCode !== 200 || res.hasHeader("Set-Cookie")) return;
  res.set({ ETag: tag, "Cache-Control": "private, no-cache", Vary: VARIES });
}

/** `sessionCookie` by its names over HTTP and HTTPS. */
const SESSION = /(?:^|;\s*)(?:__Host-)?session=/;

/** Tells whether an answer ends or replaces the browser's session, so that none of its pages may stay. */
export const changesSession = (req: Request, set: Headers): boolean =>
  SESSION.test(req.headers.cookie ?? "") && set.getSetCookie().some((cookie) => SESSION.test(cookie));
