import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePort, until } from "../support/server.ts";

// remix-serve runs the build as any Remix build, without our server: no request context, no client address.
const dataDir = mkdtempSync(join(tmpdir(), "goodside-remix-serve-"));
let process_: ChildProcess;
let base: string;

beforeAll(async () => {
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  process_ = spawn("node", ["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"], {
    env: { ...process.env, PORT: String(port), HOST: "127.0.0.1", APP_MODE: "test", DATA_DIR: dataDir },
    stdio: "ignore",
  });
  await until(30_000, async () => ((await fetch(base).catch(() => undefined))?.ok ? true : undefined));
}, 40_000);

afterAll(() => {
  process_.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

test("the build is an ordinary Remix build: remix-serve shows its first page", async () => {
  expect(await (await fetch(base)).text()).toContain("A better sideline");
});

test.each([
  "/dashboard",
  "/teams",
  "/rating",
  "/schedule",
  "/leaderboard",
  "/club/choose",
  "/club/login",
  "/signup",
])("%s fails closed without our server's context", async (path) => {
  const answer = await fetch(base + path, { redirect: "manual" });
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("No request context");
});

test("browsers can fetch linked files and those in public/, and nothing about how the site is built", () => {
  const files = readdirSync("build/client", { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative("build/client", join(parentPath, name)));
  const published = new Set(readdirSync("public", { recursive: true, encoding: "utf8" }));
  const built = files.filter((file) => !published.has(file));
  const packed = (name: string) => [name, `${name}.br`, `${name}.gz`];
  expect(built.map((file) => file.replace(/-[\w-]{8}(?=\.)/, "")).sort()).toEqual(
    ["client.js", "index.css", "passwords.js", "search.js"].flatMap((name) => packed(`assets/${name}`)),
  );
  for (const file of built.filter((name) => /\.(js|css)$/.test(name))) {
    const text = readFileSync(join("build/client", file), "utf8");
    expect(text, file).not.toMatch(/\/admin|__remix|routes\/|<table/);
  }
});

test("the build of single tests has the routes and the entry of the whole build", async () => {
  const folder = "node_modules/.cache/server-build";
  execFileSync("node", ["--import", "tsx", "tests/support/server-build.ts", folder]);
  const shape = async (path: string) => {
    const build = (await import(join(process.cwd(), path, "index.js"))) as ServerBuild;
    const exported = (module: object | undefined) => Object.keys(module ?? {}).sort();
    return {
      exports: exported(build),
      entry: exported(build.entry.module),
      routes: Object.values(build.routes).map((route) => ({ ...route, module: exported(route?.module) })),
    };
  };
  expect(await shape(folder)).toEqual(await shape("build/server"));
});

test("no file that a process keeps in memory takes two bytes a letter", () => {
  const files = ["build/server", "build/processes"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".js"))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => /[\u0100-\uffff]/.test(readFileSync(file, "utf8")))).toEqual([]);
});
