import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Import {
  /** Specifier as written. */
  specifier: string;
  /** A path from the project's root for our own files, otherwise the package's name. */
  to: string;
  typesOnly: boolean;
}

export interface Source {
  path: string;
  text: string;
  imports: Import[];
}

/** Reads every source file below the folders, with its static and dynamic imports. */
export function sourcesIn(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|tsx|mjs|js)$/.test(name))
      .map((name) => read(join(folder, name))),
  );
}

/** Lists the imports of `where` that `forbidden` picks, as 'file -> import'. */
export function offences(where: Source[], forbidden: (link: Import, from: Source) => boolean): string[] {
  return where.flatMap((source) =>
    source.imports.filter((link) => forbidden(link, source)).map((link) => `${source.path} -> ${link.to}`),
  );
}

/** Finds every cycle in a graph, each as 'a -> b -> a'. */
export function circles(graph: ReadonlyMap<string, Iterable<string>>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (node: string, trail: string[]): void => {
    if (trail.includes(node)) found.push([...trail.slice(trail.indexOf(node)), node].join(" -> "));
    else if (!done.has(node)) {
      for (const next of graph.get(node) ?? []) if (graph.has(next)) walk(next, [...trail, node]);
      done.add(node);
    }
  };
  for (const node of graph.keys()) walk(node, []);
  return found;
}

const STATEMENT = /^(?:import|export)\s+(type\s)?([^"';]*?from\s*)?["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

function read(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  return { path, text, imports: importsOf(path, text) };
}

export function importsOf(path: string, text: string): Import[] {
  const link = (specifier = "", typesOnly = false): Import => ({
    specifier,
    to: target(path, specifier),
    typesOnly,
  });
  return [
    ...[...text.matchAll(STATEMENT)].map(([, type, clause = "", specifier]) =>
      link(specifier, type !== undefined || onlyTypes(clause)),
    ),
    ...[...text.matchAll(DYNAMIC)].map(([, specifier]) => link(specifier)),
  ];
}

/** Tells whether a clause imports types only: `{ type A, type B } from` imports no code either. */
function onlyTypes(clause: string): boolean {
  const names = /^\{([^}]*)\}\s*from/.exec(clause.trim())?.[1];
  if (names === undefined) return false;
  return names
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean)
    .every((name) => name.startsWith("type "));
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (!specifier.startsWith(".")) return specifier;
  return relative(root, normalize(join(root, dirname(from), specifier))).replace(/\?.*$/, "");
}
