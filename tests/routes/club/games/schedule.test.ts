import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, lynxes } = cast;
afterAll(() => world.close());
const as = {
  ada: cast.ada.cookie,
  mia: cast.mia.cookie,
  dana: cast.dana.cookie,
  rita: cast.rita.cookie,
};

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const gameById = (id: string) =>
  inFile((db) => db.selectFrom("games").selectAll().where("id", "=", id).executeTakeFirst());
const gamesOf = (team: string) =>
  inFile((db) => db.selectFrom("games").selectAll().where("team_id", "=", team).execute());

/** Inserts a rating by Dana. */
async function rate(gameId: string) {
  const { newId } = await import("#app/runtime/ids.server.ts");
  const rating = {
    id: newId(),
    game_id: gameId,
    side: "coach" as const,
    score: 20 as const,
    reason: "Quiet and kind",
    tags: "[]",
    submission_key: newId(),
    given_by: "dana",
    given_by_name: "Dana Reyes",
    given_as: "head" as const,
    correction_reason: "",
    saw_other: 0,
    given_at: new Date().toISOString(),
    superseded_at: null,
  };
  await inFile((db) => db.insertInto("ratings").values(rating).execute());
}

const newGame = {
  team: "",
  opponent: "Westlake Comets",
  date: "2027-03-06",
  time: "10:30",
  location: "Zilker Park, Field 3",
  home_away: "away",
  notes: "Bring the white shirts",
};

describe("permissions", () => {
  test("visitors are redirected to sign-in from every page", async () => {
    const game = await world.game(lakeside, hawks, -30);
    for (const path of ["", "/new", "/import", "/import/template.csv", `/${game}/edit`, `/${game}/delete`]) {
      const answer = await world.ask(`/schedule${path}`);
      expect([path, answer.status]).toEqual([path, 302]);
      expect(answer.headers.get("Location")).toMatch(/^\/club\/login/);
    }
  });

  test("Dana, a coach, sees her team's games and changes none", async () => {
    const game = await world.game(lakeside, hawks, -30, { opponent: "Mueller Mustangs" });
    await world.game(lakeside, otters, -30, { opponent: "Bee Cave Bees" });
    const page = await (await world.ask("/schedule", { cookie: as.dana })).text();
    expect(page).toContain("Mueller Mustangs");
    expect(page).not.toContain("Bee Cave Bees");
    expect(page).not.toContain(`/schedule/${game}/edit`);
    expect(page).not.toContain("Add Game");
    for (const path of ["/new", "/import", `/${game}/edit`, `/${game}/cancel`, `/${game}/delete`]) {
      expect((await world.ask(`/schedule${path}`, { cookie: as.dana })).status).toBe(403);
    }
    const cancelling = await world.ask(`/schedule/${game}/cancel`, {
      cookie: as.dana,
      form: { intent: "cancel" },
    });
    expect(cancelling.status).toBe(403);
    expect((await gameById(game))?.status).toBe("scheduled");
  });

  test("Mia, a manager, edits the Hawks' games, not the Otters', and imports nothing", async () => {
    const ofOtters = await world.game(lakeside, otters, -30);
    expect((await world.ask("/schedule/new", { cookie: as.mia })).status).toBe(200);
    expect((await world.ask("/schedule/import", { cookie: as.mia })).status).toBe(403);
    expect((await world.ask(`/schedule/${ofOtters}/edit`, { cookie: as.mia })).status).toBe(403);
    expect((await world.ask(`/schedule?team=${otters}`, { cookie: as.mia })).status).toBe(403);
    const answer = await world.ask("/schedule/new", { cookie: as.mia, form: { ...newGame, team: otters } });
    expect(answer.status).toBe(403);
    expect((await gamesOf(otters)).some(({ opponent }) => opponent === newGame.opponent)).toBe(false);
  });

  test("a manager of one team who coaches another edits the first team's games only", async () => {
    const ospreys = await world.team(lakeside, "Ospreys");
    const both = await world.person("Bo Both", lakeside, [
      { team: ospreys, role: "manager" },
      { team: otters, role: "coach" },
    ]);
    const cookie = await world.signIn(both, lakeside.code);
    const ofOtters = await world.game(lakeside, otters, -30);
    for (const path of ["edit", "cancel", "delete"]) {
      expect((await world.ask(`/schedule/${ofOtters}/${path}`, { cookie })).status).toBe(403);
      expect((await world.ask(`/schedule/${ofOtters}/${path}`, { cookie, form: {} })).status).toBe(403);
    }
    const offered = await (await world.ask("/schedule/new", { cookie })).text();
    expect([offered.includes(ospreys), offered.includes(otters)]).toEqual([true, false]);
    const answer = await world.ask("/schedule/new", { cookie, form: { ...newGame, team: otters } });
    expect(answer.status).toBe(403);
    expect(await gameById(ofOtters)).toMatchObject({ status: "scheduled" });
  });

  test("a game or team of Lakeside is not found by Riverside's administrator", async () => {
    const game = await world.game(lakeside, hawks, -30, { opponent: "Secret Rival" });
    for (const path of [`/${game}/edit`, `/${game}/cancel`, `/${game}/delete`, `?team=${hawks}`]) {
      const answer = await world.ask(`/schedule${path}`, { cookie: as.rita });
      expect(answer.status).toBe(404);
      expect(await answer.text()).not.toContain("Secret Rival");
    }
    const deleting = await world.ask(`/schedule/${game}/delete`, { cookie: as.rita, form: {} });
    expect(deleting.status).toBe(404);
    const adding = await world.ask("/schedule/new", { cookie: as.ada, form: { ...newGame, team: lynxes } });
    expect(adding.status).toBe(404);
    expect(await gameById(game)).toBeDefined();
  });
});

// product/games.md#games
describe("adding a game", () => {
  test("Mia adds one; sending it twice adds it once", async () => {
    const form = { ...newGame, team: hawks, opponent: "Leander Lightning" };
    const answers = [
      await world.ask("/schedule/new", { cookie: as.mia, form }),
      await world.ask("/schedule/new", { cookie: as.mia, form: { ...form, opponent: "LEANDER lightning" } }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toBe("/schedule");
    }
    const games = (await gamesOf(hawks)).filter(({ opponent }) => opponent === "Leander Lightning");
    expect(games).toHaveLength(1);
    expect(games[0]).toMatchObject({
      date: "2027-03-06",
      time: "10:30",
      // 10:30 in Texas is 16:30 UTC in winter.
      starts_at: "2027-03-06T16:30:00.000Z",
      home_away: "away",
      status: "scheduled",
      notes: "Bring the white shirts",
    });
  });

  test("two tabs at once add it once", async () => {
    const form = { ...newGame, team: hawks, opponent: "Kyle Kings" };
    await Promise.all([
      world.ask("/schedule/new", { cookie: as.mia, form }),
      world.ask("/schedule/new", { cookie: as.ada, form }),
    ]);
    expect((await gamesOf(hawks)).filter(({ opponent }) => opponent === "Kyle Kings")).toHaveLength(1);
  });

  test("TBD leaves the time open, and an empty location reads TBD", async () => {
    const form = { ...newGame, team: hawks, opponent: "Hutto Hippos", time: "", tbd: "on", location: "" };
    expect((await world.ask("/schedule/new", { cookie: as.mia, form })).status).toBe(303);
    const [game] = (await gamesOf(hawks)).filter(({ opponent }) => opponent === "Hutto Hippos");
    expect(game).toMatchObject({ time: null, location: "TBD", starts_at: "2027-03-06T06:00:00.000Z" });
    expect(await (await world.ask("/schedule?month=2027-03", { cookie: as.mia })).text()).toContain(
      "Time </span>TBD",
    );
  });

  test.each([
    ["no opponent", { opponent: " " }, "Enter the opponent"],
    ["no date", { date: "" }, "Enter the date of the game"],
    ["a day that does not exist", { date: "2027-02-30" }, "Enter a real date"],
    ["no time", { time: "" }, "Enter the kick-off time, or tick TBD"],
    ["a time that is none", { time: "quarter past" }, "Enter a time such as 6:00 PM"],
    ["no team", { team: "" }, "Choose a team"],
    ["neither home nor away", { home_away: "moon" }, "Choose home or away"],
    ["an opponent as long as a book", { opponent: "x".repeat(500) }, "Use at most 120 characters"],
  ])("%s: shows a message, keeps typed values and adds nothing", async (_what, wrong, message) => {
    const before = (await gamesOf(hawks)).length;
    const form = { ...newGame, team: hawks, location: "Field <7> & more", ...wrong };
    const answer = await world.ask("/schedule/new", { cookie: as.mia, form });
    expect(answer.status).toBe(422);
    const page = await answer.text();
    expect(page).toContain("There is a problem");
    expect(page).toContain(message);
    expect(page).toContain("Field &lt;7&gt; &amp; more");
    expect(await gamesOf(hawks)).toHaveLength(before);
  });
});

test("an empty form reports everything missing at once, at its fields and in the summary", async () => {
  const answer = await world.ask("/schedule/new", { cookie: as.mia, form: { team: hawks } });
  expect(answer.status).toBe(422);
  const html = await answer.text();
  const summary = /<div class="error-summary"[\s\S]*?<\/ul>/.exec(html)?.[0] ?? "";
  const messages = [
    ["opponent", "Enter the opponent"],
    ["date", "Enter the date of the game"],
    ["home_away", "Choose home or away"],
    ["time", "Enter the kick-off time, or tick TBD"],
  ];
  for (const [field, message] of messages) {
    expect(summary).toContain(`<a href="#field-${field}">${message}</a>`);
    expect(html).toContain(`id="field-${field}-error"`);
  }
});

describe("changing a game", () => {
  const edit = {
    opponent: "Riverside Lions",
    date: "2027-04-10",
    time: "09:00",
    location: "Field 1",
    home_away: "home",
    notes: "",
    status: "scheduled",
    reason: "moved",
  };
  const planned = {
    date: "2027-04-03",
    time: "10:00",
    starts_at: "2027-04-03T15:00:00.000Z",
  };

  test("a moved game is rescheduled and keeps its original date and time, even after a second move", async () => {
    const id = await world.game(lakeside, hawks, -30, planned);
    await world.save(`/schedule/${id}/edit`, { cookie: as.mia, form: edit });
    const original = { original_date: "2027-04-03", original_time: "10:00" };
    expect(await gameById(id)).toMatchObject({ ...original, status: "rescheduled", date: "2027-04-10" });
    const again = { ...edit, date: "2027-04-17", status: "rescheduled" };
    await world.save(`/schedule/${id}/edit`, { cookie: as.mia, form: again });
    expect(await gameById(id)).toMatchObject({ ...original, status: "rescheduled", date: "2027-04-17" });
    const page = await (await world.ask("/schedule?month=2027-04", { cookie: as.mia })).text();
    expect(page).toContain("Rescheduled");
    expect(page).toContain("was Sat, Apr 3, 2027, 10:00 AM");
  });

  test("correcting a typo does not mark the game rescheduled", async () => {
    const id = await world.game(lakeside, hawks, -30, planned);
    await world.save(`/schedule/${id}/edit`, { cookie: as.mia, form: { ...edit, reason: "corrected" } });
    expect(await gameById(id)).toMatchObject({
      status: "scheduled",
      date: "2027-04-10",
      original_date: null,
    });
  });

  test("a rated game neither moves into the future nor is cancelled or deleted", async () => {
    const id = await world.game(lakeside, hawks, 30);
    await rate(id);
    const before = await gameById(id);
    const moving = await world.save(`/schedule/${id}/edit`, { cookie: as.mia, form: edit });
    expect(moving.status).toBe(422);
    expect(await moving.text()).toContain("it cannot be moved into the future");
    const past = { ...edit, date: before?.date ?? "", time: before?.time ?? "", status: "cancelled" };
    const cancelling = await world.save(`/schedule/${id}/edit`, { cookie: as.mia, form: past });
    expect(cancelling.status).toBe(422);
    const calledOff = await world.save(`/schedule/${id}/cancel`, {
      cookie: as.mia,
      form: { intent: "cancel" },
    });
    expect(calledOff.status).toBe(422);
    const deleting = await world.save(`/schedule/${id}/delete`, { cookie: as.mia, form: {} });
    expect(deleting.status).toBe(422);
    expect(await gameById(id)).toEqual(before);
  });

  test("a future game cannot be completed", async () => {
    const id = await world.game(lakeside, hawks, -30, planned);
    const answer = await world.save(`/schedule/${id}/edit`, {
      cookie: as.mia,
      form: { ...edit, status: "completed" },
    });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("has not kicked off yet");
  });

  test("adding a cancelled game again offers to restore it", async () => {
    const twin = { ...newGame, team: hawks, opponent: "Cedar Park Colts", date: "2027-04-10" };
    await world.ask("/schedule/new", { cookie: as.mia, form: twin });
    const id = (await gamesOf(hawks)).find(({ opponent }) => opponent === twin.opponent)?.id ?? "";
    await world.save(`/schedule/${id}/cancel`, { cookie: as.mia, form: { intent: "cancel" } });
    const again = await world.ask("/schedule/new", { cookie: as.mia, form: twin });
    expect(again.headers.get("Location")).toBe(`/schedule/${id}/cancel`);
    const flash = again.headers.getSetCookie()[0]?.split(";")[0];
    const page = await (await world.ask(`/schedule/${id}/cancel`, { cookie: `${as.mia}; ${flash}` })).text();
    expect(page).toContain("The game against Cedar Park Colts is already on the schedule, but cancelled.");
    expect(page).toContain("Put It Back On");
    expect((await gameById(id))?.status).toBe("cancelled");
    expect((await gamesOf(hawks)).filter(({ opponent }) => opponent === twin.opponent)).toHaveLength(1);
  });

  test("cancelling asks first, happens once and can be undone", async () => {
    const id = await world.game(lakeside, hawks, -30, planned);
    expect(await (await world.ask(`/schedule/${id}/cancel`, { cookie: as.mia })).text()).toContain(
      "Cancel this game?",
    );
    expect((await gameById(id))?.status).toBe("scheduled");
    for (let time = 0; time < 2; time += 1) {
      const answer = await world.save(`/schedule/${id}/cancel`, {
        cookie: as.mia,
        form: { intent: "cancel" },
      });
      expect(answer.status).toBe(303);
    }
    expect((await gameById(id))?.status).toBe("cancelled");
    await world.save(`/schedule/${id}/cancel`, { cookie: as.mia, form: { intent: "restore" } });
    expect((await gameById(id))?.status).toBe("scheduled");
  });

  test("deleting asks first and removes the game for good", async () => {
    const id = await world.game(lakeside, hawks, -30, planned);
    expect((await world.ask(`/schedule/${id}/delete`, { cookie: as.mia })).status).toBe(200);
    expect(await gameById(id)).toBeDefined();
    expect((await world.save(`/schedule/${id}/delete`, { cookie: as.mia, form: {} })).status).toBe(303);
    expect(await gameById(id)).toBeUndefined();
    expect((await world.save(`/schedule/${id}/delete`, { cookie: as.mia, form: {} })).status).toBe(404);
  });
});

describe("the list", () => {
  test("the list counts by phase, filters by the address, and pages", async () => {
    const club = await world.club("Cedar Park United");
    const team = await world.team(club, "Comets");
    const other = await world.team(club, "Rockets");
    const cookie = await world.signIn(club.adminAccount, club.code);
    for (let n = 0; n < 27; n += 1) await world.game(club, team, -24 * (n + 1), { opponent: `Rival ${n}` });
    await world.game(club, team, -24, { status: "rescheduled" });
    const moved = { original_date: "2020-01-01", original_time: null, opponent: "Moved And Played" };
    await world.game(club, team, 50, moved);
    await world.game(club, team, 1, { opponent: "Playing Now" });
    await world.game(club, team, 30, { opponent: "Played Before" });
    await world.game(club, team, 40, { status: "cancelled" });
    await world.game(club, other, -24, { opponent: "Rocket Rival" });
    const open = async (path: string) => {
      const page = (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
      const counts = /<p class="lead">(.*?)<\/p>/.exec(page)?.[1]?.replace(/<[^>]+>/g, "");
      return { page, counts };
    };
    const all = await open("/schedule");
    expect(all.counts).toBe("28 upcoming, 2 rescheduled, 1 in progress, 2 completed, 1 cancelled.");
    expect(all.page).toContain('href="/schedule?phase=cancelled">1 cancelled');
    expect(all.page).toContain("33 games");
    expect(all.page).toContain("Page 1 of 2");
    expect(all.page.indexOf("Playing Now")).toBeLessThan(all.page.indexOf("Rival 0"));
    const second = await open("/schedule?page=2");
    expect(second.page).toContain("Played Before");
    const completed = await open("/schedule?phase=completed");
    expect(completed.page).toContain("2 games: completed.");
    expect(completed.page).toContain("Played Before");
    expect(completed.page).not.toContain("Playing Now");
    const rescheduled = await open("/schedule?phase=rescheduled");
    expect(rescheduled.page).toContain("2 games: rescheduled.");
    expect(rescheduled.page).toContain("Moved And Played");
    const rockets = await open(`/schedule?team=${other}`);
    expect(rockets.page).toContain("Rocket Rival");
    expect(rockets.counts).toBe("1 upcoming.");
    const nothing = await open("/schedule?month=2020-01");
    expect(nothing.page).toContain("No games here");
    expect((await world.ask("/schedule?page=99999999&phase=moon&month=soon", { cookie })).status).toBe(200);
  });

  test("the list is ordered by day, with a line of today between upcoming and past games", async () => {
    const club = await world.club("Pflugerville Pfalcons");
    const team = await world.team(club, "Kites");
    const cookie = await world.signIn(club.adminAccount, club.code);
    const days = { away: "2024-11-02", home: "2024-11-03", coming: "2044-11-05" };
    const start = (date: string) => ({ date, time: "18:00", starts_at: `${date}T23:00:00.000Z` });
    const played = await world.game(club, team, 0, { opponent: "Lions", ...start(days.home) });
    await world.game(club, team, 0, { opponent: "Bears", ...start(days.away), home_away: "away" });
    const coming = await world.game(club, team, 0, { opponent: "Foxes", ...start(days.coming) });
    const html = (await (await world.ask("/schedule", { cookie })).text()).replaceAll("<!-- -->", "");
    const order = [
      ">Upcoming</h2>",
      ">Saturday, November 5, 2044</h3>",
      "6:00 PM",
      `href="/rating/${coming}">vs. Foxes</a>`,
      "Today is ",
      ">Earlier</h2>",
      ">Sunday, November 3, 2024</h3>",
      `href="/rating/${played}">vs. Lions</a>`,
      ">Saturday, November 2, 2024</h3>",
      ">at Bears</a>",
    ];
    const places = order.map((text) => html.indexOf(text));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
    // The row's page has the manager's actions; a desktop's row has them too, and names the cancelled game.
    expect(html).toMatch(/aria-label="Cancel game Kites vs. Foxes, [^"]*">Cancel game</);
    const page = await (await world.ask(`/rating/${coming}`, { cookie })).text();
    expect(page).toContain(`href="/schedule/${coming}/edit">Edit game`);
    expect(page).toContain(`href="/schedule/${coming}/cancel">Cancel game`);
  });

  test("a club without games sees how to start", async () => {
    const club = await world.club("Hutto Hills");
    const cookie = await world.signIn(club.adminAccount, club.code);
    expect(await (await world.ask("/schedule", { cookie })).text()).toContain("No teams yet");
    await world.team(club, "Hippos");
    expect(await (await world.ask("/schedule", { cookie })).text()).toContain("No games yet");
  });
});
