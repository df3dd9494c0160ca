import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openWorld, type TestClub } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());

/** Ada administers Lakeside, Mia manages its Hawks, Rita administers another club. */
let lakeside: TestClub;
let hawks: string;
const as = { ada: "", mia: "", rita: "" };

beforeAll(async () => {
  lakeside = await world.club("Lakeside Youth Soccer");
  hawks = await world.team(lakeside, "Hawks");
  await world.team(lakeside, "Eagles", { age_group: "U-10", gender: "Girls" });
  await world.team(lakeside, "Tigers", { age_group: "U-8", gender: "Coed" });
  await world.team(lakeside, "Lions", { age_group: "U-14" });
  const riverside = await world.club("Riverside FC");
  const mia = await world.person("Mia Manager", lakeside, [{ team: hawks, role: "manager" }]);
  as.ada = await world.signIn(lakeside.adminAccount, lakeside.code);
  as.mia = await world.signIn(mia, lakeside.code);
  as.rita = await world.signIn(riverside.adminAccount, riverside.code);
});

const countGames = () =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db
      .selectFrom("games")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  );

/** Builds a browser's form: multipart, with an empty file field if no file was chosen. */
function upload(fields: { file?: Blob; name?: string; pasted?: string; team?: string }): FormData {
  const form = new FormData();
  form.set("file", fields.file ?? new Blob([]), fields.file ? (fields.name ?? "games.csv") : "");
  form.set("pasted", fields.pasted ?? "");
  form.set("team", fields.team ?? "");
  return form;
}
const fixture = (name: string) =>
  new Blob([readFileSync(new URL(`../../../fixtures/schedules/${name}`, import.meta.url))]);
const send = (fields: Parameters<typeof upload>[0], cookie = as.ada) =>
  world.ask("/schedule/import", { cookie, body: upload(fields) });
const previewOf = async (fields: Parameters<typeof upload>[0]) => {
  const answer = await send(fields);
  expect(answer.status).toBe(303);
  return answer.headers.get("Location") ?? "";
};
const page = async (path: string, cookie = as.ada) => (await world.ask(path, { cookie })).text();

describe("importing a schedule", () => {
  test("a schedule is uploaded, previewed, imported, imported again and undone", async () => {
    const address = await previewOf({ file: fixture("gotsport.csv"), name: "gotsport.csv" });
    expect(address).toMatch(/^\/schedule\/imports\/[\w-]{22}$/);
    expect((await countGames()).count).toBe(0);
    const preview = await page(address);
    expect(preview).toContain("<title>Preview of the import · ");
    expect(preview).toContain("GotSport export");
    expect(preview).toContain("Import 38 Games");
    expect(preview).toContain("(line 41)");
    expect(preview).toContain("Panthers 2014");

    const imported = await world.ask(`${address}/games`, { cookie: as.ada, form: {} });
    expect(imported.status).toBe(303);
    const flash = imported.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const done = await page(imported.headers.get("Location") ?? "", `${as.ada}; ${flash}`);
    expect(done).toContain("<title>Imported schedule · ");
    expect(done).toContain("Successfully imported 38 games!");
    expect((await countGames()).count).toBe(38);

    const again = await world.ask(`${address}/games`, { cookie: as.ada, form: {} });
    expect(again.status).toBe(303);
    expect((await countGames()).count).toBe(38);
    const second = await page(await previewOf({ file: fixture("gotsport.csv") }));
    expect(second).toContain("0 added, 0 changed, 38 unchanged");
    expect(second).toContain("Nothing to import");

    expect(await page("/schedule")).toContain(address);
    expect(await page(`${address}/undo`)).toContain("Undo this import?");
    expect((await countGames()).count).toBe(38);
    for (let time = 0; time < 2; time += 1) {
      expect((await world.ask(`${address}/undo`, { cookie: as.ada, form: {} })).status).toBe(303);
      expect((await countGames()).count).toBe(0);
    }
    const opened = await world.ask(`${address}/undo`, { cookie: as.ada });
    expect(opened.headers.get("Location")).toBe(address);
    expect(await page(address)).toContain("This import is undone");
  });

  test("a similar name is asked about on a separate page, and remembered for the next file", async () => {
    const text = "team_name,opponent,date,time,location\nHawks Red,Comets,2027-03-06,10 am,Field 1\n";
    const address = await previewOf({ file: new Blob([text]) });
    const asked = await world.ask(address, { cookie: as.ada });
    expect(asked.headers.get("Location")).toBe(`${address}/teams`);
    const before = await page(`${address}/teams`);
    expect(before).toContain("Your teams in this file");
    const key = /name="name-0" value="([^"]+)"/.exec(before)?.[1] ?? "";
    const form = { "name-0": key, "said-0": "Hawks Red", "team-0": hawks };
    expect((await world.ask(`${address}/teams`, { cookie: as.ada, form })).status).toBe(303);
    expect(await page(address)).toContain("Import 1 Game");
    expect(await page(await previewOf({ file: new Blob([text]) }))).toContain("Import 1 Game");
    const list = await page("/schedule/imports");
    expect(list).toContain("Hawks Red");
    const forget = { kind: "team", key };
    expect((await world.ask("/schedule/imports", { cookie: as.ada, form: forget })).status).toBe(303);
    const again = await world.ask(await previewOf({ file: new Blob([text]) }), { cookie: as.ada });
    expect(again.status).toBe(302);
  });

  test("a name without a team beside games that can be imported is left out, and the preview says so", async () => {
    const text =
      "team_name,opponent,date,time,location\nHawks Red,Comets,2027-05-01,10 am,Field 1\nHawks,Meteors,2027-05-02,10 am,Field 1\n";
    const address = await previewOf({ file: new Blob([text]) });
    const html = await page(address);
    expect(html).toContain("Import 1 Game");
    expect(html).toContain("1 name without a team of yours");
    expect(html).toContain(`${address}/teams`);
  });

  test("pasted rows and a file without a team are imported", async () => {
    const pasted = "Date\tTime\tOpponent\n3/6/2027\t10 am\tComets\n";
    const unnamed = await previewOf({ pasted });
    expect(await page(`${unnamed}/teams`)).toContain("Rows that name no team");
    const named = await page(await previewOf({ pasted, team: hawks }));
    expect(named).toContain("Import 1 Game");
    expect(named).toContain("Pasted schedule");
  });

  test("pasted rows beside an empty file field are read byte for byte as a browser sends them", async () => {
    const part = (head: string, value: string) =>
      `--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
    const body = [
      part('name="file"; filename=""\r\nContent-Type: application/octet-stream', ""),
      part('name="pasted"', "team,date,opponent\r\nHawks,3/6/2027,Comets"),
      part('name="team"', ""),
      "--edge--\r\n",
    ].join("");
    const headers = { "Content-Type": "multipart/form-data; boundary=edge" };
    const answer = await world.ask("/schedule/import", { cookie: as.ada, body, headers });
    expect(answer.status).toBe(303);
    expect(await page(answer.headers.get("Location") ?? "")).toContain("Import 1 Game");
  });

  test("the download of rows with problems runs no formula and can be imported again", async () => {
    const address = await previewOf({ file: fixture("with-problems.csv") });
    const answer = await world.ask(`${address}/problems.csv`, { cookie: as.ada });
    expect(answer.headers.get("Content-Disposition")).toContain("attachment");
    const text = await answer.text();
    expect(text).toContain("issues");
    expect(text).toContain("Line 3: Opponent is missing");
    expect(text).toContain("'=HYPERLINK(");
    expect(text).not.toMatch(/(^|,)"?=/m);
    const again = await page(await previewOf({ file: new Blob([text]) }));
    expect(again).toContain("Opponent is missing");
  });

  test("columns that were read wrong are corrected by hand, and the preview is made again", async () => {
    const text = "Team,Opponent,Date,Notes\nHawks,Wrong column,2027-06-05,Real Rivals\n";
    const address = await previewOf({ file: new Blob([text]) });
    expect(await page(address)).toContain(`${address}/columns`);
    const form = await page(`${address}/columns`);
    expect(form).toContain("Notes: Real Rivals");
    expect(form).toMatch(/<option value="1" selected="">Opponent: Wrong column/);
    const chosen = { date: "2", opponent: "3", team: "0" };
    const none = await world.ask(`${address}/columns`, { cookie: as.ada, form: { ...chosen, opponent: "" } });
    expect(none.status).toBe(422);
    expect((await world.ask(`${address}/columns`, { cookie: as.ada, form: chosen })).status).toBe(303);
    const after = await page(address);
    expect(after).toContain("Real Rivals");
    expect(after).not.toContain("Wrong column</td>");
    expect((await world.ask(`${address}/games`, { cookie: as.ada, form: {} })).status).toBe(303);
    expect(existsSync(join(world.dataDir, "incoming", address.split("/").at(-1) ?? ""))).toBe(false);
  });

  test("the template has the documented columns and can be imported", async () => {
    const template = await world.ask("/schedule/import/template.csv", { cookie: as.ada });
    const text = await template.text();
    expect(text.split("\r\n")[0]?.replace("\uFEFF", "")).toBe("team_name,opponent,date,time,location");
    expect(await page(await previewOf({ file: new Blob([text]) }))).toContain("Import 2 Games");
  });
});

describe("refusals", () => {
  test.each([
    ["no file at all", {}, "Please select a valid CSV file"],
    [
      "a picture",
      { file: new Blob([Uint8Array.from([137, 80, 78, 71, 0, 0])]) },
      "Please select a valid CSV file",
    ],
    [
      "an empty file",
      { file: new Blob([]), name: "empty.csv" },
      "CSV file must have a header row and at least one data row",
    ],
    [
      "a header alone",
      { file: new Blob(["date,opponent\n"]) },
      "CSV file must have a header row and at least one data row",
    ],
    [
      "no opponent",
      { file: new Blob(["date,time\n2027-01-01,6 pm\n"]) },
      "CSV must include &quot;Date&quot; and &quot;Opponent&quot; columns",
    ],
    [
      "pasted text without columns",
      { pasted: "hello\nworld" },
      "CSV must include &quot;Date&quot; and &quot;Opponent&quot; columns",
    ],
  ])("%s is refused with a message", async (_what, fields, message) => {
    const before = await countGames();
    const answer = await send({ ...fields, team: hawks });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain("There is a problem");
    expect(html).toContain(message);
    if ("pasted" in fields) expect(html).toMatch(/hello\r?\nworld<\/textarea>/);
    expect(await countGames()).toEqual(before);
  });

  test("one import runs per club, and the second user learns who is importing, and keeps the typed values", async () => {
    const busy = { club_code: lakeside.code, token: "x", by_name: "Grace Hopper" };
    const at = new Date().toISOString();
    await world.control
      .insertInto("running_imports")
      .values({ ...busy, started_at: at, renewed_at: at })
      .execute();
    const answer = await send({ file: fixture("goodside.csv"), pasted: "hello\nworld", team: hawks });
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("10");
    const html = await answer.text();
    expect(html).toContain("Grace Hopper is importing a file for your club since");
    expect(html).toMatch(/hello\r?\nworld<\/textarea>/);
    expect(html).toMatch(new RegExp(`<option value="${hawks}" selected`));
    // The lock of a process that died is free after two minutes.
    const before = new Date(Date.now() - 121_000).toISOString();
    await world.control.updateTable("running_imports").set({ renewed_at: before }).execute();
    expect((await send({ file: fixture("goodside.csv") })).status).toBe(303);
    expect(await world.control.selectFrom("running_imports").selectAll().execute()).toEqual([]);
  });

  test("all clubs together have a ceiling", async () => {
    const at = new Date().toISOString();
    const others = Array.from({ length: 6 }, (_, n) => ({
      ...{ club_code: `other${n}`, token: `${n}`, by_name: "Somebody", started_at: at, renewed_at: at },
    }));
    await world.control.insertInto("running_imports").values(others).execute();
    const answer = await send({ file: fixture("goodside.csv") });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain("Many clubs are importing files right now");
    await world.control.deleteFrom("running_imports").execute();
  });

  test("a refused upload leaves nothing on the disk", async () => {
    const before = readdirSync(join(world.dataDir, "incoming"));
    await send({ file: new Blob(["no schedule"]) });
    await send({ file: new Blob([new Uint8Array(50 * 1024 * 1024 + 1).fill(97)]) });
    expect(readdirSync(join(world.dataDir, "incoming"))).toEqual(before);
  });

  test("a file over 50 MB is refused with 413", async () => {
    const large = new Blob([new Uint8Array(50 * 1024 * 1024 + 1).fill(97)]);
    const answer = await send({ file: large });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("larger than 50 MB");
  });

  test("a malformed upload is refused with a message", async () => {
    const answer = await world.ask("/schedule/import", {
      cookie: as.ada,
      body: "nonsense",
      headers: { "Content-Type": "multipart/form-data; boundary=x" },
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Please select a valid CSV file");
  });

  test("Lakeside's import is 404 for Riverside and 403 for managers", async () => {
    const text = "team_name,opponent,date\nHawks,Secret Rival,2027-03-06\n";
    const address = await previewOf({ file: new Blob([text]) });
    const before = await countGames();
    for (const path of ["", "/problems.csv", "/undo"]) {
      const answer = await world.ask(address + path, { cookie: as.rita });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toContain("Secret Rival");
      expect((await world.ask(address + path, { cookie: as.mia })).status).toBe(403);
      expect((await world.ask(address + path)).status).toBe(302);
    }
    for (const path of ["/games", "/teams", "/undo"]) {
      expect((await world.ask(address + path, { cookie: as.rita, form: { name: "x" } })).status).toBe(404);
      expect((await world.ask(address + path, { cookie: as.mia, form: {} })).status).toBe(403);
    }
    expect((await send({ file: new Blob([text]) }, as.mia)).status).toBe(403);
    expect(await countGames()).toEqual(before);
  });
});

// product/imports.md#schedule-import
describe("new teams of a file", () => {
  /** Returns the page's fields as a browser sends them, without choices. */
  const fieldsOf = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/name="((?:name|said|new)-\d+|season)"[^>]*value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value],
      ),
    );
  const answer = (address: string, form: Record<string, string>) =>
    world.ask(`${address}/teams`, { cookie: as.ada, form });
  const teamOf = (name: string) =>
    world.platform.clubs.use(lakeside.code, (db) =>
      db
        .selectFrom("teams")
        .select(["age_group as age", "gender"])
        .where("name", "=", name)
        .executeTakeFirst(),
    );

  test("new teams of a file share the age group and gender that are given once, and their own choice wins", async () => {
    const rows = ["Alpacas", "Beavers", "Condors U9"].map((team) => `${team},Reds,2027-09-04,10 am`);
    const address = await previewOf({ pasted: `Team,Opponent,Date,Time\n${rows.join("\n")}\n` });
    const html = await page(`${address}/teams`);
    expect(html).toContain("The same for all new teams");
    const condors = Number(/name="new-(\d)"[^>]*value="Condors U9"/.exec(html)?.[1]);
    const form = {
      ...fieldsOf(html),
      ...Object.fromEntries([0, 1, 2].map((number) => [`team-${number}`, "create"])),
      [`age-${condors}`]: "U-9",
      [`gender-${condors}`]: "Girls",
    };
    const open = await answer(address, form);
    expect(open.status).toBe(422);
    expect(await open.text()).toContain("Choose Boys, Girls or Coed");
    expect(await teamOf("Condors U9")).toBeUndefined();

    expect((await answer(address, { ...form, "age-all": "U-11", "gender-all": "Boys" })).status).toBe(303);
    // product/imports.md#imports: the teams come with the import.
    expect(await teamOf("Alpacas")).toBeUndefined();
    const shown = (await page(address)).replaceAll("<!-- -->", "");
    expect(shown).toMatch(/It also creates the teams [\w ,]*Alpacas/);
    expect((await world.ask(`${address}/games`, { cookie: as.ada, form: {} })).status).toBe(303);
    expect(await teamOf("Alpacas")).toEqual({ age: "U-11", gender: "Boys" });
    expect(await teamOf("Beavers")).toEqual({ age: "U-11", gender: "Boys" });
    expect(await teamOf("Condors U9")).toEqual({ age: "U-9", gender: "Girls" });
  });

  test("new teams beside a known one are found from the rows that name none of the club's teams", async () => {
    const pasted =
      "Home,Away,Date,Time\nHawks,Reds,2027-10-02,9 am\nBobcats,Lake United,2027-10-02,10 am\nLake United,Hawks,2027-10-09,9 am\n";
    const address = await previewOf({ pasted });
    const preview = await page(address);
    expect(preview).toContain("1 row names none of your teams");
    expect(preview).toMatch(
      new RegExp(`href="${address}/club">Change which club or teams of the file are yours</a>`),
    );
    const choose = (await page(`${address}/club`)).replaceAll("&quot;", '"').replaceAll("<!-- -->", "");
    expect(choose).toContain('Hawks in "Pasted schedule" is a team of yours already');
    expect(choose).not.toContain("None of the names");
    expect([...choose.matchAll(/type="checkbox"[^>]*value="([^"]*)"/g)].map(([, key]) => key).sort()).toEqual(
      ["bobcats", "lake united", "reds"],
    );
    const claimed = await world.ask(`${address}/club`, { cookie: as.ada, form: { side: "bobcats" } });
    expect(claimed.status).toBe(303);
    const next = await world.ask(address, { cookie: as.ada });
    expect(next.headers.get("Location")).toBe(`${address}/teams`);
    const teams = await page(`${address}/teams`);
    expect(teams).toMatch(/name="new-0"[^>]*value="Bobcats"/);
    const form = { ...fieldsOf(teams), "team-0": "create", "age-0": "U-10", "gender-0": "Coed" };
    expect((await answer(address, form)).status).toBe(303);
    expect(await page(address)).toContain("Import 3 Games");
  });
});

describe("a team of the file that was archived", () => {
  test("an archived team of the file is offered to be restored, instead of created anew", async () => {
    const falcons = await world.team(lakeside, "Falcons", { status: "archived", season: "Fall 2026" });
    await world.team(lakeside, "Ospreys", { status: "archived", season: "Spring 2024" });
    const rows = ["falcons", "Ospreys"].map((team) => `${team},Lions,2026-10-0${team.length % 9},10 am`);
    const address = await previewOf({ pasted: `Team,Opponent,Date,Time\n${rows.join("\n")}\n` });
    const teams = await page(`${address}/teams`);
    expect(teams).toContain("There is an archived team of this name");
    expect(teams).toContain(`href="/teams/${falcons}/restore"`);
    expect(teams.match(/There is an archived team/g)).toHaveLength(1);
    expect((await world.ask(`/teams/${falcons}/restore`, { cookie: as.ada, form: {} })).status).toBe(303);
    expect(await page(`${address}/teams`)).not.toContain("There is an archived team");
  });
});

describe("a long preview", () => {
  test("a long preview shows five rows, and the others behind a summary", async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `Hawks,Guests ${n},2028-03-${n + 10},10 am`);
    const shown = await page(await previewOf({ pasted: `Team,Opponent,Date,Time\n${rows.join("\n")}\n` }));
    const [before = "", after = ""] = shown.split("<summary>Show 7 more rows</summary>");
    expect(before).toContain("Guests 4");
    expect(before).not.toContain("Guests 5");
    expect(after).toContain("Guests 11");
  });
});
