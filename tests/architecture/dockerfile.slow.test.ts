import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRODUCTION } from "../support/production.ts";
import { freePort, until } from "../support/server.ts";
import { copyOf, dockerIgnore, execForm, readDockerfile } from "./dockerfile.ts";

// A test cannot build the image, so its steps are read, compared with the tree, and followed by hand.
const root = fileURLToPath(new URL("../..", import.meta.url));
const stages = readDockerfile(new URL("../../Dockerfile", import.meta.url));
const isSent = dockerIgnore(new URL("../../.dockerignore", import.meta.url));
const [build, image] = [stages[0], stages[1]];
const all = stages.flatMap(({ steps }) => steps);
const of = (does: string, steps = image?.steps ?? []) => steps.filter((step) => step.does === does);
const card = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};
const settings = Object.fromEntries(
  of("ENV").flatMap(({ what }) => what.split(/\s+/).map((pair) => pair.split("=") as [string, string])),
);

describe("the steps", () => {
  test("the image has two stages on Node 24, an unprivileged user, production mode, and a volume for the data", () => {
    expect(stages).toHaveLength(2);
    for (const { what } of of("FROM", all)) expect(what).toMatch(/^\$\{NODE_IMAGE\}( AS build)?$/);
    const text = readFileSync(join(root, "Dockerfile"), "utf8");
    expect(text.match(/^ARG NODE_IMAGE=(.+)$/m)?.[1]).toBe("node:24-slim");
    expect(of("USER").map(({ what }) => what)).toEqual(["node"]);
    const order = image?.steps.map(({ does }) => does) ?? [];
    expect(order.indexOf("USER")).toBeLessThan(order.indexOf("CMD"));
    expect(order.lastIndexOf("RUN")).toBeLessThan(order.indexOf("USER"));
    expect(settings).toMatchObject({ APP_MODE: "production", NODE_ENV: "production", HOST: "0.0.0.0" });
    expect(of("VOLUME").map(({ what }) => what)).toEqual([settings.DATA_VOLUME]);
    expect(of("EXPOSE").map(({ what }) => what)).toEqual([settings.PORT]);
  });

  test("every copied file exists and is sent, and the lock file decides what is installed", () => {
    for (const step of of("COPY", all)) {
      const { from, sources } = copyOf(step);
      if (from) expect(from).toBe(build?.name);
      else {
        for (const source of sources) {
          expect(existsSync(join(root, source)), source).toBe(true);
          expect(isSent(source), source).toBe(true);
        }
      }
    }
    const steps = build?.steps.map(({ what }) => what) ?? [];
    const install = steps.findIndex((what) => what.startsWith("npm install --no-save"));
    expect(steps.findIndex((what) => what.includes("package-lock.json"))).toBeLessThan(install);
    expect(install).toBeLessThan(steps.indexOf("npm run build"));
    expect(steps.indexOf("npm run build")).toBeLessThan(
      steps.findIndex((what) => what.startsWith("npm prune --omit=dev")),
    );
  });

  test("every npm script that a step calls is one", () => {
    const called = of("RUN", all).flatMap(({ what }) =>
      [...what.matchAll(/npm run (\S+)/g)].map(([, name]) => name ?? ""),
    );
    expect(called).toContain("build");
    for (const name of called) expect(card.scripts[name], name).toBeDefined();
  });

  test("the image is sent nothing of the sandbox, the tests, the bench, or anybody's data and secrets", () => {
    for (const name of [
      "sandbox/index.ts",
      "tests/support/world.ts",
      "bench/run.ts",
      "data/control.sqlite",
      ".env",
      ".git/config",
      "node_modules/x",
      "scripts/dev.ts",
      "scripts/dev/serve.ts",
      "scripts/test.ts",
      "scripts/seed.ts",
    ])
      expect(isSent(name), name).toBe(false);
  });
});

describe("what the steps make", () => {
  const folder = mkdtempSync(join(tmpdir(), "goodside-image-"));
  const app = join(folder, "app");
  const { APP_MODE: _, ...secrets } = PRODUCTION;

  beforeAll(() => {
    for (const step of of("COPY")) {
      const { from, sources, to } = copyOf(step);
      for (const source of sources) {
        if (from && source.endsWith("/node_modules")) linkProductionModules(join(app, to));
        else copy(source.replace(/^\/app\//, ""), to, from === null);
      }
    }
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Copies one file or folder like COPY, without what .dockerignore excludes. */
  function copy(source: string, to: string, ignoring: boolean): void {
    const target = to.endsWith("/") ? join(app, to, source) : join(app, to);
    const prefix = join(root);
    mkdirSync(dirname(target), { recursive: true });
    cpSync(join(root, source), target, {
      recursive: true,
      filter: (path) => !ignoring || isSent(path.slice(prefix.length)),
    });
  }

  /** Links the result of `npm prune --omit=dev`, by the lock file: as hard links where the file system can. */
  function linkProductionModules(to: string): void {
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
      packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
    };
    mkdirSync(to, { recursive: true });
    const wanted = Object.entries(lock.packages).filter(
      ([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional && existsSync(join(root, path)),
    );
    const tops = wanted
      .map(([path]) => path.slice("node_modules/".length))
      .filter((path) => !path.includes("node_modules/"));
    for (const name of tops) {
      mkdirSync(dirname(join(to, name)), { recursive: true });
      const [from, target] = [join(root, "node_modules", name), join(to, name)];
      try {
        execFileSync("cp", ["-al", from, target], { stdio: "ignore" });
      } catch {
        rmSync(target, { recursive: true, force: true });
        execFileSync("cp", ["-a", from, target]);
      }
    }
  }

  /** Runs the image's CMD with only its own environment. */
  async function start(more: Record<string, string>) {
    const [command = "", ...args] = execForm(of("CMD")[0]?.what ?? "") ?? [];
    expect(command).toBe("node");
    const port = await freePort();
    const env: NodeJS.ProcessEnv = {
      ...settings,
      // The image's own settings, which the first test checks.
      NODE_ENV: "production",
      DATA_VOLUME: join(folder, "data"),
      HOST: "127.0.0.1",
      PORT: String(port),
      METRICS_PORT: "off",
      ...more,
    };
    const child = spawn(process.execPath, args, {
      cwd: app,
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (said += text));
    return { child, env, url: `http://127.0.0.1:${port}`, said: () => said };
  }

  test("the image refuses to start without secrets, and names each", async () => {
    const { child, said } = await start({});
    const [code] = (await once(child, "exit")) as [number];
    expect(code).toBe(1);
    for (const name of Object.keys(secrets)) expect(said()).toContain(`${name} is missing`);
  });

  test("the import worker starts from the image's files, and answers", () => {
    const task = { folder: join(folder, "no-clubs"), code: "lakeside", name: "open", work: {} };
    const script = `
      const { Piscina } = require("piscina");
      const pool = new Piscina({ filename: require("node:path").resolve("build/processes/imports.js") });
      pool.run(${JSON.stringify(task)}).then((outcome) => console.log(JSON.stringify(outcome)));`;
    const env: NodeJS.ProcessEnv = {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      ...settings,
      ...secrets,
    };
    const said = execFileSync(process.execPath, ["-e", script], { cwd: app, env, encoding: "utf8" });
    expect(JSON.parse(said)).toMatchObject({
      error: { name: "ClubUnavailable", fields: { code: "lakeside", reason: "missing" } },
      counts: [{ name: "brokenClubFiles", value: 1 }],
    });
  });

  test("the image serves with its secrets, healthy, without the stubs, and stops when told to", async () => {
    expect(readdirSync(app)).not.toContain("sandbox");
    expect(existsSync(join(app, "node_modules/vitest"))).toBe(false);
    const { child, env, url, said } = await start(secrets);
    try {
      await until(60_000, async () => {
        if (child.exitCode !== null) throw new Error(said());
        return (await fetch(`${url}/healthz`).catch(() => null))?.ok || undefined;
      });
      expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true, status: "well" });
      expect((await fetch(url)).status).toBe(200);
      expect((await fetch(`${url}/sandbox`)).status).toBe(404);
      const [node = "", ...check] = execForm(of("HEALTHCHECK")[0]?.what ?? "") ?? [];
      expect(node).toBe("node");
      execFileSync(process.execPath, check, { env: { PATH: process.env.PATH, ...env } });
      const elsewhere = { PATH: process.env.PATH, ...env, PORT: String(await freePort()) };
      expect(() => execFileSync(process.execPath, check, { env: elsewhere, stdio: "ignore" })).toThrow();
      expect(said()).not.toMatch(/Warning/i);
    } finally {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = (await ended) as [number];
      expect(code).toBe(0);
    }
  }, 90_000);
});
