import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

export interface Outcome {
  passed: number;
  failed: number;
  /** Tests that this machine cannot run. */
  skipped: number;
}

const LONGEST_REASON = 400;

/** Which tests: all but the slow ones, the slow ones, or both (tests/vitest.config.ts). */
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
 * Runs the tests, counts them and names those that failed; a file that does not load counts as a failed test.
 * @param options.env what the tests find in their environment besides this process's
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
        ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
        ...args,
      ],
      { env: { ...env, NODE_ENV: "test", SUITE: suite }, shown: !after },
    );
    await after;
    process.stdout.write(output);
    const { passed, failed, skipped } = readReport(report);
    return { passed, failed: status !== 0 && failed === 0 ? 1 : failed, skipped };
  } catch (error) {
    console.error(`The tests did not run: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a command. @returns how it ended, and what it printed unless that was shown at once */
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

function readReport(path: string): Outcome {
  const report = JSON.parse(readFileSync(path, "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: {
      name: string;
      status: string;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
    }[];
  };
  // A file that does not load, or whose preparation fails: none of its tests ran.
  const notRun = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && assertionResults.every((test) => test.status !== "failed"),
  );
  for (const { name, message } of notRun)
    console.log(`FAILED: ${relative("", name)} did not run: ${message.split("\n", 1)[0]}`);
  for (const { name, assertionResults } of report.testResults)
    for (const { status, fullName, failureMessages = [] } of assertionResults)
      if (status === "failed")
        console.log(`FAILED: ${relative("", name)}: ${fullName}: ${inOneLine(failureMessages[0])}`);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notRun.length,
    skipped: report.numPendingTests,
  };
}

/** What failed, for a line that is read where the rest of the output is cut off. */
const inOneLine = (message = "") => message.replaceAll(/\s+/g, " ").slice(0, LONGEST_REASON);
