import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { leavesOf } from "./page-answer.ts";
import { remixHandler } from "./remix-handler.ts";
import { only, withTroublePages } from "./trouble-pages.ts";

type Route = NonNullable<ServerBuild["routes"][string]>;

/** A route without children, after its ancestors. */
interface Leaf {
  ids: string[];
  /** What an address must have between its slashes: a word in lower case, or null for anything. */
  words: (string | null)[];
  /** Whether an address may have more or fewer of them. */
  open: boolean;
}

/**
 * Cuts a build by an address. Remix flattens and ranks all routes it is given several times a request, but only those
 * with as many words as the address, and with its words where they are fixed, can match.
 * @returns the build that answers for a path, the same one for the same routes
 */
export function cutByAddress(build: ServerBuild): (path: string) => ServerBuild {
  const byFirstWord = new Map<string | null, Leaf[]>();
  for (const leaf of lineages(build).map(leafOf)) {
    const [first = leaf.open ? null : ""] = leaf.words;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), leaf]);
  }
  const builds = new Map<string, ServerBuild>();
  return (path) => {
    const words = wordsOf(path);
    const near = [...(byFirstWord.get(words[0] ?? "") ?? []), ...(byFirstWord.get(null) ?? [])];
    const ids = near.filter((leaf) => mayMatch(leaf, words)).flatMap((leaf) => leaf.ids);
    const key = ids.join();
    const part = builds.get(key) ?? only(build, new Set(["root", ...ids]));
    builds.set(key, part);
    return part;
  };
}

/** Each route without children, after its ancestors. */
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

/** As the router reads them: decoded, and upper case is lower case. */
const wordsOf = (path: string): string[] =>
  path
    .split("/")
    .filter(Boolean)
    .map((word) => (word.includes("%") ? decodeURIComponent(word) : word).toLowerCase());

const mayMatch = ({ words, open }: Leaf, address: readonly string[]): boolean =>
  (open || words.length === address.length) &&
  words.every((word, index) => word === null || word === address[index]);

/** Hands requests to Remix. @param appUrl our own address */
export function pages(build: ServerBuild, appUrl: string): RequestHandler {
  const buildFor = cutByAddress(withTroublePages(build));
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
