import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { build, projectRoot } from "../fixtures/builds.ts";
import type { Figure, Row } from "../row.ts";

interface Page {
  path: string;
  status: number;
  ms: number;
}

let measured: Promise<Page[]> | undefined;

/** Measures the CPU of each page of staff, with the rows of 10,000 clubs. */
async function pages(): Promise<Page[]> {
  build("app");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", "tsx", "bench/fixtures/admin-pages.ts"],
    {
      cwd: projectRoot,
      env: { PATH: process.env.PATH, BENCH_SMALL: process.env.BENCH_SMALL, NODE_ENV: "production" },
      maxBuffer: 1e7,
    },
  );
  const found = stdout
    .split("\n")
    .filter((line) => line.startsWith('{"path"'))
    .map((line) => JSON.parse(line) as Page);
  if (process.env.BENCH_PAGES) console.error(stdout);
  return found.filter(({ status }) => status === 200).sort((one, other) => other.ms - one.ms);
}

const all = () => {
  measured ??= pages();
  return measured;
};

/** Returns the slowest of some pages, with the runners-up. */
async function slowest(fits: (path: string) => boolean): Promise<Figure> {
  const found = (await all()).filter(({ path }) => fits(path));
  const [first, ...others] = found;
  if (!first) throw new Error("No such page answered");
  const next = others.slice(0, 3).map(({ path, ms }) => `${path} ${ms}`);
  return { figure: first.ms, note: `of ${found.length} pages ${first.path}; then ${next.join(", ")}` };
}

const OPERATIONS = /^\/admin\/(console|monitoring|sessions)/;

const one = (what: string, fits: (path: string) => boolean): Row => ({
  ...{ area: "admin", what, unit: "ms", better: "less", floor: 100, goal: 40 },
  measure: () => slowest(fits),
});

export const rows: Row[] = [
  one("the slowest page of /admin with 10,000 clubs: CPU", (path) => !OPERATIONS.test(path)),
  one("the slowest of console, monitoring and sessions, with a full log: CPU", (path) =>
    OPERATIONS.test(path),
  ),
];
