import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { readMails } from "#tests/support/mails.ts";
import { addParents } from "#tests/support/parents.ts";
import { gameRow } from "#tests/support/rows.ts";
import { versionOn } from "#tests/support/world.ts";

const { world, lakeside, hawks, ada, dana, rita } = await openLakeside();
const { inTransaction } = await import("#app/db/engine.server.ts");
const { addGame, editGame, findGame, gameVersion } = await import("#app/domain/club/games/games.server.ts");
const { editedFields } = await import("#app/domain/club/games/game-changes.ts");
afterAll(() => world.close());

const PAGE = "/club/settings?tab=profile";
const typed = {
  intent: "profile",
  clubName: "Lakeside FC",
  contactName: "Ada Admin",
  email: "admin@lakeside.example",
  phone: "",
  state: "TX",
  city: "Austin",
  address: "",
  zipCode: "",
  website: "",
  description: "",
};
const chosen = { timezone: "America/Chicago", onLeaderboard: "on" };
const agreed = { agreementDays: "30", agreementText: "", agreementTextEs: "", agreementReminders: "on" };
const saveAt = (path: string) => (form: Record<string, string>) =>
  world.save(path, { cookie: ada.cookie, form });
const save = saveAt(PAGE);
const saveGames = saveAt("/club/settings?tab=games");
const saveAgreements = saveAt("/club/settings?tab=agreements");
const page = async (path = PAGE) => (await world.ask(path, { cookie: ada.cookie })).text();
const inFile = () =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("club").selectAll().executeTakeFirstOrThrow(),
  );
const inControl = () =>
  world.control.selectFrom("clubs").selectAll().where("code", "=", lakeside.code).executeTakeFirstOrThrow();
const boardRows = () =>
  world.control
    .selectFrom("standings")
    .select(["team_name", "club_name", "city", "state"])
    .where("club_code", "=", lakeside.code)
    .orderBy("team_name")
    .execute();
const mails = (tag: string) =>
  readMails(
    world.control.selectFrom("mails").selectAll().where("tag", "=", tag).orderBy("created_at").execute(),
  );

// product/clubs.md#club-profile
describe("the profile", () => {
  test("the profile is saved in the club's file and in the control database, and the leaderboard follows", async () => {
    const answer = await save({
      ...typed,
      clubName: "Lakeside United",
      contactName: "Ada Moreno",
      phone: "(512) 555-0142",
      state: "OK",
      city: "Tulsa",
      address: "12 Shore Road",
      zipCode: "74103-1234",
      website: "lakeside.example",
      description: "Two fields\r\nby the lake",
    });
    expect(answer.status).toBe(303);
    const shared = {
      name: "Lakeside United",
      contact_name: "Ada Moreno",
      phone: "(512) 555-0142",
      state: "OK",
      city: "Tulsa",
    };
    expect(await inFile()).toMatchObject({
      ...shared,
      address: "12 Shore Road",
      zip: "74103-1234",
      website: "https://lakeside.example",
      description: "Two fields\nby the lake",
    });
    expect(await inControl()).toMatchObject(shared);
    const rows = await boardRows();
    expect(rows.map(({ team_name }) => team_name)).toEqual(["Hawks", "Otters"]);
    for (const row of rows)
      expect(row).toMatchObject({ club_name: "Lakeside United", city: "Tulsa", state: "OK" });
    const dashboard = await (await world.ask("/dashboard", { cookie: ada.cookie })).text();
    expect(dashboard).toContain("Ada Moreno");
    expect(dashboard).toContain("Lakeside United");
    await save(typed);
  });

  test("the profile has fields that a form cannot change: code, package, players, term", async () => {
    const [file, control] = [await inFile(), await inControl()];
    const answer = await save({
      ...typed,
      clubCode: "riverside",
      code: "riverside",
      packageType: "enterprise",
      plan: "enterprise",
      playerCount: "5000",
      player_cap: "5000",
      estimated_players: "5000",
      term_ends_at: "2099-01-01",
      slug: "riverside",
    });
    expect(answer.status).toBe(303);
    expect([await inFile(), await inControl()]).toEqual([file, control]);
    const html = await page();
    expect(html).toContain(lakeside.code.toUpperCase());
    expect(html).not.toMatch(/name="(clubCode|packageType|playerCount)"/);
  });

  test("the profile is refused with its errors, and everything typed stays", async () => {
    const before = await inFile();
    const answer = await save({
      ...typed,
      clubName: "",
      email: "nobody",
      state: "ZZ",
      zipCode: "7870",
      website: "javascript:alert(1)",
      description: "By the lake",
    });
    expect(answer.status).toBe(422);
    const html = (await answer.text()).replaceAll("&#x27;", "'");
    for (const words of [
      "Enter the club's name",
      "Enter an email address in the format name@example.com",
      "Choose the club's state",
      "Enter a ZIP code of five digits",
      "Enter a web address that starts with https://",
    ])
      expect(html).toContain(words);
    expect(html).toContain("By the lake");
    expect(await inFile()).toEqual(before);
  });

  test("the profile shows the real subscription", async () => {
    const { term_ends_at } = await inControl();
    const day = new Date(term_ends_at).toLocaleDateString("en-US", {
      timeZone: "America/Chicago",
      dateStyle: "long",
    });
    const html = await page();
    expect(html).toContain(day);
    expect(html).toContain("Standard, up to 800 players");
    expect(html).toMatch(/Subscription <span class="badge badge-strong">Active/);
  });
});

// product/clubs.md#club-email
describe("a new address of the club", () => {
  const linkIn = (html: string) => /\/account\/confirm-email\?token=[\w-]+/.exec(html)?.[0] ?? "";
  const ask = async (email: string) => {
    await save({ ...typed, email });
    const mail = (await mails("club-email")).at(-1);
    return { mail, link: linkIn(mail?.html ?? "") };
  };
  const allowMore = () => world.control.deleteFrom("mails").where("tag", "=", "club-email").execute();

  test("a new address of the club awaits its confirmation, and the reset address stays until then", async () => {
    const { mail, link } = await ask("board@lakeside.example");
    expect(mail?.to_address).toBe("board@lakeside.example");
    expect(link).not.toBe("");
    const { email } = await inControl();
    expect([email, (await inFile()).email]).toEqual(["admin@lakeside.example", "admin@lakeside.example"]);
    const html = await page();
    expect(html).toContain("board@lakeside.example is not confirmed yet");
    expect(html).toContain("Send again");

    // Opening the link changes nothing; its button does.
    const opened = await world.ask(link);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain("Confirm This Address");
    expect((await inControl()).email).toBe("admin@lakeside.example");
    expect((await world.ask(link, { form: {} })).status).toBe(303);
    expect((await inControl()).email).toBe("board@lakeside.example");
    expect((await inFile()).email).toBe("board@lakeside.example");
    const [notice, ...others] = await mails("club-email-changed");
    expect(others).toEqual([]);
    expect(notice?.to_address).toBe("admin@lakeside.example");
    expect(notice?.text).toContain("board@lakeside.example");

    // The link works once.
    expect((await world.ask(link)).status).toBe(404);
    expect((await world.ask(link, { form: {} })).headers.get("Location")).toContain("/account/confirm-email");
    expect(await page()).not.toContain("is not confirmed yet");
  });

  test("only the last requested address counts: an older link, a cancelled one and another club's change nothing", async () => {
    const first = await ask("first@lakeside.example");
    const second = await ask("second@lakeside.example");
    expect((await world.ask(first.link)).status).toBe(404);
    await world.ask(PAGE, { cookie: rita.cookie, form: { intent: "cancel-email" } });
    expect((await world.ask(second.link)).status).toBe(200);
    await world.ask(PAGE, { cookie: ada.cookie, form: { intent: "cancel-email" } });
    expect((await world.ask(second.link)).status).toBe(404);
    expect((await inControl()).email).toBe("board@lakeside.example");
    await allowMore();
  });

  test("a new address of the club may be mailed 5 times an hour, and no more", async () => {
    const answers: number[] = [];
    for (let number = 0; number < 4; number += 1)
      answers.push((await save({ ...typed, email: `address${number}@lakeside.example` })).status);
    expect(answers).toEqual([303, 303, 429, 429]);
    // Fields saved beside the address do not make the second try stale.
    const form = { ...typed, city: "Waco", email: "address5@lakeside.example" };
    const html = await (await save(form)).text();
    expect(html).toContain("Everything else is saved");
    const version = versionOn(html, "profile");
    const second = { ...typed, email: "board@lakeside.example", city: "Tyler", version };
    expect((await world.ask(PAGE, { cookie: ada.cookie, form: second })).status).toBe(303);
    expect((await inFile()).city).toBe("Tyler");
  });
});

describe("preferences", () => {
  const startOf = (id: string) =>
    world.platform.clubs.use(lakeside.code, (db) =>
      db
        .selectFrom("games")
        .select(["date", "time", "starts_at"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),
    );

  // product/clubs.md#time-zone
  test("another time zone keeps the games' local times and moves their kick-offs", async () => {
    const winter = await world.game(lakeside, hawks, 5, {
      date: "2026-12-05",
      time: "18:00",
      starts_at: "2026-12-06T00:00:00.000Z",
    });
    const summer = await world.game(lakeside, hawks, 5, {
      date: "2026-07-04",
      time: "09:30",
      starts_at: "2026-07-04T14:30:00.000Z",
    });
    const undecided = await world.game(lakeside, hawks, 5, {
      date: "2026-12-06",
      time: null,
      starts_at: "2026-12-06T06:00:00.000Z",
    });
    expect((await saveGames({ ...chosen, timezone: "America/Phoenix" })).status).toBe(303);
    expect(await startOf(winter)).toEqual({
      date: "2026-12-05",
      time: "18:00",
      starts_at: "2026-12-06T01:00:00.000Z",
    });
    expect((await startOf(summer)).starts_at).toBe("2026-07-04T16:30:00.000Z");
    expect((await startOf(undecided)).starts_at).toBe("2026-12-06T07:00:00.000Z");
    expect((await inControl()).timezone).toBe("America/Phoenix");
    const schedule = await world.ask(`/schedule`, { cookie: dana.cookie });
    expect(await schedule.text()).toContain("6:00 PM");
    await saveGames(chosen);
    expect((await startOf(winter)).starts_at).toBe("2026-12-06T00:00:00.000Z");
  });

  test("a whole history moves at once, and so do the games that an import would bring back", async () => {
    const days = Array.from({ length: 700 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day, 18)));
    const games = days.map((start, day) => ({
      ...gameRow(`history-${day}`, hawks, start),
      date: start.toISOString().slice(0, 10),
      time: "12:00",
    }));
    await world.platform.clubs.use(lakeside.code, async (db) => {
      for (let from = 0; from < games.length; from += 100)
        await db
          .insertInto("games")
          .values(games.slice(from, from + 100))
          .execute();
      const { id, date, time, starts_at, opponent, location, home_away, status } =
        games[0] as (typeof games)[0];
      await db
        .insertInto("imports")
        .values({
          id: "history",
          subject: "games",
          file_name: "history.csv",
          status: "done",
          payload: "",
          added: 0,
          changed: 1,
          unchanged: 0,
          skipped: 0,
          created_teams: "[]",
          created_by: "Ada",
          created_at: starts_at,
          finished_at: starts_at,
        })
        .execute();
      await db
        .insertInto("import_undo")
        .values({
          game_id: id,
          import_id: "history",
          opponent,
          date,
          time,
          starts_at,
          location,
          home_away,
          status,
          original_date: null,
          original_time: null,
          external_id: null,
          updated_at: null,
        })
        .execute();
    });
    expect((await saveGames({ ...chosen, timezone: "America/Los_Angeles" })).status).toBe(303);
    await world.platform.clubs.use(lakeside.code, async (db) => {
      const rows = await db
        .selectFrom("games")
        .select(["date", "starts_at"])
        .where("id", "like", "history-%")
        .execute();
      expect(rows).toHaveLength(700);
      for (const { date, starts_at } of rows)
        expect(new Date(starts_at).toLocaleString("sv-SE", { timeZone: "America/Los_Angeles" })).toBe(
          `${date} 12:00:00`,
        );
      expect(await db.selectFrom("import_undo").select("starts_at").execute()).toEqual([
        { starts_at: "2024-01-01T20:00:00.000Z" },
      ]);
    });
    await saveGames(chosen);
  });

  test("a game that is saved in the instant of a zone's change is on the new clock", async () => {
    await world.platform.clubs.use(lakeside.code, async (db) => {
      const added = await inTransaction(db, async (tx) => {
        await tx.updateTable("club").set({ timezone: "America/Los_Angeles" }).execute();
        return addGame(tx, hawks, {
          ...{ opponent: "Late Comets", date: "2027-04-03", time: "10:00" },
          ...{ location: "Field 1", home_away: "home", notes: "" },
        });
      });
      if (!added.ok) throw new Error("not added");
      const startsAt = async () => (await findGame(db, added.gameId))?.starts_at;
      expect(await startsAt()).toBe("2027-04-03T17:00:00.000Z");
      const game = await findGame(db, added.gameId);
      if (!game) throw new Error("not stored");
      const edit = { ...editedFields(game), time: "11:00", reason: "moved" as const };
      await inTransaction(db, (tx) => editGame(tx, game.id, edit, gameVersion(game)));
      expect(await startsAt()).toBe("2027-04-03T18:00:00.000Z");
      await db.deleteFrom("games").where("id", "=", game.id).execute();
      await db.updateTable("club").set({ timezone: chosen.timezone }).execute();
    });
  });

  test("a club that leaves the leaderboard is gone at once, and comes back", async () => {
    await saveGames({ ...chosen, onLeaderboard: "" });
    expect(await boardRows()).toEqual([]);
    await saveGames(chosen);
    expect((await boardRows()).map(({ team_name }) => team_name)).toEqual(["Hawks", "Otters"]);
  });

  test("agreements expire after 1 to 365 days, and are reminded of unless the club opts out", async () => {
    for (const days of ["", "0", "366", "1.5", "-3", "ten"])
      expect([days, (await saveAgreements({ ...agreed, agreementDays: days })).status]).toEqual([days, 422]);
    expect((await saveAgreements({ ...agreed, agreementDays: "45", agreementText: "No dogs." })).status).toBe(
      303,
    );
    expect(await inFile()).toMatchObject({ agreement_days: 45, agreement_text: "No dogs." });
    expect(await inFile()).toMatchObject({ agreement_reminders: 1 });
    const { agreementReminders: _, ...without } = agreed;
    expect((await saveAgreements(without)).status).toBe(303);
    expect(await inFile()).toMatchObject({ agreement_reminders: 0 });
    expect(await page("/club/settings?tab=agreements")).toContain("after 3, 7, and 14 days");
  });

  test("the club's own paragraph has a text for each language; one that is missing is said here and before sending", async () => {
    const missing = "Your own paragraph is missing in Spanish";
    const agreements = async (path: string) => (await world.ask(path, { cookie: ada.cookie })).text();
    const [parent] = await addParents(world, lakeside, hawks, 1, { contact: { language: "es" } });
    const places = ["/agreements", "/agreements/text?lang=es", "/agreements/send"];
    places.push(`/agreements/${parent?.agreementId}`);
    await saveAgreements({ ...agreed, agreementText: "", agreementTextEs: "" });
    for (const path of places) expect(await agreements(path)).not.toContain("own paragraph is missing");
    await saveAgreements({ ...agreed, agreementText: "No dogs." });
    expect(await page("/club/settings?tab=agreements")).toContain(missing);
    for (const path of places)
      expect([path, (await agreements(path)).includes(missing)]).toEqual([path, true]);
    expect(await agreements("/agreements/text?lang=en")).not.toContain(missing);
    await saveAgreements({ ...agreed, agreementText: "No dogs.", agreementTextEs: "Sin perros." });
    expect(await inFile()).toMatchObject({ agreement_text: "No dogs.", agreement_text_es: "Sin perros." });
    expect(await agreements("/agreements/text?lang=es")).toContain("Sin perros.");
    for (const path of places) expect(await agreements(path)).not.toContain("own paragraph is missing");
    expect(await page("/club/settings?tab=agreements")).not.toContain("own paragraph is missing");
    await saveAgreements({ ...agreed, agreementTextEs: "Sin perros." });
    expect(await agreements("/agreements")).toContain("Your own paragraph is missing in English");
  });
});

test("time zone and agreements are two forms, and neither changes the other or makes it stale", async () => {
  const version = versionOn(await page("/club/settings?tab=agreements"));
  await saveGames({ ...chosen, timezone: "America/Denver" });
  const form = { ...agreed, agreementDays: "21", version };
  const answer = await world.ask("/club/settings?tab=agreements", { cookie: ada.cookie, form });
  expect(answer.headers.get("Location")).toBe("/club/settings?tab=agreements");
  expect(await inFile()).toMatchObject({ timezone: "America/Denver", agreement_days: 21 });
  await saveGames(chosen);
  expect(await inFile()).toMatchObject({ timezone: "America/Chicago", agreement_days: 21 });
});

test("a form that the tab does not know is refused", async () => {
  expect((await world.ask(PAGE, { cookie: ada.cookie, form: { intent: "delete-club" } })).status).toBe(400);
});
