import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { openMemory } from "#app/db/file-engine.server.ts";
import { future } from "#scripts/build/future.ts";

const root = new URL("../..", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, root), "utf8"));
const lock = read("package-lock.json") as { packages: Record<string, { version: string; dev?: boolean }> };
const card = read("package.json") as { overrides: Record<string, string>; engines: { node: string } };

/** Lists every installed copy of a package, including nested ones. */
const copies = (name: string) =>
  Object.entries(lock.packages)
    .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
    .map(([path, { version }]) => ({ path, version }));

function atLeast(version: string, least: string): boolean {
  const [have, want] = [version, least].map((text) => text.split(/[.-]/).map(Number)) as [number[], number[]];
  for (let i = 0; i < 3; i += 1) {
    if ((have[i] ?? 0) !== (want[i] ?? 0)) return (have[i] ?? 0) > (want[i] ?? 0);
  }
  return true;
}

describe("exactly these, everywhere in the tree", () => {
  test.each([
    ["@remix-run/node", "2.17.5"],
    ["@remix-run/react", "2.17.5"],
    ["@remix-run/express", "2.17.5"],
    ["@remix-run/server-runtime", "2.17.5"],
    ["react-router", "6.30.6"],
    ["react-router-dom", "6.30.6"],
    ["@remix-run/router", "1.23.4"],
    ["better-sqlite3", "12.11.1"],
    ["kysely", "0.28.18"],
  ])("%s is exactly %s, everywhere in the tree", (name, version) => {
    expect(copies(name).length).toBeGreaterThan(0);
    expect(copies(name).filter((copy) => copy.version !== version)).toEqual([]);
  });
});

describe("at least these", () => {
  test.each([
    ["vite", "6.4.0"],
    ["esbuild", "0.25.0"],
    ["express", "4.22.0"],
    ["estree-util-value-to-estree", "3.3.3"],
    ["path-to-regexp", "0.1.12"],
    ["cookie", "0.7.0"],
  ])("%s is at least %s", (name, version) => {
    expect(copies(name).filter((copy) => !atLeast(copy.version, version))).toEqual([]);
  });
});

test("the installed packages are those of the lock file", () => {
  for (const name of ["react-router", "@remix-run/router", "better-sqlite3", "kysely", "express"]) {
    const installed = JSON.parse(
      readFileSync(new URL(`node_modules/${name}/package.json`, root), "utf8"),
    ) as { version: string };
    expect(installed.version, name).toBe(lock.packages[`node_modules/${name}`]?.version);
  }
});

test("the overrides of the security notes are in package.json", () => {
  expect(card.overrides).toMatchObject({
    "react-router": "6.30.6",
    "react-router-dom": "6.30.6",
    "@remix-run/router": "1.23.4",
  });
  expect(card.engines.node).toBe(">=20.19");
});

test("SQLite is newer than the bug that a reset of the WAL had", () => {
  const memory = openMemory();
  const version = memory.prepare("select sqlite_version()").pluck().get() as string;
  memory.close();
  expect(atLeast(version, "3.51.3"), version).toBe(true);
});

test("the flags whose features have known holes stay off", () => {
  expect(future).toMatchObject({ v3_singleFetch: false, v3_lazyRouteDiscovery: false });
  expect(readFileSync(new URL("remix.config.js", root), "utf8")).toContain("remix({ future })");
});

test("the lock file names no registry", () => {
  expect(readFileSync(new URL("package-lock.json", root), "utf8")).not.toMatch(/"resolved": "https?:/);
});
