import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Report } from "./report.ts";

export interface Outcome {
  passed: number;
  failed: number;
  /** Tests that this machine cannot run. */
  skipped: number;
}

/** Selection of tests: all but the slow ones, the slow ones, or both (tests/vitest.config.ts). */
export type Suite = "quick" | "slow" | "all";

/** Runs one tool that passes or fails, and shows its output only when it fails. */
export async function check(name: string, command: string, args: string[]): Promise<Outcome> {
  const { status, output } = await run(command, args, { env: { NODE_ENV: "production" } });
  const passed = status === 0;
  console.log(`${passed ? "ok" : "FAILED"}: ${name}`);
  if (!passed) console.log(output);
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/**
 * Runs the tests, counts them and names the failed ones; a file that does not load counts as a failed test, as does one
 * whose process died.
 * @param options.env environment of the tests besides this process's
 * @param options.after another run at the same time; this one prints everything after it
 */
export async function vitest(
  args: string[],
  suite: Suite,
  { env = {}, after }: { env?: Record<string, string>; after?: Promise<unknown> } = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "goodside-test-"));
  const report = join(folder, "report.json");
  try {
    const { status, output } = await run(
      "npx",
      [
        ...["--no-install", "vitest", "run", "-c", "tests/vitest.config.ts"],
        ...["--reporter=default", "--reporter=./scripts/test/report.ts", ...args],
      ],
      { env: { ...env, NODE_ENV: "test", SUITE: suite, TEST_REPORT: report }, shown: !after },
    );
    await after;
    process.stdout.write(output);
    return outcomeOf(JSON.parse(readFileSync(report, "utf8")) as Report, status);
  } catch (error) {
    console.log(`FAILED: the tests did not run: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function outcomeOf({ files, errors }: Report, status: number | null): Outcome {
  const failures = [...files.flatMap((file) => file.failures), ...errors];
  if (status !== 0 && failures.length === 0) failures.push(`Vitest ended with ${status}`);
  for (const failure of failures) console.log(`FAILED: ${failure}`);
  const sum = (kind: "passed" | "skipped") => files.reduce((total, file) => total + file[kind], 0);
  return { passed: sum("passed"), failed: failures.length, skipped: sum("skipped") };
}

/**
 * Runs a command.
 * @returns its outcome, and its output unless that was shown at once
 */
function run(
  command: string,
  args: string[],
  { env, shown = false }: { env: Record<string, string>; shown?: boolean },
): Promise<{ status: number | null; output: string }> {
  return new Promise((resolve) => {
    let output = "";
    const child = spawn(command, args, {
      stdio: shown ? "inherit" : ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    child.on("error", (error) => resolve({ status: 1, output: output + error.message }));
    child.on("close", (status) => resolve({ status, output }));
  });
}
