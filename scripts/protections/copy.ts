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

const root = fileURLToPath(new URL("../..", import.meta.url));
const LONGEST_RUN_MS = 15 * 60_000;

export interface Run {
  /** unclear: no test failed, but the run did, so that nothing was shown. */
  verdict: "red" | "green" | "unclear";
  why?: string;
  output: string;
  /** The files with a test that failed. */
  failed: string[];
}

/** What is wrong with an entry before anything is run, or null: it must fit the sources as they are. */
export function staleness({ file, find, replace, tests }: Protection): string | null {
  if (!existsSync(join(root, file))) return `${file} is not there`;
  const times = readFileSync(join(root, file), "utf8").split(find).length - 1;
  if (times !== 1) return `what it looks for stands ${times} times in ${file}`;
  if (find === replace) return "it changes nothing";
  const missing = tests.filter((test) => !existsSync(join(root, test)));
  return missing.length > 0 ? `${missing.join(", ")} is not there` : null;
}

/** The tree as it stands in the working folder, in a temporary one: there it may be broken. */
export class Copy {
  readonly folder = mkdtempSync(join(tmpdir(), "goodside-prove-"));

  constructor() {
    const listed = execFileSync("git", ["ls-files", "-coz", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8",
    });
    for (const path of listed.split("\0").filter((each) => each && existsSync(join(root, each)))) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      cpSync(join(root, path), join(this.folder, path));
    }
    symlinkSync(join(root, "node_modules"), join(this.folder, "node_modules"));
  }

  /** Breaks one protection, runs its tests, and puts it back. */
  without(entry: Protection): Run {
    const stale = staleness(entry);
    if (stale) return { verdict: "unclear", why: stale, output: "", failed: [] };
    const path = join(this.folder, entry.file);
    const whole = readFileSync(path, "utf8");
    writeFileSync(path, whole.split(entry.find).join(entry.replace));
    try {
      return this.run(entry.tests, entry);
    } finally {
      writeFileSync(path, whole);
    }
  }

  /** Of some files of tests those that fail with every protection in place: they can prove nothing. */
  redAlready(tests: string[]): string[] {
    const failing = (files: string[]) => {
      const { verdict, failed } = this.run(files, {});
      return verdict === "green" ? [] : failed;
    };
    const first = failing(tests);
    return first.length > 0 ? failing(first) : [];
  }

  run(tests: string[], { only }: Pick<Protection, "only">): Run {
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
        env: {
          ...process.env,
          NODE_ENV: "test",
          // As many as `npm test` sends: what turns red here turns red there.
          FUZZ_CASES: "10000",
        },
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
    if (numFailedTests > 0) return { verdict: "red", output, failed };
    return { verdict: "unclear", why: "no test failed, but the run did", output, failed };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
