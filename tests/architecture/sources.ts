import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const root = new URL("../..", import.meta.url).pathname;

/** One import of a source file: where it leads, and whether only types come from there. */
export interface Import {
  /** A path from the project's root for our own files, else the package's name. */
  to: string;
  typesOnly: boolean;
}

export interface Source {
  path: string;
  text: string;
  imports: Import[];
}

/** Every source file below some folders, with its imports as written (static and dynamic). */
export function sourcesIn(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|tsx|mjs|js)$/.test(name))
      .map((name) => read(join(folder, name))),
  );
}

const STATEMENT = /^(?:import|export)\s+(type\s)?([^"';]*?from\s*)?["']([^"']+)["']/gm;
const DYNAMIC = /\bimport\(\s*["']([^"']+)["']\s*\)/g;

function read(path: string): Source {
  const text = readFileSync(join(root, path), "utf8");
  return { path, text, imports: importsOf(path, text) };
}

export function importsOf(path: string, text: string): Import[] {
  return [
    ...[...text.matchAll(STATEMENT)].map((found) => ({
      to: target(path, found[3] ?? ""),
      typesOnly: found[1] !== undefined || onlyTypes(found[2] ?? ""),
    })),
    ...[...text.matchAll(DYNAMIC)].map((found) => ({ to: target(path, found[1] ?? ""), typesOnly: false })),
  ];
}

/** `{ type A, type B } from` brings no code either. */
function onlyTypes(clause: string): boolean {
  const names = /^\{([^}]*)\}\s*from/.exec(clause.trim())?.[1];
  if (names === undefined) return false;
  const each = names.split(",").map((name) => name.trim());
  return each.filter(Boolean).every((name) => name.startsWith("type "));
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (!specifier.startsWith(".")) return specifier;
  return relative(root, normalize(join(root, dirname(from), specifier))).replace(/\?.*$/, "");
}
