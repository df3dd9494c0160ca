import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { folder, lakesideAndRiverside } from "./fixture.ts";

const { world } = await lakesideAndRiverside();
const { runCommand } = await import("#tests/support/command.ts");
const scripts = new URL("../../scripts/", import.meta.url);

/** They run until they are stopped, or are started by scripts/ready.mjs. */
const NOT_COMMANDS = ["dev.ts", "jobs.ts", "serve.ts", "start.ts", "test.ts"];

test("every command exports its main, and calls it where its file was started", () => {
  const files = readdirSync(scripts).filter((name) => name.endsWith(".ts") && !NOT_COMMANDS.includes(name));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const text = readFileSync(new URL(name, scripts), "utf8");
    expect(text, name).toMatch(/^export const main = command\(/m);
    expect(text, name).toMatch(/^await runIfStarted\(import\.meta\.url, main/m);
    expect(text, name).not.toMatch(/\bconsole\.|process\.(exit|argv)\b/);
  }
});

test.each([
  ["backup", [], "Where to? --to DIR is missing"],
  ["club", ["move", "lakeside"], "export or import?"],
  ["club", ["export"], "Which club, or which file?"],
  ["doctor", ["--backups", "x"], "Unknown option '--backups'"],
  ["restore", [], "Where from? --from DIR is missing"],
  ["retention", ["--all"], "Unknown option '--all'"],
  ["verify", ["--data", "/nowhere/at/all"], "There is no folder /nowhere/at/all"],
  ["verify", ["--club", "../etc"], "Not a club code: ../etc"],
  ["fuzz", ["--cases", "many"], '--cases must be a whole number, not "many"'],
  ["scan", ["--minutes", "0"], '--minutes must be a number of minutes, not "0"'],
])("npm run %s with %j is answered with the usage, and ends with 2", async (name, args, message) => {
  const { main } = await import(`../../scripts/${name}.ts`);
  const { status, said } = await runCommand(main, args);
  const [first, second] = said.split("\n");
  expect(first).toContain(message);
  expect(second).toMatch(new RegExp(`^Usage: npm run ${name}\\b`));
  expect(status).toBe(2);
});

test("the commands do their work on the data folder of their settings", async () => {
  const to = folder("backup");
  const run = async (name: string, ...args: string[]) => {
    const { main } = await import(`../../scripts/${name}.ts`);
    return runCommand(main, args);
  };
  expect(await run("migrate")).toMatchObject({
    status: 0,
    lines: ["control: up to date", "LAKESIDE: up to date", "RIVERSIDE: up to date"],
  });
  expect(await run("backup", "--to", to)).toMatchObject({ status: 0 });
  expect(await run("verify", "--quick")).toMatchObject({ status: 0 });
  expect(await run("restore", "--from", to, "--club", "riverside")).toMatchObject({ status: 0 });
  const dry = await run("retention", "--dry-run");
  expect(dry.status).toBe(0);
  expect(dry.lines).toContain("games: 0 due");
  expect(dry.lines.at(-1)).toBe("Nothing was changed.");
  const { status, lines } = await run("rebuild-leaderboard");
  expect(status).toBe(0);
  expect(lines[0]).toMatch(/^Read 2 club files; \d+ rows? of the leaderboard changed\.$/);
  await world.platform.clubs.use("riverside", async (db) => {
    expect(await db.selectFrom("teams").select("name").execute()).toEqual([{ name: "Lions" }]);
  });
  const archive = `${folder("archive")}/lakeside.club`;
  expect(await run("club", "export", "LAKESIDE", "--to", archive)).toMatchObject({ status: 0 });
  const there = await run("club", "import", archive);
  expect(there.said).toContain("LAKESIDE is here already: --replace");
  expect(there.status).toBe(1);
});

test("the doctor names settings that cannot be used, without a stack", async () => {
  const { main } = await import("#scripts/doctor.ts");
  const env = { ...process.env, LOG_LEVEL: "loud" };
  const { status, lines } = await runCommand(main, ["--data", world.dataDir], { env });
  expect(lines[0]).toMatch(/^WRONG {2}settings: .*LOG_LEVEL/);
  expect(status).toBe(1);
});
