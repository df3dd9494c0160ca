import { execFileSync, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Protection } from "#tests/protections.ts";
import { mutate } from "./mutate.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const LONGEST_RUN_MS = 15 * 60_000;

export interface Run {
  /** unclear: the run failed without a failing test, so it is inconclusive. */
  verdict: "red" | "green" | "unclear";
  why?: string;
  output: string;
  /** The test files with a failing test. */
  failed: string[];
}

/** Explains why an entry does not fit the sources, or returns null. */
export function staleness({ file, without, tests }: Protection): string | null {
  const missing = [file, ...tests].filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0) return `${missing.join(", ")} does not exist`;
  try {
    mutate(file, readFileSync(join(root, file), "utf8"), without);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A temporary copy of the working tree, where code may be broken. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), "goodside-protections-"));

  constructor() {
    const listed = execFileSync("git", ["ls-files", "-coz", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    });
    for (const path of listed.split("\0").filter((name) => name && existsSync(join(root, name)))) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      cpSync(join(root, path), join(this.folder, path));
    }
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
  }

  /** Removes one protection, runs its tests, and restores it. */
  without(entry: Protection): Run {
    const stale = staleness(entry);
    if (stale) return { verdict: "unclear", why: stale, output: "", failed: [] };
    const path = join(this.folder, entry.file);
    const original = readFileSync(path, "utf8");
    writeFileSync(path, mutate(entry.file, original, entry.without));
    try {
      return this.run(entry.tests, entry.only);
    } finally {
      writeFileSync(path, original);
    }
  }

  /** Returns the test files that fail, twice in a row, with every protection in place: they are inconclusive. */
  alreadyRed(tests: string[]): string[] {
    const failing = (files: string[]) => {
      const { verdict, failed } = this.run(files);
      return verdict === "green" ? [] : failed;
    };
    const first = failing(tests);
    return first.length > 0 ? failing(first) : [];
  }

  run(tests: string[], only?: string): Run {
    const report = join(this.folder, "report.json");
    rmSync(report, { force: true });
    const { status, stdout, stderr } = spawnSync(
      join(root, "node_modules/.bin/vitest"),
      [
        ...["run", "-c", "tests/vitest.config.ts"],
        ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
        ...(only ? ["-t", only] : []),
        ...tests,
      ],
      {
        cwd: this.folder,
        encoding: "utf8",
        maxBuffer: 256 * 1024 * 1024,
        timeout: LONGEST_RUN_MS,
        env: { ...process.env, NODE_ENV: "test", SUITE: "all" },
      },
    );
    const output = `${stdout ?? ""}${stderr ?? ""}`.slice(-4_000);
    if (status === 0) return { verdict: "green", output, failed: [] };
    if (!existsSync(report))
      return { verdict: "unclear", why: "the tests did not run", output, failed: tests };
    const { numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as {
      numFailedTests: number;
      testResults: { name: string; status: string }[];
    };
    const failed = tests.filter((test) =>
      testResults.some(({ name, status }) => status === "failed" && name.endsWith(test)),
    );
    // A mutated file that breaks the loading of its tests fails no single test: that is inconclusive.
    if (numFailedTests > 0) return { verdict: "red", output, failed };
    return { verdict: "unclear", why: "the run failed, but no test did", output, failed };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
