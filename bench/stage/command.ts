import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "./builds.ts";

/** What a command of the operators took. */
export interface Used {
  seconds: number;
  /** All of its threads and processes, user and system. */
  cpuSeconds: number;
  /** The most memory that its main process held. */
  peakMb: number;
  output: string;
}

const USAGE = new URL("tell-usage.mjs", import.meta.url).href;

/** Runs `scripts/NAME.ts` as `npm run NAME` does. @throws Error with its output where it fails */
export async function runScript(name: string, dataDir: string, args: readonly string[] = []): Promise<Used> {
  const notes = mkdtempSync(join(tmpdir(), "goodside-usage-"));
  const usage = join(notes, "usage");
  const began = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${name}.ts`, ...args], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: "production",
      APP_MODE: "test",
      DATA_DIR: dataDir,
      NODE_OPTIONS: `--import ${USAGE}`,
      BENCH_USAGE: usage,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  try {
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    const seconds = (performance.now() - began) / 1000;
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output.slice(-2_000)}`);
    const lines = readFileSync(usage, "utf8").trim().split("\n");
    const own = lines
      .map((line) => JSON.parse(line) as { pid: number; cpuMs: number; peakKb: number })
      .find(({ pid }) => pid === child.pid);
    if (!own) throw new Error(`${name} did not say what it used`);
    return { seconds, cpuSeconds: own.cpuMs / 1000, peakMb: own.peakKb / 1024, output };
  } finally {
    rmSync(notes, { recursive: true, force: true });
  }
}
