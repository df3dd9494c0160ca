import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { charactersRead } from "#tests/support/characters-read.ts";
import { contactFile } from "#tests/support/contact-files.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { soon } from "#tests/support/soon.ts";

const { world, lakeside, hawks } = await openLakeside();
const { contactImports, gameImports } = await import("#app/journeys/imports/imports.server.ts");
const { openImport } = await import("#app/journeys/imports/start-import.server.ts");
const { contactsUndoProblemLabel } = await import("#app/domain/club/contacts-import/labels.ts");
const lease = await world.platform.clubs.lease(lakeside.code);
afterAll(async () => {
  lease.release();
  await world.close();
});
const { db } = lease;
const ctx = {
  control: world.control,
  platform: world.platform,
  db,
  club: { code: lakeside.code, name: lakeside.name, state: "TX", timezone: "America/Chicago" },
  user: { name: "Ada Admin", accountId: "ada" },
};
beforeEach(async () => {
  await db.deleteFrom("contacts").execute();
  await db.deleteFrom("contact_undo").execute();
});

async function preview(...lines: string[]) {
  const bytes = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const made = await contactImports.preview(ctx, { name: "parents.csv", bytes, teamId: null });
  if (!made.ok) throw new Error(made.problem);
  return made.importId;
}

async function imported(...lines: string[]) {
  const id = await preview(...lines);
  const result = await contactImports.finish(ctx, id);
  if (!result.ok) throw new Error(result.problem);
  const { added, changed, unchanged, skipped } = result.finished;
  return { id, counts: { added, changed, unchanged, skipped } };
}

async function opened(id: string) {
  const found = await contactImports.open(ctx, id);
  if (found?.state !== "preview") throw new Error("no preview");
  return found.summary;
}

const children = () =>
  db.selectFrom("children").select(["name", "team_id", "age_group"]).orderBy("name").execute();
const HEADER = "parent_email,parent_name,child_name,team_name,age_group";
const PAT = "pat@parents.example,Pat Parker,Max,Hawks,U12";

describe("a preview keeps", () => {
  test("a preview keeps neither birth dates nor columns that are not needed", async () => {
    const id = await preview(
      "Player First Name,Player Birth Date,Medical Notes,Parent Email",
      "Max,05/13/2015,Asthma,pat@parents.example",
    );
    const { payload } = await db
      .selectFrom("imports")
      .select("payload")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(payload).toContain("U-12");
    expect(payload).not.toMatch(/Asthma|05\/13|2015/);
  });

  test("a preview keeps nothing of a file whose columns are open, and asks which they are", async () => {
    const id = await preview("Parent Email,Guardian Email,Child Name", "a@x.example,b@x.example,Kim");
    expect((await opened(id)).next).toBe("columns");
    expect(await contactImports.columns(ctx, id)).toMatchObject({
      unsure: [{ field: "email1", headers: ["Parent Email", "Guardian Email"] }],
    });
  });
});

// product/imports.md#contacts-import
describe("the same parent again", () => {
  test("a narrower file blanks nothing, a wider one fills what was open", async () => {
    await imported("parent_email,child_name", "pat@parents.example,Max");
    expect((await imported(HEADER, PAT)).counts).toMatchObject({ added: 0, changed: 1 });
    const full = await children();
    expect(full).toEqual([{ name: "Max", team_id: hawks, age_group: "U-12" }]);
    expect((await imported("parent_email,child_name", "PAT@parents.example,max")).counts).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 1,
    });
    expect(await children()).toEqual(full);
  });

  test("undoing the later file brings back what the earlier one had said, then that one can be undone", async () => {
    const first = await imported("parent_email,child_name", "pat@parents.example,Max");
    const before = await db.selectFrom("contacts").selectAll().execute();
    const second = await imported(HEADER, PAT, "pat@parents.example,Pat Parker,Ida,Hawks,U12");
    expect(await contactImports.undo(ctx, first.id)).toEqual({
      ok: false,
      problem: "edited",
      contacts: 1,
      names: ["Pat Parker"],
    });
    expect(await contactImports.undo(ctx, second.id)).toEqual({ ok: true });
    expect(await db.selectFrom("contacts").selectAll().execute()).toEqual(before);
    expect(await children()).toEqual([{ name: "Max", team_id: null, age_group: "" }]);
    expect(await contactImports.undo(ctx, first.id)).toEqual({ ok: true });
    expect(await db.selectFrom("contacts").selectAll().execute()).toEqual([]);
  });
});

describe("an import stays once", () => {
  test("an agreement of it was sent", async () => {
    const { id } = await imported(HEADER, PAT);
    await db.updateTable("agreements").set({ issue: 1, sent_at: new Date().toISOString() }).execute();
    expect(await contactImports.undo(ctx, id)).toEqual({
      ok: false,
      problem: "sent",
      contacts: 1,
      names: ["Pat Parker"],
    });
    expect(await children()).toHaveLength(1);
  });

  test("an import stays once agreements of several were sent: three are named", async () => {
    const rows = ["Eve", "Dan", "Cem", "Bo", "Al"].map(
      (name) => `${name}@parents.example,${name},Max,Hawks,U12`,
    );
    const { id } = await imported(HEADER, ...rows);
    await db.updateTable("agreements").set({ issue: 1, sent_at: new Date().toISOString() }).execute();
    const held = {
      ok: false as const,
      problem: "sent" as const,
      contacts: 5,
      names: ["Al", "Bo", "Cem"],
    };
    expect(await contactImports.undo(ctx, id)).toEqual(held);
    expect(contactsUndoProblemLabel(held)).toContain("(Al, Bo, Cem and 2 more)");
  });

  test.each(["sent_at", "signed_at", "closed_at"] as const)(
    "a parent who was here before has answered or been asked since: %s",
    async (step) => {
      await imported("parent_email,child_name", "pat@parents.example,Max");
      const { id } = await imported(HEADER, PAT);
      const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
      // Changes from before the import do not block it.
      await db
        .updateTable("agreements")
        .set({ issue: 1, [step]: at(-3_600_000) })
        .execute();
      expect((await contactImports.open(ctx, id))?.state).toBe("finished");
      expect(await contactImports.open(ctx, id)).toMatchObject({ undo: { ok: true } });
      await db
        .updateTable("agreements")
        .set({ [step]: at(1_000) })
        .execute();
      expect(await contactImports.undo(ctx, id)).toMatchObject({ problem: "sent", names: ["Pat Parker"] });
      expect(await children()).toEqual([{ name: "Max", team_id: hawks, age_group: "U-12" }]);
    },
  );

  test.each(["contacts", "children"] as const)("one of its %s was changed by hand", async (table) => {
    const { id } = await imported(HEADER, PAT);
    const at = new Date(Date.now() + 1_000).toISOString();
    await db
      .updateTable(table as "contacts")
      .set({ updated_at: at })
      .execute();
    expect(await contactImports.undo(ctx, id)).toMatchObject({ problem: "edited" });
    expect(await children()).toHaveLength(1);
  });

  test("it was undone: doing that twice is once, whatever came after", async () => {
    const { id } = await imported(HEADER, PAT);
    expect(await contactImports.undo(ctx, id)).toEqual({ ok: true });
    const again = await imported(HEADER, PAT);
    const before = await db.selectFrom("contacts").selectAll().execute();
    expect(await contactImports.undo(ctx, id)).toEqual({ ok: true });
    expect(await db.selectFrom("contacts").selectAll().execute()).toEqual(before);
    expect(await contactImports.open(ctx, id)).toMatchObject({ found: { status: "undone" } });
    expect(await contactImports.undo(ctx, again.id)).toEqual({ ok: true });
  });

  test("one of its parents was given a child by hand", async () => {
    const { id } = await imported(HEADER, PAT);
    const { addChild } = await import("#app/domain/club/contacts/contacts.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const pat = await db.selectFrom("contacts").select("id").executeTakeFirstOrThrow();
    const otto = { name: "Otto", teamId: null, ageGroup: "" };
    await inTransaction(db, (tx) =>
      addChild(tx, pat.id, otto, { by: "Ada Admin", at: "2026-01-01T00:00:00.000Z" }),
    );
    expect(await contactImports.undo(ctx, id)).toMatchObject({ problem: "edited" });
  });
});

describe("a volunteer's list with several people in a cell", () => {
  const LIST = [
    "Team,Kids,Parents,Email",
    'Hawks,"Ava, Ben & Cleo",Anna & David Müller,anna@home.example / david@home.example',
    'Hawks,"Poe, Ida",Kim & Jo Poe,poe@home.example',
    "Hawks,Max Lee,Al Lee,al@home.example or bo@home.example",
  ];
  const stored = async () =>
    (await db.selectFrom("contacts").select(["name", "email"]).orderBy("email").execute()).map(
      ({ name, email }) => `${name} <${email}>`,
    );

  test("a volunteer's list with several people in a cell adds each once, changes nothing the second time, and is undone", async () => {
    const { id, counts } = await imported(...LIST);
    expect(counts).toEqual({ added: 5, changed: 0, unchanged: 0, skipped: 0 });
    expect(await stored()).toEqual([
      "Al Lee <al@home.example>",
      "Anna Müller <anna@home.example>",
      " <bo@home.example>",
      "David Müller <david@home.example>",
      "Kim & Jo Poe <poe@home.example>",
    ]);
    const names = (await children()).map(({ name }) => name);
    expect(names).toEqual(["Ava", "Ava", "Ben", "Ben", "Cleo", "Cleo", "Ida Poe", "Max Lee", "Max Lee"]);
    expect((await imported(...LIST)).counts).toEqual({ added: 0, changed: 0, unchanged: 5, skipped: 0 });
    expect(await contactImports.undo(ctx, id)).toEqual({ ok: true });
    expect([await stored(), await children()]).toEqual([[], []]);
  });

  test("a volunteer's list with several people in a cell says what was split, and keeps each cell as one name if the user says so", async () => {
    const id = await preview(...LIST);
    expect(await opened(id)).toMatchObject({
      severalCount: 1,
      issueGroups: [
        { text: 'Read as 2 parents: "…", "…"', lines: "2, 4" },
        { text: 'Read as 3 children: "Ava", "Ben", "Cleo"', lines: "2" },
      ],
    });
    expect(await contactImports.joinNames(ctx, id, true)).toEqual({ ok: true });
    expect(await opened(id)).toMatchObject({ severalCount: 0, head: { oneName: true } });
    await contactImports.finish(ctx, id);
    expect((await children()).map(({ name }) => name)).toContain("Ava, Ben & Cleo");
    expect(await stored()).toContain("Anna & David Müller <anna@home.example>");
    expect(await contactImports.joinNames(ctx, id, false)).toEqual({ ok: false, problem: "not-found" });
  });

  test("a volunteer's list with several people in a cell is read in no time with 30,000 people in a cell", async () => {
    const many = "a&".repeat(30_000);
    const id = await preview("Kids,Parents,Email", `Max,Pat,pat@home.example`, `${many},${many},${many}`);
    expect(await opened(id)).toMatchObject({ counts: { added: 1, error: 1 } });
    const read = await charactersRead(() => opened(id));
    // A cell keeps 500 characters.
    expect(read).toBeLessThan(50_000);
  });
});

test("contact cards are parents, one a card, changed by no second import and undone", async () => {
  const cards = [
    ["N:Parker;Pat;;;", "FN:Pat Parker", "EMAIL:work@parents.example", "EMAIL;TYPE=pref:pat@parents.example"],
    ["N:Müller;Anna & David;;;", "EMAIL:anna@home.example", "EMAIL:david@home.example"],
    ["FN:Poe, Kim", "EMAIL:kim@home.example", "BDAY:2015-05-13", "NOTE:Asthma"],
    ["FN:The Club House", "TEL:555"],
  ].flatMap((lines) => ["BEGIN:VCARD", "VERSION:3.0", ...lines, "END:VCARD"]);
  const id = await preview(...cards);
  expect(await opened(id)).toMatchObject({
    head: { source: "Contact cards", format: { kind: "vcf" }, rowCount: 4 },
    issueGroups: [
      { level: "error", text: "Missing parent email", lines: "21" },
      {
        level: "warning",
        text: 'Read as 2 parents: "Anna Müller, anna@home.example", "David Müller, david@home.example"',
      },
    ],
  });
  const { payload } = await db
    .selectFrom("imports")
    .select("payload")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(payload).not.toMatch(/2015|Asthma|555/);
  const first = await imported(...cards);
  expect(first.counts).toEqual({ added: 4, changed: 0, unchanged: 0, skipped: 1 });
  const stored = await db.selectFrom("contacts").select(["name", "email"]).orderBy("email").execute();
  expect(stored.map(({ name, email }) => `${name} <${email}>`)).toEqual([
    "Anna Müller <anna@home.example>",
    "David Müller <david@home.example>",
    "Kim Poe <kim@home.example>",
    "Pat Parker <pat@parents.example>",
  ]);
  expect((await imported(...cards)).counts).toEqual({ added: 0, changed: 0, unchanged: 4, skipped: 1 });
  expect(await contactImports.undo(ctx, first.id)).toEqual({ ok: true });
  expect(await db.selectFrom("contacts").select("id").execute()).toEqual([]);
});

test("a team that the club does not have is asked about, created, and remembered by its name", async () => {
  const id = await preview(HEADER, "kim@parents.example,Kim Poe,Ray,Panthers,U9");
  const { next, openTeams } = await opened(id);
  expect(next).toBe("teams");
  expect(openTeams).toMatchObject([{ names: ["Panthers"], team: { name: "Panthers", ageGroup: "U-9" } }]);
  const [team] = openTeams;
  const choice = { name: "Panthers", ageGroup: "U-9", gender: "Girls", season: "Fall 2026" } as const;
  const answer = { keys: team?.keys ?? [], text: "Panthers", choice };
  expect(await contactImports.answerTeams(ctx, id, [answer])).toMatchObject({ ok: true, planned: 1 });
  expect(await opened(id)).toMatchObject({ next: "preview", openTeams: [], counts: { valid: 1 } });
  const panthers = () => db.selectFrom("teams").select("status").where("name", "=", "Panthers").execute();
  expect(await panthers()).toEqual([]);
  await contactImports.finish(ctx, id);
  expect((await children())[0]?.team_id).toEqual(expect.any(String));
  expect(await panthers()).toEqual([{ status: "active" }]);
  expect(await contactImports.undo(ctx, id)).toEqual({ ok: true });
  expect(await panthers()).toEqual([{ status: "deleted" }]);
});

test("more new teams than one form holds are asked about in turn, each once", async () => {
  const rows = Array.from({ length: 45 }, (_, n) => `p${n}@parents.example,Pat ${n},Max ${n},Squad ${n},U12`);
  const id = await preview(HEADER, ...rows, PAT);
  const asked: string[] = [];
  for (const [open, resolved] of [
    [40, 0],
    [40, 0],
  ]) {
    const { next, openTeams, resolvedTeams } = await opened(id);
    expect([next, openTeams.length, resolvedTeams.length]).toEqual(["teams", open, resolved]);
    asked.push(...openTeams.slice(0, 45 - asked.length).map(({ names }) => names[0] ?? ""));
    const answers = openTeams.map(({ keys }) => ({ keys, text: "", choice: "auto" }));
    expect(await contactImports.answerTeams(ctx, id, answers)).toMatchObject({ ok: true });
  }
  expect(new Set(asked).size).toBe(45);
  expect((await opened(id)).next).toBe("preview");
});

test("the problems of a file are a file with its lines and an issues column", async () => {
  const id = await preview(HEADER, PAT, ",Al Lee,Kim,Hawks,U12", "al@parents.example,Al Lee,Kim,Hawks,big");
  const bytes = await contactImports.problems(ctx, id);
  expect(new TextDecoder().decode(bytes ?? undefined).split("\r\n")).toEqual([
    `${HEADER},issues`,
    ",Al Lee,Kim,Hawks,U12,Line 3: Missing parent email",
    'al@parents.example,Al Lee,Kim,Hawks,big,"Line 4: Age group should be in format U12, U-12, etc."',
    "",
  ]);
});

test("a list without a header has the template's columns; one without addresses is refused", async () => {
  expect((await imported(PAT)).counts).toMatchObject({ added: 1 });
  const bytes = new TextEncoder().encode("Team,Coach\nHawks,Dana\n");
  expect(await contactImports.preview(ctx, { name: "x.csv", bytes, teamId: null })).toMatchObject({
    problem: "no-columns",
  });
});

test("an import of games is not one of contacts", async () => {
  const id = await preview(HEADER, PAT);
  expect(await gameImports.open(ctx, id)).toBeNull();
  expect(await gameImports.finish(ctx, id)).toEqual({ ok: false, problem: "not-found" });
  expect(await db.selectFrom("contacts").select("id").execute()).toEqual([]);
});

test("a large preview goes on after the answer, is there at the next look, and is new where something changed", async () => {
  const id = await preview(...contactFile("sportsengine-registration", 2_000).trimEnd().split("\n"));
  const look = (within?: number) => openImport(ctx, "contacts", id, within);
  expect(await look(0)).toEqual({
    state: "reading",
    step: {
      stage: expect.stringMatching(/^(reading|comparing)$/),
      done: expect.any(Number),
      total: expect.any(Number),
    },
  });
  await soon(async () => expect(await look()).toMatchObject({ state: "preview" }));
  expect(await look(0)).toMatchObject({ state: "preview", summary: { counts: { changed: 0 } } });
  expect(await openImport(ctx, "games", id, 0)).toBeNull();
  // A parent of the file, added meanwhile; then what the user says of the file.
  await imported("parent_email,child_name", "ana.alvarez.0@parents.example,Max");
  expect(await look(0)).toMatchObject({ state: "reading" });
  await soon(async () =>
    expect(await look()).toMatchObject({ state: "preview", summary: { counts: { changed: 1 } } }),
  );
  await contactImports.joinNames(ctx, id, true);
  expect(await look(0)).toMatchObject({ state: "reading" });
  await soon(async () => expect(await look()).toMatchObject({ state: "preview" }));
  await contactImports.finish(ctx, id);
  expect(await look()).toMatchObject({ state: "finished" });
});

test("2,000 rows go through the worker, change nothing the second time, and are undone", async () => {
  const file = contactFile("sportsengine-registration", 2_000).trimEnd().split("\n");
  const first = await imported(...file);
  expect(first.counts).toMatchObject({ changed: 0, skipped: 0 });
  expect((await imported(...file)).counts).toMatchObject({ added: 0, changed: 0 });
  expect(await contactImports.undo(ctx, first.id)).toEqual({ ok: true });
  expect(await db.selectFrom("contacts").select("id").execute()).toEqual([]);
  expect(await db.selectFrom("agreement_events").select("id").execute()).toEqual([]);
});
