import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { remixHandler } from "./remix-handler.ts";
import { only, withTroublePages } from "./trouble-pages.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * Cuts a build by the first word of an address. Remix flattens and ranks all routes it is given several times a
 * request, but only those that begin with the address's first word, or with no fixed word, can match.
 * @returns the build that answers for a path.
 */
export function cutByFirstWord(build: ServerBuild): (path: string) => ServerBuild {
  const idsByWord = new Map<string, string[]>();
  const always: string[] = [];
  for (const lineage of lineages(build)) {
    const ids = lineage.map(({ id }) => id);
    const word = fixedWord(lineage);
    if (word === null) always.push(...ids);
    else idsByWord.set(word, [...(idsByWord.get(word) ?? []), ...ids]);
  }
  const builds = new Map(
    [...idsByWord].map(([word, ids]) => [word, only(build, new Set([...always, ...ids]))]),
  );
  const others = only(build, new Set(["root", ...always]));
  return (path) => builds.get(firstWord(path)) ?? others;
}

/** Each route without children, after its ancestors. */
function lineages(build: ServerBuild): Route[][] {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const parents = new Set(routes.map(({ parentId }) => parentId));
  return routes.filter(({ id }) => !parents.has(id)).map((leaf) => [...ancestors(build, leaf), leaf]);
}

function ancestors(build: ServerBuild, { parentId }: Route): Route[] {
  const parent = build.routes[parentId ?? ""];
  return parent ? [...ancestors(build, parent), parent] : [];
}

/** The word that an address must begin with to match; "" for the home page, null where it may be anything. */
function fixedWord(lineage: Route[]): string | null {
  const segments = lineage.flatMap(({ path }) => path?.split("/") ?? []);
  const word = segments.find(Boolean) ?? "";
  return /[:*?]/.test(word) ? null : word.toLowerCase();
}

/** As the router reads it: decoded, and upper case is lower case. */
function firstWord(path: string): string {
  const word = path.split("/").find(Boolean) ?? "";
  return (word.includes("%") ? decodeURIComponent(word) : word).toLowerCase();
}

/** Hands requests to Remix. @param appUrl our own address */
export function pages(build: ServerBuild, appUrl: string): RequestHandler {
  const buildFor = cutByFirstWord(withTroublePages(build));
  const handlers = new Map<ServerBuild, RequestHandler>();
  return (req, res, next) => {
    const part = buildFor(req.path);
    let handler = handlers.get(part);
    if (!handler) {
      handler = remixHandler(part, appUrl);
      handlers.set(part, handler);
    }
    return handler(req, res, next);
  };
}
