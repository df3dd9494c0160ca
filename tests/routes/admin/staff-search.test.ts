import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { rawTables } from "#tests/support/raw-tables.ts";

const { world, lakeside, hawks, otters, riverside, lynxes, mia, ada } = await openLakeside();
const { control, platform } = world;
const { compareStaffSearch, rebuildStaffSearch, updateClubSearch } = await import(
  "#app/journeys/staff-search/update-staff-search.server.ts"
);
const { comparisonOf } = await import("#app/domain/control/staff-search/searched-rows.server.ts");
const { findClubs, findGames, findTeams, findUsers } = await import(
  "#app/domain/control/staff-search/find.server.ts"
);
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { addGame, cancelGame, deleteGame, editGame, findGame, gameVersion } = await import(
  "#app/domain/club/games/games.server.ts"
);
const { archiveTeam, deleteTeam, restoreTeam } = await import("#app/domain/club/teams/team-status.server.ts");
const { recordTeamsChange } = await import("#app/db/outbox.server.ts");
const { eraseClubRows } = await import("#app/domain/control/retention/erase-club.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { limiter } = await import("#app/db/storage/limits.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { plainWordsOf } = await import("#app/domain/values/names.ts");
afterAll(() => world.close());

const admin = await world.signInStaff("admin");
const ask = (tab: string, q: string, cookie = admin) =>
  world.ask(`/admin/search?tab=${tab}&q=${encodeURIComponent(q)}`, { cookie });
const page = async (tab: string, q: string) =>
  (await (await ask(tab, q)).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

type Tx = Parameters<Parameters<typeof changeClub>[1]>[0];
const change = <Result>(work: (tx: Tx) => Promise<Result>, club = lakeside) =>
  platform.clubs.use(club.code, (db) => changeClub({ control, db, club }, work));
const newGame = (opponent: string, date = "2026-11-14") =>
  change((tx) =>
    addGame(tx, hawks, { opponent, date, time: "10:00", location: "Field 1", home_away: "home", notes: "" }),
  );
const games = async (words: string, day?: string) =>
  (await findGames(control, [{ words: plainWordsOf(words), days: day ? [{ from: day, to: day }] : [] }])).map(
    ({ team, opponent, day: on }) => `${team} ${opponent} ${on}`,
  );
const teams = async (words: string) =>
  (await findTeams(control, plainWordsOf(words))).map(({ name, status }) => `${name} ${status}`);
const everyRow = async () => {
  const rows = [];
  for (const table of ["search_teams", "search_games"])
    rows.push((await sql`select * from ${sql.table(table)} order by number`.execute(control)).rows);
  return JSON.stringify(rows);
};
/** Compares as on a new night. */
const compareAgain = async () => {
  await control.deleteFrom("meta").where("key", "=", "staff-search").execute();
  await compareStaffSearch(platform);
  return comparisonOf(control);
};

await compareStaffSearch(platform);

// product/platform-staff.md#staff-search
describe("search of staff", () => {
  test("staff find a club by name, code, city and email, and open it", async () => {
    for (const q of ["lake", "LAKESIDE", "lakeside austin", "admin@lakeside.example"]) {
      const html = await page("clubs", q);
      expect(html, q).toContain(`href="/admin/clubs/${lakeside.code}"`);
      expect(html, q).not.toContain("Riverside SC");
    }
    expect(await page("clubs", "nowhere")).toContain("No clubs found");
  });

  test("staff find people by name and email, with their club, and an address that was not typed is hidden", async () => {
    const html = await page("users", "mia man");
    expect(html).toContain(`href="/admin/clubs/${lakeside.code}/people/${mia.id}"`);
    expect(html).toContain("m…@people.example");
    expect(html).not.toContain("mia.manager@people.example</td>");
    expect(await page("users", "mia.manager@people.example")).toContain("mia.manager@people.example</td>");
    expect(await page("users", "lakeside")).toContain("(the club’s own account)");
  });

  test("staff find teams by name, age group and club", async () => {
    const html = await page("teams", "hawks u12 lakeside");
    expect(html).toContain("Hawks</a>");
    expect(html).toContain(`href="/admin/clubs/${lakeside.code}"`);
    expect(await teams("hawks u10")).toEqual([]);
    expect(await teams("lynx")).toEqual(["Lynxes active"]);
  });

  test("staff find games by opponent, team, club and day, the latest first", async () => {
    await newGame("O’Brien’s Águilas", "2026-11-14");
    await newGame("O’Brien’s Águilas", "2026-11-21");
    expect(await games("aguilas")).toEqual([
      "Hawks O’Brien’s Águilas 2026-11-21",
      "Hawks O’Brien’s Águilas 2026-11-14",
    ]);
    expect(await games("obriens hawks lakeside", "2026-11-14")).toEqual([
      "Hawks O’Brien’s Águilas 2026-11-14",
    ]);
    const html = await page("games", "hawks obrien 11/14/2026");
    expect(html).toContain("Hawks vs O’Brien’s Águilas</a>");
    expect(html).toContain("Nov 14");
    expect(html).not.toContain("Nov 21");
  });

  test("staff find names in plain letters and in their own", async () => {
    await newGame("Łódź Ørsted", "2026-10-31");
    const rename = (name: string) =>
      control.updateTable("clubs").set({ name }).where("code", "=", riverside.code).execute();
    await rename("Đại Bàng Støtte");
    const link = `href="/admin/clubs/${riverside.code}"`;
    for (const typed of ["dai bang", "Đại", "stotte", "støtte"]) {
      expect(await page("clubs", typed), typed).toContain(link);
      const list = await world.ask(`/admin/clubs?q=${encodeURIComponent(typed)}`, { cookie: admin });
      expect(await list.text(), typed).toContain(link);
    }
    await rename("Riverside SC");
  });

  test("an empty search gives a hint, and the text stays from tab to tab", async () => {
    const html = await page("games", "");
    expect(html).toContain("Type an opponent");
    expect(await page("teams", "hawks")).toContain("/admin/search?tab=users&amp;q=hawks");
  });

  test("the search is for staff who manage clubs", async () => {
    for (const tab of ["users", "clubs", "teams", "games"])
      expect((await ask(tab, "lake", await world.signInStaff("moderator"))).status).toBe(403);
    expect((await ask("clubs", "lake", ada.cookie)).headers.get("Location")).toContain("/admin/login");
  });

  test("the search has no parents, children, scores or notes", async () => {
    await world.game(lakeside, otters, 30, {
      opponent: "Canary Opponents",
      notes: "canarynote",
    });
    await platform.clubs.use(lakeside.code, async (db) => {
      await db
        .insertInto("search_people")
        .values([
          { kind: "parent", name: "canaryparent", words: " canaryparent " },
          { kind: "child", name: "canarychild", words: " canarychild " },
        ])
        .execute();
    });
    await updateClubSearch(platform, lakeside.code);
    expect(await games("canary opp")).toHaveLength(1);
    expect(await games("canarynote")).toEqual([]);
    for (const word of ["canaryparent", "canarychild", "canarynote"])
      for (const tab of ["users", "clubs", "teams", "games"])
        expect(await page(tab, word), `${tab} ${word}`).toMatch(/No \w+ found/);
    const stored = await rawTables(world.dataDir, null);
    const columns = [...(await stored.columns("search_teams")), ...(await stored.columns("search_games"))];
    await stored.close();
    expect(columns.map(({ name }) => name).join()).not.toMatch(/score|note|parent|child|email/);
  });

  test("a search for people is in the platform's log, without its words", async () => {
    await control.selectFrom("audit").selectAll().execute();
    await page("users", "mia manager");
    await page("teams", "hawks");
    const rows = await control
      .selectFrom("audit")
      .select(["kind", "detail", "actor_kind"])
      .where("kind", "=", "staff.people-searched")
      .orderBy("seq", "desc")
      .execute();
    expect(rows[0]).toEqual({ kind: "staff.people-searched", detail: '{"hits":1}', actor_kind: "staff" });
    const before = rows.length;
    await page("teams", "hawks");
    await page("users", "");
    const after = await control
      .selectFrom("audit")
      .where("kind", "=", "staff.people-searched")
      .selectAll()
      .execute();
    expect(after).toHaveLength(before);
  });

  test("the search is limited for each of the staff", async () => {
    const cookie = await world.signInStaff("super_admin");
    const { admin_id: id } = await control
      .selectFrom("platform_sessions")
      .select("admin_id")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const counter = limiter("staff-search", { points: 300, seconds: 3600 });
    await counter.penalty(id, 300);
    expect((await ask("teams", "hawks", cookie)).status).toBe(429);
    await counter.delete(id);
    expect((await ask("teams", "hawks", cookie)).status).toBe(200);
  });

  test("the search accepts any text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (typed) => {
        const words = plainWordsOf(typed);
        await findClubs(control, words);
        await findUsers(control, words);
        await findTeams(control, words);
        await findGames(control, [{ words, days: [] }]);
      }),
      { numRuns: 300 },
    );
    for (let code = 0xdf; code < 0x600; code += 1)
      await findTeams(control, plainWordsOf(`x${String.fromCodePoint(code)}x ${String.fromCodePoint(code)}`));
    for (const hostile of ['"', "* OR *", 'hawks" OR "x', "NEAR(a b)", "words:hawks", "-hawks", "^h"])
      expect((await ask("games", hostile)).status).toBe(200);
  });
});

describe("what staff find", () => {
  test("search results follow games as they are added, moved, renamed, cancelled and deleted", async () => {
    const added = await newGame("Followed Foxes");
    if (!added.ok) throw new Error("not added");
    expect(await games("followed")).toEqual(["Hawks Followed Foxes 2026-11-14"]);
    await change(async (tx) => {
      const game = await findGame(tx, added.gameId);
      if (!game) throw new Error("no game");
      const { location, home_away, notes, time } = game;
      const edit = {
        opponent: "Moved Martens",
        date: "2026-12-05",
        location,
        home_away,
        notes,
        time,
        status: "rescheduled" as const,
      };
      expect(await editGame(tx, added.gameId, { ...edit, reason: "moved" }, gameVersion(game))).toEqual({
        ok: true,
      });
    });
    expect(await games("followed")).toEqual([]);
    expect(await games("martens")).toEqual(["Hawks Moved Martens 2026-12-05"]);
    const version = async () =>
      platform.clubs.use(lakeside.code, async (db) => {
        const game = await findGame(db, added.gameId);
        return game ? gameVersion(game) : "";
      });
    const cancelled = await version();
    await change((tx) => cancelGame(tx, added.gameId, cancelled));
    expect(await games("martens")).toHaveLength(1);
    const deleted = await version();
    await change((tx) => deleteGame(tx, added.gameId, deleted));
    expect(await games("martens")).toEqual([]);
  });

  test("search results follow a team's name and status, with its games", async () => {
    await newGame("Status Stoats");
    await change((tx) => archiveTeam(tx, hawks));
    expect(await teams("hawks")).toEqual(["Hawks archived"]);
    await change((tx) => deleteTeam(tx, hawks));
    expect(await page("teams", "hawks")).toContain("Deleted");
    await change((tx) => restoreTeam(tx, hawks, "Kestrels"));
    expect(await teams("hawks")).toEqual([]);
    expect(await teams("kestrels")).toEqual(["Kestrels active"]);
    expect(await games("kestrels stoats")).toEqual(["Kestrels Status Stoats 2026-11-14"]);
    await change(async (tx) => {
      await tx.updateTable("teams").set({ name: "Hawks" }).where("id", "=", hawks).execute();
      await recordTeamsChange(tx, [hawks]);
    });
    expect(await games("hawks stoats")).toHaveLength(1);
  });

  test("search results follow a club's and a person's name by triggers", async () => {
    await control
      .updateTable("clubs")
      .set({ name: "Seaside FC" })
      .where("code", "=", lakeside.code)
      .execute();
    expect((await findClubs(control, ["seaside"])).map(({ code }) => code)).toEqual([lakeside.code]);
    expect(await teams("hawks seaside")).toHaveLength(1);
    expect(await games("stoats seaside")).toHaveLength(1);
    await control
      .updateTable("clubs")
      .set({ name: "Lakeside FC" })
      .where("code", "=", lakeside.code)
      .execute();
    expect(await teams("hawks seaside")).toEqual([]);
    await control.updateTable("accounts").set({ name: "Nora New" }).where("id", "=", mia.id).execute();
    expect((await findUsers(control, ["nora"])).map(({ id }) => id)).toEqual([mia.id]);
    await control.updateTable("accounts").set({ name: "Mia Manager" }).where("id", "=", mia.id).execute();
    expect(await findUsers(control, ["nora"])).toEqual([]);
  });

  test("search results of many teams at once follow by a job, which is idempotent", async () => {
    const four = await Promise.all(
      ["Auks", "Bitterns", "Cranes", "Dunlins"].map((name) => world.team(riverside, name)),
    );
    await change((tx) => recordTeamsChange(tx, four), riverside);
    expect(await teams("auks")).toEqual([]);
    await runDueJobs(platform);
    expect(await teams("auks")).toEqual(["Auks active"]);
    const before = await everyRow();
    await change((tx) => recordTeamsChange(tx, four), riverside);
    await runDueJobs(platform);
    expect(await everyRow()).toBe(before);
  });

  test("search results after two simultaneous writers equal the file", async () => {
    await Promise.all([
      newGame("Together Terns", "2026-11-28"),
      newGame("Together Terns", "2026-11-29"),
      updateClubSearch(platform, lakeside.code),
      updateClubSearch(platform, lakeside.code),
    ]);
    expect((await games("together")).toSorted()).toEqual([
      "Hawks Together Terns 2026-11-28",
      "Hawks Together Terns 2026-11-29",
    ]);
  });
});

describe("the nightly comparison", () => {
  test("the nightly comparison corrects and counts differences", async () => {
    expect((await compareAgain())?.finishedAt).toBeTruthy();
    const right = await everyRow();
    const hawksRow = await control
      .selectFrom("search_teams")
      .select("number")
      .where("team_id", "=", hawks)
      .executeTakeFirstOrThrow();
    await control
      .updateTable("search_teams")
      .set({ name: "Wrong" })
      .where("number", "=", hawksRow.number)
      .execute();
    await control.deleteFrom("search_games").where("team", "=", hawksRow.number).execute();
    await control
      .insertInto("search_teams")
      .values({
        team_id: "ghost",
        club_code: lakeside.code,
        name: "Ghosts",
        age_group: "",
        gender: "",
        season: "",
        status: "active",
      })
      .execute();
    expect(await teams("ghosts")).toHaveLength(1);
    const mended = (await compareAgain())?.mended ?? 0;
    expect(mended).toBeGreaterThan(2);
    expect(await teams("ghosts wrong")).toEqual([]);
    expect(await teams("hawks")).toEqual(["Hawks active"]);
    expect(JSON.parse(await everyRow())[0]).toEqual(JSON.parse(right)[0]);
    expect((await compareAgain())?.mended).toBe(0);
  });

  test("the nightly comparison runs once a night, and resumes after an interruption", async () => {
    await compareAgain();
    const first = await comparisonOf(control);
    await compareStaffSearch(platform);
    expect(await comparisonOf(control)).toEqual(first);
    const stopped = new AbortController();
    stopped.abort();
    await control.deleteFrom("meta").where("key", "=", "staff-search").execute();
    await compareStaffSearch(platform, stopped.signal);
    expect(await comparisonOf(control)).toBeNull();
    expect(await page("teams", "hawks")).toContain("Some clubs are still missing");
    await compareStaffSearch(platform);
    expect((await comparisonOf(control))?.clubs).toBe(2);
    expect(await page("teams", "hawks")).toContain("Compared with the clubs’ files");
  });

  test("the nightly comparison also runs by hand, and an unreadable file stops no other", async () => {
    await control.deleteFrom("search_teams").execute();
    expect(await teams("lynxes")).toEqual([]);
    const { failed, clubs } = await rebuildStaffSearch(platform);
    expect({ failed, clubs }).toEqual({ failed: [], clubs: 2 });
    expect(await teams("lynxes")).toEqual(["Lynxes active"]);
  });

  test("the nightly comparison finds nothing of a club that has left", async () => {
    const gone = await world.club("Gonefield United");
    const team = await world.team(gone, "Goners");
    await world.game(gone, team, 20, { opponent: "Leavers" });
    await updateClubSearch(platform, gone.code);
    expect(await games("leavers goners")).toHaveLength(1);
    await inTransaction(control, (tx) => eraseClubRows(tx, gone.code, new Date()));
    expect(await games("leavers")).toEqual([]);
    expect(await teams("goners")).toEqual([]);
    expect(await findClubs(control, ["gonefield"])).toEqual([]);
    expect(await findUsers(control, [gone.code])).toEqual([]);
    const left = await sql<{ n: number }>`select count(*) as n from search_games
      where team not in (select number from search_teams)`.execute(control);
    expect(left.rows[0]?.n).toBe(0);
    // A late delivery restores nothing.
    expect(await updateClubSearch(platform, gone.code)).toBe(0);
    expect(await teams("goners")).toEqual([]);
    expect(lynxes).toBeTruthy();
  });
});
