import { writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { tracesOf } from "#tests/support/traces.ts";

const { world, lakeside, hawks, ada, dana, mia } = await openLakeside();
afterAll(() => world.close());

const { clockFile } = await import("#app/runtime/clock.server.ts");
const laterBy = (hours: number) => writeFileSync(clockFile(world.dataDir), String(hours * 3_600_000));
beforeEach(() => laterBy(0));

let forms = 0;
const submission = () => `case-${String(++forms).padStart(17, "0")}`;
const read = async (path: string, cookie = ada.cookie) =>
  (await (await world.ask(path, { cookie })).text())
    .replace(/<style[\s\S]*?<\/style>/, "")
    .replaceAll("<!-- -->", "");
const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const stored = (id: string) =>
  inFile((db) => db.selectFrom("incidents").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
const entries = (id: string) =>
  inFile((db) =>
    db.selectFrom("incident_entries").selectAll().where("incident_id", "=", id).orderBy("at").execute(),
  );
const rate = (game: string, score: string, cookie = dana.cookie) =>
  world.ask(`/rating/${game}`, {
    cookie,
    form: {
      score,
      happened: score === "20" ? [] : ["dissent"],
      reason: "A red card",
      submission: submission(),
    },
  });

/** Creates a game that Dana rated 0, and its case. */
async function incident(opponent = "Wolves") {
  const game = await world.game(lakeside, hawks, 3, { opponent });
  await rate(game, "0");
  const { id } = await inFile((db) =>
    db.selectFrom("incidents").select("id").where("game_id", "=", game).executeTakeFirstOrThrow(),
  );
  return { game, id, path: `/incidents/${id}` };
}
const correctTo10 = (game: string) =>
  save(`/rating/${game}/correction/coach`, {
    score: "10",
    happened: "dissent",
    reason: "It was a misunderstanding",
    correctionReason: "The referee withdrew the card",
    submission: submission(),
  });
const save = (path: string, form: Record<string, string>) => world.save(path, { cookie: ada.cookie, form });
const facts = { what: "A spectator threatened the referee", when: "Second half", minor: "yes", level: "2" };
const plan = () => ({
  who: "The president",
  withWhom: "The parent",
  by: "2030-05-04",
  submission: submission(),
});
const talkOf = (id: string) =>
  inFile((db) =>
    db.selectFrom("incident_talks").selectAll().where("incident_id", "=", id).executeTakeFirstOrThrow(),
  );

// product/ratings.md#incidents
describe("a case", () => {
  test("a case is worked through: facts, a talk, its outcome, and the agreement", async () => {
    const { id, path } = await incident();
    expect(await read(path)).toContain("Write What Happened");
    expect((await save(`${path}/facts`, facts)).headers.get("Location")).toBe(path);
    const written = await read(path);
    expect(written).toContain("A spectator threatened the referee");
    expect(written).toContain("Level 2");
    expect(written).toContain("Plan a Talk");

    await save(`${path}/talks/new`, plan());
    expect(await read(path)).toContain("Talk by Sat, May 4, 2030: The president with The parent");
    expect((await stored(id)).status).toBe("open");
    const early = await save(`${path}/close`, { as: "agreed", agreed: "An apology" });
    expect(await early.text()).toContain("A talk is planned");

    const talk = `${path}/talks/${(await talkOf(id)).id}`;
    const { submission: _, ...planned } = plan();
    const unsaid = await save(talk, { ...planned, state: "held", outcome: "" });
    expect(await unsaid.text()).toContain("Write what came of the talk");
    const tooEarly = await save(talk, { ...planned, state: "planned", outcome: "The parent apologized" });
    expect(tooEarly.status).toBe(422);
    expect(await tooEarly.text()).toContain("Say that it took place");
    const held = { ...planned, state: "held", outcome: "The parent apologized" };
    expect(await (await save(talk, held)).text()).toContain("Choose the day on which it took place");
    for (const heldOn of ["2020-01-01", "2099-01-01"])
      expect(await (await save(talk, { ...held, heldOn })).text()).toContain(
        "Choose a day from the game to today",
      );
    const heldOn = new Date().toLocaleDateString("en-CA", { timeZone: "America/Chicago" });
    await save(talk, { ...held, heldOn });
    expect(await talkOf(id)).toMatchObject({ state: "held", held_on: heldOn });
    expect((await stored(id)).status).toBe("talked-to");
    expect(await read(path)).toContain("The parent apologized");

    expect(await (await save(`${path}/close`, { as: "agreed", agreed: "" })).text()).toContain(
      "Write what was agreed, or that nothing was",
    );
    await save(`${path}/close`, { as: "agreed", agreed: "Two games away" });
    expect(await stored(id)).toMatchObject({
      status: "closed",
      closed_as: "agreed",
      agreed: "Two games away",
    });
    const closed = await read(path);
    expect(closed).toContain("Two games away");
    expect(closed).not.toContain("Change the Facts");

    const late = await save(`${path}/facts`, { ...facts, what: "Typed too late" });
    expect(late.status).toBe(422);
    const refused = await late.text();
    expect(refused).toContain("This case is closed. Open it again to change it.");
    expect(refused).toContain("Typed too late");
    await save(`${path}/reopen`, { reason: "It happened again" });
    expect((await stored(id)).status).toBe("open");
    expect((await entries(id)).map(({ kind, author_name }) => [kind, author_name])).toEqual([
      ["facts", "Ada Admin"],
      ["talk-planned", "Ada Admin"],
      ["talk-held", "Ada Admin"],
      ["closed", "Ada Admin"],
      ["reopened", "Ada Admin"],
    ]);
    expect(await read(path)).toContain("It happened again");
  });

  test("a case is not closed without a description of what happened", async () => {
    const { path } = await incident();
    const answer = await save(`${path}/close`, { as: "agreed", agreed: "Nothing" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Write what happened before you close the case");
  });

  test("a talk that will not take place leaves it open", async () => {
    const { id, path } = await incident();
    await save(`${path}/talks/new`, plan());
    const { submission: _, ...planned } = plan();
    await save(`${path}/talks/${(await talkOf(id)).id}`, { ...planned, state: "dropped", outcome: "" });
    expect((await stored(id)).status).toBe("open");
  });

  test("the same plan sent twice is one talk", async () => {
    const { id, path } = await incident();
    const form = plan();
    for (const _ of [1, 2]) await save(`${path}/talks/new`, form);
    expect(
      await inFile((db) =>
        db.selectFrom("incident_talks").select("id").where("incident_id", "=", id).execute(),
      ),
    ).toHaveLength(1);
  });

  test("a case whose 0 is corrected says so, and closes as 'rating corrected' without further text", async () => {
    const { game, id, path } = await incident();
    await correctTo10(game);
    const page = await read(path);
    expect(page).toContain("Ada Admin changed it to 10 Minor Issues");
    expect(page).toContain("Close it: the rating was corrected");
    await save(`${path}/close`, { as: "rating-corrected", agreed: "" });
    expect(await stored(id)).toMatchObject({ status: "closed", closed_as: "rating-corrected" });

    await save(`/rating/${game}/correction/coach`, {
      score: "0",
      happened: "dissent",
      reason: "It was a red card",
      correctionReason: "The league confirmed the card",
      submission: submission(),
    });
    expect(await stored(id)).toMatchObject({ status: "open", closed_as: null, closed_at: null });
  });

  test("a case with a rating that is still a 0 does not close as corrected", async () => {
    const { path } = await incident();
    const answer = await save(`${path}/close`, { as: "rating-corrected", agreed: "" });
    expect(await answer.text()).toContain("The rating is still a 0");
  });

  test("a case whose 0 was corrected while the other side's remains does not close as corrected", async () => {
    const { game, id, path } = await incident();
    await correctTo10(game);
    await save(`${path}/close`, { as: "rating-corrected", agreed: "" });
    await rate(game, "0", mia.cookie);
    expect(await stored(id)).toMatchObject({ status: "open", closed_as: null });
    const page = await read(path);
    expect(page).not.toContain("the rating was corrected");
    expect(page).toContain("Write What Happened");
    const answer = await save(`${path}/close`, { as: "rating-corrected", agreed: "" });
    expect(await answer.text()).toContain("The rating is still a 0");
  });

  test("a case that is not closed says so before a reason to reopen it is typed", async () => {
    const { path } = await incident();
    expect(await read(`${path}/reopen`)).toContain("This case is open already.");
  });
});

describe("a note", () => {
  test("a note carries author and time, stays as it is, and is corrected by another one", async () => {
    const { id, path } = await incident();
    const form = { text: "The referee called at noon", corrects: "", submission: submission() };
    for (const _ of [1, 2]) await world.ask(path, { cookie: ada.cookie, form });
    const [note, ...more] = await entries(id);
    expect(more).toEqual([]);
    expect(await read(path)).toMatch(/Ada Admin, .*The referee called at noon/s);

    const correcting = await read(`${path}?corrects=${note?.id}`);
    expect(correcting).toContain("Correct the note of Ada Admin");
    await world.ask(path, {
      cookie: ada.cookie,
      form: { text: "It was at eleven", corrects: note?.id ?? "", submission: submission() },
    });
    const page = await read(path);
    expect(page).toContain("The referee called at noon");
    expect(page).toContain("Corrects the note of Ada Admin");
    expect(page).toContain("Corrected below");
    expect((await entries(id))[0]).toEqual(note);
  });

  test("a note can be added to a closed case, and corrects no note of another case", async () => {
    const [one, other] = [await incident(), await incident("Bears")];
    await save(`${one.path}/facts`, facts);
    await save(`${one.path}/close`, { as: "agreed", agreed: "Done" });
    await world.ask(one.path, { cookie: ada.cookie, form: { text: "Later", submission: submission() } });
    const note = (await entries(one.id)).find(({ kind }) => kind === "note");
    const answer = await world.ask(other.path, {
      cookie: ada.cookie,
      form: { text: "Not mine", corrects: note?.id ?? "", submission: submission() },
    });
    expect(answer.status).toBe(404);
  });
});

describe("exports", () => {
  test("an export of all cases is a CSV that spreadsheets run nothing of, noted in each history", async () => {
    const { id, path } = await incident("=cmd()");
    await save(`${path}/facts`, { ...facts, what: "=HYPERLINK(1)" });
    const answer = await world.ask("/incidents/export", { cookie: ada.cookie, form: {} });
    expect(answer.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="goodside-incidents-\d{8}-\d{6}\.csv"$/,
    );
    const bytes = Buffer.from(await answer.arrayBuffer()).toString("utf8");
    expect(bytes.startsWith("\uFEFFDate,Time,Team,Opponent")).toBe(true);
    expect(bytes).toContain("'=HYPERLINK(1)");
    expect(bytes).toContain(",'=cmd(),");
    expect(bytes.split("\r\n").length).toBeGreaterThan(2);
    // Its times sort: the opening time of the case is written like its date.
    expect(bytes).toMatch(/,Open,\d{4}-\d\d-\d\d \d\d:\d\d,/);
    expect((await entries(id)).at(-1)).toMatchObject({
      kind: "exported",
      text: "With all incidents, as CSV",
    });
  });

  test.each([
    ["csv", "text/csv; charset=utf-8", "goodside-incident-", "As CSV"],
    ["text", "text/plain; charset=utf-8", "goodside-incident-", "As plain text"],
  ])("an export of one case as %s is noted in its history", async (format, type, name, text) => {
    const { id, path } = await incident();
    const answer = await world.ask(`${path}/export`, { cookie: ada.cookie, form: { format } });
    expect(answer.headers.get("Content-Type")).toBe(type);
    expect(answer.headers.get("Content-Disposition")).toContain(name);
    expect(await answer.text()).toContain("Wolves");
    expect((await entries(id)).at(-1)).toMatchObject({ kind: "exported", text });
  });

  test("the page to print holds the whole case, without a form", async () => {
    const { id, path } = await incident();
    await save(`${path}/facts`, facts);
    const answer = await world.ask(`${path}/export`, { cookie: ada.cookie, form: { format: "print" } });
    expect(answer.headers.get("Location")).toBe(`${path}/print`);
    const page = await read(`${path}/print`);
    expect(page).toContain("A spectator threatened the referee");
    expect(page).toContain("Exported the case");
    expect(page).not.toContain("Change the Facts");
    expect((await entries(id)).at(-1)).toMatchObject({ kind: "exported", text: "As a page to print" });
  });

  test("an export requested by GET exports and notes nothing", async () => {
    const { id, path } = await incident();
    for (const address of [`${path}/export`, "/incidents/export"]) {
      const answer = await world.ask(address, { cookie: ada.cookie });
      expect(answer.status).toBe(302);
    }
    expect(await entries(id)).toEqual([]);
  });
});

describe("the list", () => {
  test("the list filters by status in the address, with counts", async () => {
    const { path } = await incident("Listed Lions");
    await save(`${path}/facts`, facts);
    const all = await read("/incidents");
    expect(all).toMatch(/All \(\d+\)/);
    expect(all).toContain("Listed Lions");
    expect(await read("/incidents?status=open")).toContain("Listed Lions");
    expect(await read("/incidents?status=closed")).not.toContain("Listed Lions");
    expect(all).toContain("Plan a talk");
  });

  test("the list is for administrators: staff get 403 from every page, and nothing is on the boards", async () => {
    const { path } = await incident();
    for (const { cookie } of [dana, mia]) {
      for (const page of ["/incidents", path, `${path}/facts`, `${path}/print`]) {
        expect((await world.ask(page, { cookie })).status).toBe(403);
      }
      expect((await world.ask("/incidents/export", { cookie, form: {} })).status).toBe(403);
    }
  });
});

// product/ratings.md#erasing-incidents
describe("erasing", () => {
  test("erasing removes every text two years after the case was opened, and leaves the score and the tags", async () => {
    const { game, id, path } = await incident();
    await save(`${path}/facts`, facts);
    await save(`${path}/talks/new`, plan());
    await world.ask(path, { cookie: ada.cookie, form: { text: "A note", submission: submission() } });
    const { eraseDueIncidents, nextErasure } = await import(
      "#app/domain/club/incidents/incident-changes.server.ts"
    );
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const erase = (at: string) =>
      inFile((db) => inTransaction(db, (tx) => eraseDueIncidents(tx, new Date(at))));
    const { erases_at } = await stored(id);
    expect(erases_at.slice(0, 4)).toBe(String(new Date().getUTCFullYear() + 2));
    expect(await read(path)).toContain("Its words are to be erased on");

    const almost = new Date(Date.parse(erases_at) - 1000).toISOString();
    await erase(almost);
    expect((await stored(id)).what).toBe(facts.what);
    expect(await erase(erases_at)).toBeGreaterThan(0);
    expect(await erase(erases_at)).toBe(0);

    expect(await stored(id)).toMatchObject({ what: "", when_text: "", abuse_level: null, agreed: "" });
    expect(await entries(id)).toEqual([]);
    const ratings = await inFile((db) =>
      db.selectFrom("ratings").selectAll().where("game_id", "=", game).execute(),
    );
    expect(ratings).toMatchObject([{ score: 0, reason: "", tags: '["dissent"]' }]);
    const page = await read(path);
    expect(page).toContain("The words of this case were erased on");
    expect(page).not.toContain("A red card");
    const late = await world.ask(path, {
      cookie: ada.cookie,
      form: { text: "More", submission: submission() },
    });
    expect(await late.text()).toContain("have been erased");
    expect(await inFile((db) => nextErasure(db))).not.toBe(erases_at);
  });
});

test("the week's erasure leaves no word of a case in a byte of the club's file or its log", async () => {
  const { id, path } = await incident();
  await save(`${path}/facts`, { ...facts, what: "Zanzibar words" });
  const { clubWeekSteps } = await import("#app/journeys/club-week/steps.server.ts");
  const step = clubWeekSteps.find(({ name }) => name === "incident erasure");
  const { erases_at } = await stored(id);
  const traces = () => tracesOf(world.dataDir, [lakeside.code], "Zanzibar");
  expect((await traces()).length).toBeGreaterThan(0);
  await inFile(async (db) => {
    const club = await db.selectFrom("club").selectAll().executeTakeFirstOrThrow();
    const week = { control: world.control, db, club, at: new Date(erases_at), planned: null, first: false };
    await step?.run(week);
  });
  expect(await traces()).toEqual([]);
});

describe("the erasure's clock", () => {
  afterEach(() => world.control.updateTable("clubs").set({ status: "active" }).execute());
  test.each(["active", "suspended"] as const)(
    "erasing follows the timetable of a club that is %s",
    async (status) => {
      const { runDueClubs } = await import("#app/journeys/club-week/run-club-week.server.ts");
      const { id, path } = await incident();
      await save(`${path}/facts`, facts);
      await runDueClubs(world.platform);
      await world.control.updateTable("clubs").set({ status }).where("code", "=", lakeside.code).execute();
      const look = async (at: string) => {
        laterBy((Date.parse(at) - Date.now()) / 3_600_000);
        await world.control.updateTable("club_timetable").set({ due_at: at }).execute();
        await runDueClubs(world.platform);
      };
      const { erases_at } = await stored(id);
      const before = new Date(Date.parse(erases_at) - 60_000).toISOString();
      await look(before);
      expect((await stored(id)).what).toBe(facts.what);
      const after = new Date(Date.parse(erases_at) + 120_000).toISOString();
      await look(after);
      expect(await stored(id)).toMatchObject({ what: "", status: "open" });
      expect((await stored(id)).erased_at).not.toBeNull();
    },
  );
});

describe("a change of mind", () => {
  const ratings = (game: string) =>
    inFile((db) =>
      db
        .selectFrom("ratings")
        .select(["side", "score", "saw_other"])
        .where("game_id", "=", game)
        .orderBy("given_at")
        .execute(),
    );

  test("a changed rating is marked after both sides have rated, and not before", async () => {
    const game = await world.game(lakeside, hawks, 3);
    const rateAs = async (cookie: string, score: string) =>
      world.save(`/rating/${game}`, {
        cookie,
        form: {
          score,
          happened: score === "20" ? "" : "dissent",
          reason: `It was a ${score}`,
          submission: submission(),
        },
      });
    await rateAs(dana.cookie, "20");
    await rateAs(dana.cookie, "10");
    await rateAs(mia.cookie, "20");
    await rateAs(dana.cookie, "20");
    expect(await ratings(game)).toEqual([
      { side: "coach", score: 20, saw_other: 0 },
      { side: "coach", score: 10, saw_other: 0 },
      { side: "manager", score: 20, saw_other: 0 },
      { side: "coach", score: 20, saw_other: 1 },
    ]);
    for (const { cookie } of [ada, dana, mia]) {
      expect(await read(`/rating/${game}`, cookie)).toContain("After seeing the other rating");
    }
  });
});
