import { existsSync, readdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { circles, offences, type Source, sourcesIn } from "./sources.ts";

const app = sourcesIn("app");
const everything = [...app, ...sourcesIn("migrations", "scripts", "sandbox", "bench", "tests")];

const LOOSE_FILES_AT_MOST = 5;
const FILES_IN_A_FOLDER_AT_MOST = 27;
/** Each may import those to its right only. */
const LAYERS = ["routes", "auth", "journeys", "domain", "queue", "db"];

/** Returns the top-level folder of app/ of a path; null for a loose file and outside app/. */
const folderOf = (path: string): string | null => /^app\/([\w-]+)\//.exec(path)?.[1] ?? null;

/** Maps each top-level folder of app/ to those that it imports, types included. */
function folderGraph(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of app) {
    const from = folderOf(path);
    if (!from) continue;
    const targets = graph.get(from) ?? new Set<string>();
    graph.set(from, targets);
    for (const { to } of imports) {
      const folder = folderOf(to);
      if (folder && folder !== from) targets.add(folder);
    }
  }
  return graph;
}

/** Returns the folder of a file's subject, such as app/domain/club/ratings, app/journeys/ratings or app/mail. */
function subjectOf(path: string): string {
  const folders = dirname(path).split("/");
  const depth = ["domain", "routes"].includes(folders[1] ?? "") ? 4 : folders[1] === "journeys" ? 3 : 2;
  return folders.slice(0, depth).join("/");
}

/** Maps folders of app/, at every depth, to those that they import, with the imports: 'file -> file'. */
function subjectGraph(sources: Source[]): Map<string, Map<string, string[]>> {
  const graph = new Map<string, Map<string, string[]>>();
  // The list of all emails and the frame that draws them are beside the emails' folder.
  const folderIn = (path: string) => dirname(path).replace(/^app\/mail\/emails$/, "app/mail");
  for (const { path, imports } of sources) {
    const from = folderIn(path);
    const targets = graph.get(from) ?? new Map<string, string[]>();
    graph.set(from, targets);
    for (const { to } of imports) {
      const folder = folderIn(to);
      if (!to.startsWith("app/") || folder === from) continue;
      targets.set(folder, [...(targets.get(folder) ?? []), `${path} -> ${to}`]);
    }
  }
  return graph;
}

/** Finds the cycles of a graph of subjects, each with the imports that make it. */
function knots(graph: Map<string, Map<string, string[]>>): string[][] {
  const plain = new Map([...graph].map(([from, targets]) => [from, targets.keys()]));
  return circles(plain).map((circle) => {
    const folders = circle.split(" -> ");
    const links = folders.slice(1).flatMap((to, index) => graph.get(folders[index] ?? "")?.get(to) ?? []);
    return [circle, ...links];
  });
}

describe("dependencies between folders", () => {
  const graph = folderGraph();

  test("no two folders of app/ import each other", () => {
    const pairs = [...graph].flatMap(([from, targets]) =>
      [...targets].filter((to) => graph.get(to)?.has(from)).map((to) => `${from} <-> ${to}`),
    );
    expect(pairs).toEqual([]);
    expect(graph.get("routes")).toContain("auth");
  });

  test("no circle of folders, however long", () => {
    expect(circles(graph)).toEqual([]);
  });

  test("subjects point one way at every depth", () => {
    expect(knots(subjectGraph(app))).toEqual([]);
  });

  test("a circle of subjects is named with its imports", () => {
    const source = (path: string, to: string): Source => ({
      path,
      text: "",
      imports: [{ specifier: `#${to}`, to, typesOnly: true }],
    });
    const [a, b] = ["app/domain/club/games/games.ts", "app/domain/club/teams/teams.ts"] as const;
    expect(knots(subjectGraph([source(a, b), source(b, a)]))).toEqual([
      [
        "app/domain/club/games -> app/domain/club/teams -> app/domain/club/games",
        `${a} -> ${b}`,
        `${b} -> ${a}`,
      ],
    ]);
  });

  test(`a layer imports only those below it: ${LAYERS.join(", ")}`, () => {
    const rank = (path: string) => LAYERS.indexOf(folderOf(path) ?? "");
    const upward = offences(app, ({ to }, { path }) => rank(to) >= 0 && rank(to) < rank(path));
    expect(upward).toEqual([]);
  });

  test("no circle of files", () => {
    const code = new Map(
      everything.map(({ path, imports }) => [
        path,
        imports.filter(({ typesOnly }) => !typesOnly).map(({ to }) => to),
      ]),
    );
    expect(circles(code)).toEqual([]);
  });
});

describe("imports", () => {
  test("no import climbs three levels", () => {
    expect(offences(everything, ({ specifier }) => specifier.startsWith("../../../"))).toEqual([]);
  });

  test("one that leaves its subject starts with #", () => {
    const leaves = ({ to }: { to: string }, { path }: Source) => subjectOf(to) !== subjectOf(path);
    const relative = ({ specifier }: { specifier: string }) => specifier.startsWith("../");
    expect(offences(app, (link, from) => relative(link) && leaves(link, from))).toEqual([]);
  });

  test("every imported file of ours exists", () => {
    const missing = ({ to }: { to: string }) =>
      /^(app|migrations|scripts|sandbox|bench)\//.test(to) &&
      !existsSync(new URL(`../../${to}`, import.meta.url));
    expect(offences(everything, missing)).toEqual([]);
  });
});

describe("the size of folders", () => {
  test(`at most ${LOOSE_FILES_AT_MOST} loose files are on top of app/`, () => {
    const loose = readdirSync(new URL("../../app", import.meta.url)).filter((name) => name.includes("."));
    expect(loose.length, loose.join(", ")).toBeLessThanOrEqual(LOOSE_FILES_AT_MOST);
  });

  test(`no folder of app/ holds more than ${FILES_IN_A_FOLDER_AT_MOST} files`, () => {
    const files = readdirSync(new URL("../../app", import.meta.url), {
      recursive: true,
      withFileTypes: true,
    }).filter((entry) => entry.isFile());
    const sizes = new Map<string, number>();
    for (const { parentPath } of files) sizes.set(parentPath, (sizes.get(parentPath) ?? 0) + 1);
    expect(sizes.size).toBeGreaterThan(20);
    expect([...sizes].filter(([, size]) => size > FILES_IN_A_FOLDER_AT_MOST)).toEqual([]);
  });

  test("no folder for leftovers", () => {
    expect(everything.filter(({ path }) => /\/(utils?|lib|helpers?|misc|common)\//.test(path))).toEqual([]);
  });
});
