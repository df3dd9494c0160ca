import type { ServerBuild } from "@remix-run/node";

interface Node {
  fixed: Map<string, Node>;
  param?: Node;
  pattern?: string;
  /** Pattern that ends in '*' here: for all other paths below. */
  rest?: string;
}

/** Route of requests that match none, in the log and the metrics. */
export const NO_ROUTE = "(none)";

/**
 * @returns a function from a path to the pattern of its route ('/teams/:teamId/edit'), the same that Remix matches:
 * fixed segments before parameters. It never returns anything from the path itself.
 */
export function routePatterns(routes: ServerBuild["routes"]): (path: string) => string {
  const root: Node = { fixed: new Map() };
  for (const pattern of patternsOf(routes)) {
    let node = root;
    const isRest = pattern.endsWith("/*");
    for (const part of parts(isRest ? pattern.slice(0, -1) : pattern))
      node = part.startsWith(":") ? paramOf(node) : fixedOf(node, part);
    if (isRest) node.rest = pattern;
    else node.pattern = pattern;
  }
  return (path) => find(root, parts(path), 0) ?? NO_ROUTE;
}

function patternsOf(routes: ServerBuild["routes"]): string[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.id === "root" || route.path === "*") return [];
    const trail: string[] = [];
    for (let at: typeof route | undefined = route; at; at = at.parentId ? routes[at.parentId] : undefined) {
      if (at.path) trail.unshift(at.path);
    }
    return route.path !== undefined || route.index ? [`/${trail.join("/")}`] : [];
  });
}

const parts = (path: string) => path.split("/").filter((part) => part !== "");

function fixedOf(node: Node, part: string): Node {
  // Remix matches routes case-insensitively.
  const name = part.toLowerCase();
  const known = node.fixed.get(name) ?? { fixed: new Map() };
  node.fixed.set(name, known);
  return known;
}

function paramOf(node: Node): Node {
  node.param ??= { fixed: new Map() };
  return node.param;
}

function find(node: Node, path: string[], at: number): string | undefined {
  const part = path[at];
  if (part === undefined) return node.pattern ?? node.rest;
  const fixed = node.fixed.get(part.toLowerCase());
  return (fixed && find(fixed, path, at + 1)) ?? (node.param && find(node.param, path, at + 1)) ?? node.rest;
}
