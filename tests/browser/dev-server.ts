import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { freePort, until } from "../support/server.ts";

// `npm run dev` on a copy of the sources, so that no edit ever reaches the checkout.
const root = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = [
  "app",
  "migrations",
  "public",
  "sandbox",
  "scripts",
  "package.json",
  "package-lock.json",
  "remix.config.js",
  "tsconfig.json",
];
const STARTS_WITHIN_MS = 120_000;
const ENDS_WITHIN_MS = 20_000;
/** A developer sees it within a second; a machine that runs other tests needs more. */
const SEEN_WITHIN_MS = 10_000;

export let copy: string;
let child: ChildProcess;
/** Everything that it printed. */
export let output = "";
export let url: string;
export let port: number;

beforeAll(async () => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), "goodside-dev-")));
  for (const source of SOURCES)
    cpSync(join(root, source), join(copy, source), { recursive: true, preserveTimestamps: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  child = spawn("npm", ["run", "dev"], {
    cwd: copy,
    env: {
      PATH,
      HOME,
      NODE_ENV: "development",
      PORT: String(port),
      HOST: "0.0.0.0",
      METRICS_PORT: "off",
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  await until(STARTS_WITHIN_MS, async () => {
    if (child.exitCode !== null) throw new Error(`npm run dev did not start:\n${output}`);
    return output.includes(`serves ${url}`) || undefined;
  });
}, STARTS_WITHIN_MS);

afterAll(async () => {
  try {
    // npm alone, as a terminal that closes or a supervisor would.
    child.kill("SIGTERM");
    await allEnded();
  } finally {
    if (isRunning()) process.kill(-Number(child.pid), "SIGKILL");
    rmSync(copy, { recursive: true, force: true });
  }
}, 30_000);

/** Waits until npm and everything that it started have ended. */
export const allEnded = () => until(ENDS_WITHIN_MS, async () => !isRunning() || undefined);

function isRunning(): boolean {
  try {
    return process.kill(-Number(child.pid), 0);
  } catch {
    return false;
  }
}

export const text = async (path: string) =>
  (await fetch(url + path, { headers: { Accept: "text/html" } })).text();

/**
 * Replaces a text in a file of the copy until the test ends.
 * @returns a function that undoes it sooner.
 */
export function edit(file: string, from: string, to: string): () => void {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  expect(before).toContain(from);
  writeFileSync(path, before.replaceAll(from, to));
  const undo = () => writeFileSync(path, before);
  onTestFinished(undo);
  return undo;
}

export const seen = (look: () => Promise<boolean>) =>
  until(SEEN_WITHIN_MS, async () => (await look()) || undefined);
