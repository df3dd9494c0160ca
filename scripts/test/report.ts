/**
 * Vitest's reporter for steps.ts: writes the tests' results to the file that TEST_REPORT names. Vitest's own JSON lacks
 * test processes that died and errors outside every test.
 */
import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

export interface Report {
  files: FileReport[];
  /** Errors outside every test, such as the death of a test process. */
  errors: string[];
}

export interface FileReport {
  path: string;
  passed: number;
  skipped: number;
  /** A line for each failed test, or one for a file that does not load, or whose preparation or process failed. */
  failures: string[];
}

const LONGEST_REASON = 400;

export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const report: Report = {
      files: modules.map(fileReport),
      errors: errors.map((error) => inOneLine(messageOf(error))),
    };
    writeFileSync(process.env.TEST_REPORT ?? "", JSON.stringify(report));
  }
}

function fileReport(module: TestModule): FileReport {
  const path = module.relativeModuleId;
  const tests = [...module.children.allTests()];
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  const failures = inState("failed").map(
    (test) => `${path}: ${test.fullName}: ${inOneLine(messageOf(test.result().errors?.[0]))}`,
  );
  const state = module.state();
  if (state === "failed" && failures.length === 0)
    failures.push(`${path} did not run: ${inOneLine(whyNot(module))}`);
  if (state === "queued" || state === "pending" || inState("pending").length > 0)
    failures.push(`${path} was left in the middle: its process died`);
  return { path, passed: inState("passed").length, skipped: inState("skipped").length, failures };
}

/** Returns why a file did not load, or what broke in the preparation of its tests. */
function whyNot(module: TestModule): string {
  const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors());
  return messageOf(errors[0]);
}

/** Returns the error, its cause, and its location. */
function messageOf(error: { message: string; stack?: string; cause?: unknown } | undefined): string {
  if (!error) return "no reason given";
  const { message, cause, stack = "" } = error;
  const because = cause instanceof Object && "message" in cause ? ` (${cause.message})` : "";
  return `${message}${because} ${stack.slice(Math.max(0, stack.indexOf("\n    at ")))}`;
}

/** Fits a message into a line that is read without the rest of the output. */
const inOneLine = (message: string) => message.replaceAll(/\s+/g, " ").slice(0, LONGEST_REASON);
