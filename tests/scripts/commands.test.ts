import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { folder, lakesideAndRiverside } from "./fixture.ts";

const { world } = await lakesideAndRiverside();
const { runCommand } = await import("#tests/support/command.ts");
const scripts = new URL("../../scripts/", import.meta.url);

/** They run until they are stopped, or are started by scripts/ready.mjs. */
const NOT_COMMANDS = ["dev.ts", "jobs.ts", "serve.ts", "start.ts", "test.ts"];
/** Commands that take words, such as a club code or a test file. */
const TAKE_WORDS = ["club", "durability", "test-postgres"];

test("every command exports its main, and calls it if its file was started", () => {
  const files = readdirSync(scripts).filter((name) => name.endsWith(".ts") && !NOT_COMMANDS.includes(name));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) {
    const text = readFileSync(new URL(name, scripts), "utf8");
    expect(text, name).toMatch(/^export const main = command\(/m);
    expect(text, name).toMatch(/^await runIfStarted\(import\.meta\.url, main/m);
    expect(text, name).not.toMatch(/\bconsole\.|process\.(exit|argv)\b/);
  }
});

const commands = readdirSync(scripts)
  .filter((name) => name.endsWith(".ts") && !NOT_COMMANDS.includes(name))
  .map((name) => name.replace(".ts", ""));

test.each(commands)("%s shows its usage, and refuses an unknown option", async (name) => {
  const { main } = await import(`../../scripts/${name}.ts`);
  const asked = await runCommand(main, ["--help"]);
  expect([asked.status, asked.said]).toEqual([0, expect.stringMatching(/^Usage: np[mx] (run|tsx) /)]);
  const unknown = await runCommand(main, ["--no-such-option"]);
  expect(unknown.said).toContain("Unknown option '--no-such-option'");
  expect(unknown.said).toContain(asked.said);
  expect(unknown.status).toBe(2);
});

test.each(commands.filter((name) => !TAKE_WORDS.includes(name)))("%s refuses a word", async (name) => {
  const { main } = await import(`../../scripts/${name}.ts`);
  const { status, said } = await runCommand(main, ["nonsense"]);
  expect([status, said]).toEqual([2, expect.stringContaining("Unexpected argument 'nonsense'")]);
});

test.each([
  ["backup", [], "Where to? --to DIR is missing"],
  ["club", ["lakeside"], "export, import, move or erase?"],
  ["club", ["move", "lakeside"], "Where to? --to is missing"],
  ["club", ["move", "--to", "somewhere"], "Which club, or --all?"],
  ["club", ["move", "lakeside", "--all", "--to", "somewhere"], "Which club, or --all?"],
  ["club", ["move", "lakeside", "--to", "mysql://x:secret@y/z"], "neither a folder nor the address"],
  ["club", ["export"], "Which club, or which file?"],
  ["doctor", ["--backups", "x"], "Unknown option '--backups'"],
  ["restore", [], "Where from? --from DIR is missing"],
  ["retention", ["--all"], "Unknown option '--all'"],
  ["retention", ["dry-run"], "Unexpected argument 'dry-run'"],
  ["retention", ["--", "--dry-run"], "Unexpected argument '--dry-run'"],
  ["backup", ["--to", "somewhere", "lakeside"], "Unexpected argument 'lakeside'"],
  ["migrate", ["control"], "Unexpected argument 'control'"],
  ["rebuild-leaderboard", ["--dry-run"], "Unknown option '--dry-run'"],
  ["rebuild-staff-search", ["--dry-run"], "Unknown option '--dry-run'"],
  ["verify", ["--data", "/nowhere/at/all"], "There is no folder /nowhere/at/all"],
  ["verify", ["--club", "../etc"], "Not a club code: ../etc"],
  ["seed", ["--clubs", "many"], "--clubs must be a whole number"],
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

describe("npm keeps an option that stands before --", () => {
  afterEach(() => vi.unstubAllEnvs());
  test.each([
    ["retention", "npm_config_dry_run", "--dry-run"],
    ["retention", "npm_config_erase", "--erase"],
    ["migrate", "npm_config_dry_run", "--dry-run"],
    ["backup", "npm_config_all", "--all"],
    ["verify", "npm_config_quick", "--quick"],
  ])("npm run %s is refused if npm kept its option and set %s", async (name, variable, option) => {
    vi.stubEnv(variable, "true");
    const { main } = await import(`../../scripts/${name}.ts`);
    const { status, said } = await runCommand(main, []);
    expect(said).toContain(`npm kept ${option} for itself: write -- before the options`);
    expect(status).toBe(2);
  });
});

test("npm run retention erases only with --erase", async () => {
  const { main } = await import("../../scripts/retention.ts");
  const { control } = world;
  const id = "message-of-long-ago";
  await control
    .insertInto("contact_messages")
    .values({
      ...{ id, submission_key: id, category: "general", name: "Nora", email: "nora@lakeside.example" },
      ...{ subject: "Hello", message: "Hello", created_at: "2001-01-01T00:00:00.000Z", state: "new" },
      ...{ note: "", handled_by: null, handled_at: null },
    })
    .execute();
  const left = async () => (await control.selectFrom("contact_messages").select("id").execute()).length;
  for (const args of [[], ["--dry-run"], ["--erase", "--dry-run"]]) {
    const { lines, status } = await runCommand(main, args);
    expect([status, lines.at(-1)]).toEqual([0, "Nothing was changed."]);
    expect(lines).toContain("contact messages: 1 due");
    expect(await left()).toBe(1);
  }
  const { lines } = await runCommand(main, ["--erase"]);
  expect(lines).toContain("contact messages: 1 done");
  expect(await left()).toBe(0);
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
  const searched = await run("rebuild-staff-search");
  expect(searched.status).toBe(0);
  expect(searched.lines[0]).toMatch(/^Read 2 club files; \d+ rows? of staff's search changed\.$/);
  await world.platform.clubs.use("riverside", async (db) => {
    expect(await db.selectFrom("teams").select("name").execute()).toEqual([{ name: "Lions" }]);
  });
  const archive = `${folder("archive")}/lakeside.club`;
  expect(await run("club", "export", "LAKESIDE", "--to", archive)).toMatchObject({ status: 0 });
  const there = await run("club", "import", archive);
  expect(there.said).toContain("LAKESIDE is here already: --replace");
  expect(there.status).toBe(1);
  const nowhere = await run("club", "import", "/nowhere/lakeside.club");
  expect([nowhere.status, nowhere.said]).toEqual([1, "There is no file /nowhere/lakeside.club\n"]);
});

test("the doctor names settings that cannot be used, without a stack", async () => {
  const { main } = await import("#scripts/doctor.ts");
  const env = { ...process.env, LOG_LEVEL: "loud" };
  const { status, lines } = await runCommand(main, ["--data", world.dataDir], { env });
  expect(lines[0]).toMatch(/^WRONG {2}settings: .*LOG_LEVEL/);
  expect(status).toBe(1);
});
