import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { soon } from "#tests/support/soon.ts";
import { openWorld, type TestClub } from "#tests/support/world.ts";

// Large files go through the built app's import worker, as in production.
const ROWS = 3_000;
const world = await openWorld();
afterAll(() => world.close());

let lakeside: TestClub;
let ada: string;
let game: string;
beforeAll(async () => {
  // The demo's clock is an hour ahead.
  writeFileSync(join(world.dataDir, "clock-offset"), String(3_600_000));
  lakeside = await world.club("Lakeside FC");
  const hawks = await world.team(lakeside, "Hawks");
  await world.team(lakeside, "Eagles");
  game = await world.game(lakeside, hawks, -3);
  ada = await world.signIn(lakeside.adminAccount, lakeside.code);
});

/** Builds a season of the Hawks and the Eagles; every hundredth row has an unreadable date. */
function season(rows: number, opponent = "Riverside"): string {
  const lines = ["Team,Opponent,Date,Time,Location"];
  for (let n = 0; n < rows; n += 1) {
    const day = new Date(Date.UTC(2027, 0, 1 + (n >> 3))).toISOString().slice(0, 10);
    lines.push(
      `${n % 2 ? "Hawks" : "Eagles"},${opponent} ${n},${n % 100 === 99 ? "soon" : day},6:00 PM,Field ${n % 7}`,
    );
  }
  return lines.join("\n");
}
async function previewOf(text: string): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([text]), "season.csv");
  const answer = await world.ask("/schedule/import", { cookie: ada, body });
  expect(answer.status).toBe(303);
  return answer.headers.get("Location") ?? "";
}
const page = async (path: string) => (await world.ask(path, { cookie: ada })).text();
const confirm = (address: string) => world.ask(`${address}/games`, { cookie: ada, form: {} });
const inFile = <Result>(
  read: (db: Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0]) => Promise<Result>,
) => world.platform.clubs.use(lakeside.code, read);
const countGames = async () => (await inFile((db) => db.selectFrom("games").select("id").execute())).length;

test("a large schedule is previewed, imported, imported again and undone while the club's pages respond", async () => {
  const text = season(ROWS);
  const address = await previewOf(text);
  // A busy machine reads it after its answer.
  await soon(async () => expect(await page(address)).toContain("Import 2,970 Games"));
  expect(await page(address)).toContain("(lines 101, 201, ");
  const problems = await page(`${address}/problems.csv`);
  expect(problems.split("\r\n")).toHaveLength(ROWS / 100 + 2);

  // If the import held the club's handle, one of the first pages would wait for its commit.
  const importing = confirm(address);
  let answered = 0;
  for (let asked = 0; asked < 12; asked += 1) {
    const path = asked % 2 ? "/schedule" : `/rating/${game}`;
    expect((await world.ask(path, { cookie: ada })).status).toBe(200);
    if ((await countGames()) === 1) answered += 1;
  }
  expect(answered).toBeGreaterThan(0);
  expect((await importing).status).toBe(303);
  // A busy machine continues after its answer.
  await soon(async () => expect(await countGames()).toBe(2_971));
  const done = await page(address);
  expect(done).toContain("Imported by Ada Admin");

  const [{ finished_at } = { finished_at: null }] = await inFile((db) =>
    db.selectFrom("imports").select("finished_at").where("status", "=", "done").execute(),
  );
  expect(Date.parse(finished_at ?? "") - Date.now()).toBeGreaterThan(3_000_000);
  await soon(async () => {
    const events = await inFile((db) => db.selectFrom("outbox").select(["kind", "delivered_at"]).execute());
    expect(
      events.filter(({ kind, delivered_at }) => kind === "leaderboard-entry" && delivered_at),
    ).toHaveLength(2);
  });

  expect((await confirm(address)).status).toBe(303);
  const again = await previewOf(text);
  await soon(async () => expect(await page(again)).toContain("0 added, 0 changed, 2,970 unchanged"));
  expect((await world.ask(`${address}/undo`, { cookie: ada, form: {} })).status).toBe(303);
  await soon(async () => expect(await countGames()).toBe(1));
});

test("simultaneous large and small imports of one club each happen once", async () => {
  const large = await previewOf(season(ROWS));
  const twin = await previewOf(season(ROWS));
  const small = await previewOf(season(50, "Westlake"));
  const answers = await Promise.all([large, small, twin, large].map(confirm));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  await soon(async () => expect(await countGames()).toBe(2_971 + 50));
});

test("a running large import shows its progress, on its page and in the list, and runs once", async () => {
  const address = await previewOf(season(ROWS, "Georgetown"));
  const id = address.split("/").at(-1) ?? "";
  const at = (minutesAgo: number) => new Date(Date.now() + 3_600_000 - minutesAgo * 60_000).toISOString();
  const running = {
    import_id: id,
    club_code: lakeside.code,
    by_name: "Ada Admin",
    stage: "comparing" as const,
    done: 1_200,
    total: ROWS,
    started_at: at(1),
    renewed_at: at(0),
    problem: null,
  };
  await world.control.insertInto("import_progress").values(running).execute();
  const shown = await page(address);
  expect(shown).toContain("Comparing with your schedule: 1,200 of 3,000 rows");
  expect(shown).toContain("Step 2 of 3");
  expect(shown).toMatch(
    /<progress[^>]*value="1200"[^>]*max="3000"|<progress[^>]*max="3000"[^>]*value="1200"/,
  );
  expect(shown).toContain("See how far it is");
  expect(shown).not.toMatch(/http-equiv="refresh"/i);
  const list = await page("/schedule/imports");
  expect(list).toContain("Comparing with your schedule: 1,200 of 3,000 rows");
  const before = await countGames();
  expect((await confirm(address)).headers.get("Location")).toBe(address);
  expect(await countGames()).toBe(before);

  // Its process died.
  await world.control
    .updateTable("import_progress")
    .set({ renewed_at: at(2) })
    .where("import_id", "=", id)
    .execute();
  expect(await page(address)).toContain("nothing was imported: your schedule is as before");
  expect((await confirm(address)).status).toBe(303);
  await soon(async () => expect(await countGames()).toBe(before + 2_970));
  await soon(async () =>
    expect(await world.control.selectFrom("import_progress").selectAll().execute()).toEqual([]),
  );
  expect(await page(address)).toContain("Imported by Ada Admin");
});

test("another club's running import is unknown", async () => {
  const other = await world.club("Riverside SC");
  const cookie = await world.signIn(other.adminAccount, other.code);
  const address = await previewOf(season(ROWS, "Buda"));
  const row = { stage: "saving" as const, done: 1, total: 2, problem: null, by_name: "Ada Admin" };
  const now = new Date(Date.now() + 3_600_000).toISOString();
  const id = address.split("/").at(-1) ?? "";
  await world.control
    .insertInto("import_progress")
    .values({ ...row, import_id: id, club_code: lakeside.code, started_at: now, renewed_at: now })
    .execute();
  expect((await world.ask(address, { cookie })).status).toBe(404);
  expect(await (await world.ask("/schedule/imports", { cookie })).text()).not.toContain("Saving");
});
