import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import type { Request, Response } from "express";
import { notesOf } from "./request-context.ts";
import { routePatterns } from "./route-pattern.ts";

type PageTag = typeof import("./page-tag.server.ts").pageTag;
type PageSource = Parameters<PageTag>[0]["madeOf"][number];

/** Of all headers only what a browser needs beside those of the page that it keeps. */
const OF_A_304 = ["strict-transport-security", "x-request-id"];
const VARIES = "Cookie, Save-Data, Accept-Encoding";

/**
 * Signed-in pages that the browser of somebody who is remembered keeps and asks for again: an unchanged one is answered
 * by 304 before its loaders run (product.md#kept-pages, docs/decisions/028).
 */
export class TaggedPages {
  readonly #patternOf: (path: string) => string;
  readonly #madeOf: ReadonlyMap<string, readonly PageSource[]>;
  readonly #tagOf: PageTag | undefined;

  /** @param build its routes say of themselves what they are made of: `handle.madeOf` */
  constructor(build: ServerBuild) {
    this.#patternOf = routePatterns(build.routes);
    this.#madeOf = new Map(
      Object.values(build.routes).flatMap((route) => {
        const handle = route?.module.handle as { madeOf?: readonly PageSource[] } | undefined;
        return route && handle?.madeOf ? [[`/${route.path ?? ""}`, handle.madeOf]] : [];
      }),
    );
    this.#tagOf = (build.entry.module as { pageTag?: PageTag }).pageTag;
  }

  /** The ETag of the page that is asked for; null where no cache may keep it. */
  async tagFor({ method, path, originalUrl, headers }: Request, context: AppLoadContext, res: Response) {
    const { cookie, "save-data": saveData } = headers;
    if (method !== "GET" || !this.#tagOf || !cookie || originalUrl.includes("_data=")) return null;
    const madeOf = this.#madeOf.get(this.#patternOf(path));
    if (!madeOf) return null;
    const named = new Headers({ Cookie: cookie });
    if (typeof saveData === "string") named.set("Save-Data", saveData);
    try {
      const tag = await this.#tagOf({ address: originalUrl, headers: named, context, madeOf });
      return tag && `W/"${tag}"`;
    } catch (error) {
      // The page itself says what is wrong.
      Object.assign(notesOf(res), { untagged: String(error) });
      return null;
    }
  }
}

/** Answers 304 where the browser has the page as it is. @returns false where it is to be rendered */
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

/** Lets the browser keep a page that was just rendered, unless the answer is anything else. */
export function letKeep(res: Response, tag: string): void {
  if (res.statusCode !== 200 || res.hasHeader("Set-Cookie")) return;
  res.set({ ETag: tag, "Cache-Control": "private, no-cache", Vary: VARIES });
}

/** `sessionCookie` by its names over HTTP and HTTPS. */
const SESSION = /(?:^|;\s*)(?:__Host-)?session=/;

/** Whether an answer ends the session of its browser, or gives it another: then no page of it may stay. */
export const changesSession = (req: Request, set: Headers): boolean =>
  SESSION.test(req.headers.cookie ?? "") && set.getSetCookie().some((cookie) => SESSION.test(cookie));
