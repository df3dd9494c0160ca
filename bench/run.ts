/**
 * `npm run bench`: measures every row of bench/rows and prints a table of values, floors and goals. `-- --only
 * nation,pages` measures only these areas; `-- --markdown` writes the results into docs/performance.md; BENCH_SMALL=1
 * measures each row in its small form; `-- --list` names the rows. The exit status tells whether everything could be
 * measured, never how fast it was.
 */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import type { Row } from "./row.ts";
import "./fixtures/settings.ts";
import { cleanUp } from "./fixtures/at-end.ts";
import { SMALL } from "./fixtures/size.ts";
import { writePage } from "./page.ts";
import { type Line, lineOf, printTable } from "./table.ts";

const { values: asked } = parseArgs({
  options: { only: { type: "string" }, markdown: { type: "boolean" }, list: { type: "boolean" } },
});
const picked = asked.only?.split(",").map((area) => area.trim());
if (SMALL && asked.markdown)
  throw new Error("The small form says nothing about speed: it is not for the page");
const rows = (await allRows()).filter(({ area }) => !picked || picked.includes(area));

if (rows.length === 0) {
  console.error(`No rows of that area. There are: ${areas(await allRows()).join(", ")}`);
  process.exitCode = 1;
} else if (asked.list) {
  for (const { area, what } of rows) console.log(`${area}: ${what}`);
} else {
  await measureAll();
}
await cleanUp();

async function measureAll() {
  const lines: Line[] = [];
  for (const row of rows) {
    process.stderr.write(`${row.area}: ${row.what} …`);
    const began = performance.now();
    lines.push(await measured(row));
    process.stderr.write(` ${Math.round((performance.now() - began) / 1000)} s\n`);
  }
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? "unknown"}`;
  printTable(lines, machine);
  if (asked.markdown) writePage(lines, `Commit ${commit()}; ${machine}.`);
  if (lines.some(({ failed }) => failed)) process.exitCode = 1;
}

/** Returns the commit, with a plus if the working tree differs from it. */
function commit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const changed = git("status", "--porcelain", "--untracked-files=no") !== "";
  return git("rev-parse", "--short", "HEAD") + (changed ? "+" : "");
}

async function measured(row: Row): Promise<Line> {
  try {
    return lineOf(row, await row.measure());
  } catch (error) {
    console.error(error);
    return lineOf(row, null);
  }
}

async function allRows(): Promise<Row[]> {
  const files = readdirSync(new URL("rows/", import.meta.url)).filter((name) => name.endsWith(".ts"));
  const found = await Promise.all(
    files.sort().map(async (name) => (await import(`./rows/${name}`)) as { rows: Row[] }),
  );
  return found.flatMap(({ rows }) => rows);
}

function areas(of: Row[]): string[] {
  return [...new Set(of.map(({ area }) => area))];
}
