import type { ServerBuild } from "@remix-run/node";

/**
 * Cuts a build by the first word of an address. Remix flattens and ranks all routes it is given several times a
 * request; only those that begin with the address's first word can match, and those that begin with no fixed word.
 * @returns the build that answers for a path.
 */
export function cutByFirstWord(build: ServerBuild): (path: string) => ServerBuild {
  const byWord = new Map<string, string[]>();
  const always = new Set(["root"]);
  for (const route of Object.values(build.routes)) {
    if (route.parentId !== "root") continue;
    const ids = [route.id, ...below(build, route.id)];
    const word = fixedWord(route.path);
    if (word === null) for (const id of ids) always.add(id);
    else byWord.set(word, [...(byWord.get(word) ?? []), ...ids]);
  }
  const builds = new Map([...byWord].map(([word, ids]) => [word, only(build, new Set([...always, ...ids]))]));
  const others = only(build, always);
  return (path) => builds.get(firstWord(path)) ?? others;
}

/** What an address must begin with to match; null where it may be anything. */
function fixedWord(pattern: string | undefined): string | null {
  const word = pattern?.split("/").find(Boolean);
  return word && !/[:*?]/.test(word) ? word.toLowerCase() : null;
}

/** As the router reads it: decoded, and upper case is lower case. */
function firstWord(path: string): string {
  const word = path.split("/").find(Boolean) ?? "";
  return (word.includes("%") ? decodeURIComponent(word) : word).toLowerCase();
}

function below(build: ServerBuild, id: string): string[] {
  const children = Object.values(build.routes).filter(({ parentId }) => parentId === id);
  return children.flatMap((child) => [child.id, ...below(build, child.id)]);
}

/** The same build with some of its routes. */
function only(build: ServerBuild, ids: ReadonlySet<string>): ServerBuild {
  const kept = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: kept(build.routes),
    assets: { ...build.assets, routes: kept(build.assets.routes) },
  };
}
