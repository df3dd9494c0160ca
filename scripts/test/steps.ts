import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Outcome {
  passed: number;
  failed: number;
  /** What this machine does not allow to be tried: said, never counted as passed. */
  skipped: number;
}

/** One tool that says yes or no; what it printed is shown only where it says no. */
export function check(name: string, [tool, ...args]: string[]): Outcome {
  const { status, stdout, stderr, error } = spawnSync("npx", ["--no-install", tool ?? "", ...args], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NODE_ENV: "production" },
  });
  const good = status === 0;
  console.log(`${good ? "ok" : "FAILED"}: ${name}`);
  if (!good) console.log(`${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`);
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: 0 };
}

/** A run of vitest: its tests are counted, and a file that does not even load counts as a failed test. */
export function vitest(name: string, config: string): Outcome {
  const folder = mkdtempSync(join(tmpdir(), "goodside-test-"));
  const report = join(folder, "report.json");
  try {
    const { status } = spawnSync(
      "npx",
      ["--no-install", "vitest", "run", "-c", config, "--reporter=default", "--reporter=json"].concat(
        `--outputFile.json=${report}`,
      ),
      { stdio: "inherit", env: { ...process.env, NODE_ENV: "test" } },
    );
    const { passed, failed, skipped } = readReport(report);
    return { passed, failed: status !== 0 && failed === 0 ? 1 : failed, skipped };
  } catch (error) {
    console.error(`The ${name} did not run: ${error instanceof Error ? error.message : error}`);
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(path: string): Outcome {
  const report = JSON.parse(readFileSync(path, "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    testResults: { status: string; assertionResults: unknown[] }[];
  };
  const neverLoaded = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + neverLoaded.length,
    skipped: report.numPendingTests,
  };
}
