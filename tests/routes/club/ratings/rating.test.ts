import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { readMails } from "#tests/support/mails.ts";
import { ratingRow } from "#tests/support/rows.ts";
import { versionOn } from "#tests/support/world.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, riverside, lynxes } = cast;
afterAll(() => world.close());
const { deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");

const abel = await world.person("Abel Assistant", lakeside, [
  { team: hawks, role: "coach", coachRole: "assistant" },
]);
const bo = await world.person("Bo Both", lakeside, [
  { team: otters, role: "coach" },
  { team: otters, role: "manager" },
]);
const rosa = await world.person("Rosa Riverside", riverside, [{ team: lynxes, role: "coach" }]);
const as = {
  ada: cast.ada.cookie,
  mia: cast.mia.cookie,
  dana: cast.dana.cookie,
  abel: await world.signIn(abel, lakeside.code),
  bo: await world.signIn(bo, lakeside.code),
  rosa: await world.signIn(rosa, riverside.code),
};

const versions = (gameId: string) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("ratings").selectAll().where("game_id", "=", gameId).orderBy("given_at").execute(),
  );
const gameRow = (gameId: string) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("games").selectAll().where("id", "=", gameId).executeTakeFirstOrThrow(),
  );
const caseOf = async (gameId: string) =>
  (
    await world.platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("incidents").select("id").where("game_id", "=", gameId).executeTakeFirstOrThrow(),
    )
  ).id;

/** Returns the page's markup without its stylesheet and the comments that React leaves between texts. */
const read = async (answer: Response | Promise<Response>) =>
  (await (await answer).text()).replace(/<style[\s\S]*?<\/style>/, "").replaceAll("<!-- -->", "");

let forms = 0;
/** Returns the submission key of a fresh form. */
const submission = () => `form-${String(++forms).padStart(17, "0")}`;
const perfect = (more: Record<string, string | string[]> = {}) => ({
  score: "20",
  reason: "A calm game",
  submission: submission(),
  ...more,
});
const minor = (more: Record<string, string | string[]> = {}) => ({
  ...perfect(),
  score: "10",
  happened: ["dissent"],
  reason: "Some shouting at the referee",
  ...more,
});
const major = (more: Record<string, string | string[]> = {}) => ({
  ...perfect(),
  score: "0",
  happened: ["profanity-threats"],
  reason: "Red card on the sideline",
  ...more,
});

describe("access", async () => {
  const game = await world.game(lakeside, hawks, 3);
  const addresses = [
    "/rating",
    `/rating/${game}`,
    "/mobile-rating",
    `/mobile-rating?game=${game}`,
    `/rating/${game}/incident`,
    `/rating/${game}/correction/coach`,
  ];
  test.each(addresses)("a visitor is redirected from %s to sign-in", async (address) => {
    const answer = await world.ask(address);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("Location")).toContain("/club/login");
  });
  test("a visitor's rating is refused", async () => {
    expect((await world.ask(`/rating/${game}`, { form: perfect() })).headers.get("Location")).toContain(
      "/club/login",
    );
    expect(await versions(game)).toEqual([]);
  });
  test("ratings by administrators are refused, and so are corrections and incident notes by staff", async () => {
    const before = await versions(game);
    expect((await world.ask(`/rating/${game}`, { cookie: as.ada, form: perfect() })).status).toBe(403);
    expect((await world.ask("/mobile-rating", { cookie: as.ada })).status).toBe(403);
    for (const cookie of [as.dana, as.mia]) {
      expect((await world.ask(`/rating/${game}/correction/coach`, { cookie })).status).toBe(403);
      expect((await world.ask(`/rating/${game}/incident`, { cookie })).status).toBe(403);
    }
    expect(await versions(game)).toEqual(before);
  });
});

describe("a user", async () => {
  const game = await world.game(lakeside, hawks, 3, { opponent: "Secret Opponent" });
  const ottersGame = await world.game(lakeside, otters, 3, { opponent: "Opponent of the Otters" });
  test("a user of another club gets 404, and nothing leaks", async () => {
    for (const address of [`/rating/${game}`, `/mobile-rating?game=${game}`]) {
      const seen = await world.ask(address, { cookie: as.rosa });
      expect(seen.status).toBe(404);
      expect(await read(seen)).not.toContain("Secret Opponent");
      expect((await world.ask(address, { cookie: as.rosa, form: perfect() })).status).toBe(404);
    }
    expect(await read(world.ask("/rating?show=all", { cookie: as.rosa }))).not.toContain("Secret");
    expect(await versions(game)).toEqual([]);
  });
  test("a user of another team is refused", async () => {
    expect((await world.ask(`/rating/${ottersGame}`, { cookie: as.dana })).status).toBe(403);
    expect((await world.ask(`/rating/${ottersGame}`, { cookie: as.dana, form: perfect() })).status).toBe(403);
    expect(
      (await world.ask(`/mobile-rating?game=${ottersGame}`, { cookie: as.mia, form: perfect() })).status,
    ).toBe(403);
    const list = await read(world.ask(`/rating?show=all&team=${otters}`, { cookie: as.dana }));
    expect(list).not.toContain("Opponent of the Otters");
  });
  test("a user on the other side of the team is refused", async () => {
    const posted = await world.ask(`/rating/${game}`, { cookie: as.mia, form: perfect({ side: "coach" }) });
    expect(posted.status).toBe(403);
    expect(await versions(game)).toEqual([]);
  });
  test("a user with that side in another team only is refused", async () => {
    const ibises = await world.team(lakeside, "Ibises");
    const places = [
      { team: ibises, role: "manager" as const },
      { team: hawks, role: "coach" as const, coachRole: "assistant" as const },
    ];
    const cookie = await world.signIn(await world.person("Cy Elsewhere", lakeside, places), lakeside.code);
    const posted = await world.ask(`/rating/${game}`, { cookie, form: perfect({ side: "manager" }) });
    expect(posted.status).toBe(403);
    expect(await versions(game)).toEqual([]);
    await world.ask(`/rating/${game}`, { cookie, form: perfect() });
    expect(await versions(game)).toMatchObject([{ side: "coach", given_as: "assistant" }]);
  });
});

describe("rating in the dialog", () => {
  test("rating in the dialog stores the rating, confirms it and reconciles the game", async () => {
    const game = await world.game(lakeside, hawks, 3);
    const page = await read(world.ask(`/rating/${game}`, { cookie: as.dana }));
    expect(page).toContain("Head Coach");
    expect(page).toContain("Your coach rating is final and takes precedence");
    expect(page).toContain("No incidents, positive atmosphere");
    const posted = await world.ask(`/rating/${game}`, { cookie: as.dana, form: perfect() });
    expect(posted.status).toBe(303);
    expect(posted.headers.get("Location")).toBe(`/rating/${game}?as=coach`);
    expect(await versions(game)).toMatchObject([
      { side: "coach", score: 20, given_as: "head", reason: "A calm game", superseded_at: null },
    ]);
    expect(await gameRow(game)).toMatchObject({
      final_score: 20,
      agreement: "agreed",
      final_policy: "coach-final",
    });
    const rated = await read(world.ask(`/rating/${game}`, { cookie: as.dana }));
    expect(rated).toContain("20 Perfect Behavior");
    expect(rated).toContain("Sealed");
    const byAda = await read(world.ask(`/rating/${game}`, { cookie: as.ada }));
    expect(byAda).toContain("Coach only");
    expect(byAda).not.toContain("Agreed");
    await world.ask(`/rating/${game}`, { cookie: as.mia, form: perfect() });
    expect(await read(world.ask(`/rating/${game}`, { cookie: as.dana }))).toContain("Agreed");
  });

  test.each([
    ["no score", { score: "" }, "Please select a rating before submitting"],
    ["a score off the scale", { score: "15" }, "Please select a rating before submitting"],
    ["no reason", { reason: "  " }, "Enter a reason for your rating"],
    ["a 10 without what happened", { score: "10" }, "Choose at least one thing that happened"],
    ["a 20 with what went wrong", { happened: ["dissent"] }, "Perfect Behavior means that none of these"],
    ["a tag that is none", { happened: ["dancing"], score: "10" }, "Choose from the list"],
    ["no submission key", { submission: "" }, "This form is too old"],
  ])(
    "rating in the dialog refuses %s at its field, keeps typed values and changes nothing",
    async (_, bad, message) => {
      const game = await world.game(lakeside, hawks, 3);
      const form = perfect({ reason: "Typed with care", supportive: ["quiet"], ...bad });
      const answer = await world.ask(`/rating/${game}`, { cookie: as.dana, form });
      const html = await read(answer);
      expect(answer.status).toBe(422);
      expect(html).toContain("There is a problem");
      expect(html).toContain(message);
      if (form.reason.trim()) expect(html).toContain("Typed with care");
      expect(html).toMatch(/<input[^>]*name="supportive"[^>]*checked=""[^>]*value="quiet"/);
      expect(await versions(game)).toEqual([]);
      expect(await gameRow(game)).toMatchObject({ final_score: null, agreement: "pending" });
    },
  );

  test("rating in the dialog refuses a game that has not started and one that was cancelled", async () => {
    const coming = await world.game(lakeside, hawks, -3);
    const off = await world.game(lakeside, hawks, 3, { status: "cancelled" });
    const early = await world.ask(`/rating/${coming}`, { cookie: as.dana, form: perfect() });
    expect(early.status).toBe(422);
    expect(await read(early)).toContain("You can rate it from kick-off on");
    const late = await world.ask(`/rating/${off}`, { cookie: as.dana, form: perfect() });
    expect(late.status).toBe(422);
    expect(await read(late)).toContain("This game was cancelled");
    expect([...(await versions(coming)), ...(await versions(off))]).toEqual([]);
  });

  test("an assistant cannot replace a head coach's rating, but a head coach can replace an assistant's", async () => {
    const game = await world.game(lakeside, hawks, 3);
    await world.ask(`/rating/${game}`, { cookie: as.abel, form: minor() });
    await world.ask(`/rating/${game}`, { cookie: as.dana, form: perfect() });
    const again = await world.ask(`/rating/${game}`, { cookie: as.abel, form: minor() });
    expect(again.status).toBe(422);
    expect(await read(again)).toContain("A head coach&#x27;s rating stands");
    const stored = await versions(game);
    expect(stored.map(({ given_as, superseded_at }) => [given_as, superseded_at === null])).toEqual([
      ["assistant", false],
      ["head", true],
    ]);
    expect((await gameRow(game)).final_score).toBe(20);
  });

  test("a rater on both sides chooses one", async () => {
    const game = await world.game(lakeside, otters, 3);
    const page = await read(world.ask(`/rating/${game}?as=manager`, { cookie: as.bo }));
    expect(page).toContain("Rate as Coach");
    expect(page).toMatch(/name="side" value="manager"/);
    const without = await world.ask(`/rating/${game}`, { cookie: as.bo, form: perfect() });
    expect(without.status).toBe(422);
    expect(await read(without)).toContain("Choose whether you rate as coach or as team manager");
    const posted = await world.ask(`/rating/${game}`, { cookie: as.bo, form: perfect({ side: "manager" }) });
    expect(posted.status).toBe(303);
    expect(await versions(game)).toMatchObject([{ side: "manager", given_as: "manager" }]);
  });
});

describe("nobody is stranded", () => {
  test("an empty correction reports everything missing at once", async () => {
    const game = await world.game(lakeside, hawks, 3);
    await world.ask(`/rating/${game}`, { cookie: as.dana, form: perfect() });
    const form = { submission: submission(), score: "0" };
    const refused = await world.ask(`/rating/${game}/correction/coach`, { cookie: as.ada, form });
    expect(refused.status).toBe(422);
    const html = await read(refused);
    for (const field of ["happened", "reason", "correctionReason"]) {
      expect(html).toContain(`<a href="#field-${field}">`);
      expect(html).toContain(`id="field-${field}-error"`);
    }
  });

  test("notes are not called optional if a 0 needs them", async () => {
    const game = await world.game(lakeside, hawks, 3);
    const page = await read(world.ask(`/mobile-rating?game=${game}`, { cookie: as.mia }));
    expect(page).toMatch(/Notes<span class="optional"> \(needed for a Major Incident\)/);
  });

  test("a manager is not asked to wait for a coach who has rated", async () => {
    const game = await world.game(lakeside, hawks, 3);
    await world.ask(`/rating/${game}`, { cookie: as.dana, form: minor() });
    for (const address of [`/mobile-rating?game=${game}`, `/rating/${game}`]) {
      const page = await read(world.ask(address, { cookie: as.mia }));
      expect(page).toContain("The coach has rated this game, and the coach&#x27;s score counts.");
      expect(page).not.toContain("stays pending");
    }
  });

  test("a saved rating shows the team's line and links the next game, the list and home", async () => {
    const club = await world.club("Prairie");
    const team = await world.team(club, "Plovers");
    const cookie = await world.signIn(await world.person("Pia", club, [{ team, role: "coach" }]), club.code);
    const [game, next] = [await world.game(club, team, 3), await world.game(club, team, 30)];
    await world.game(club, team, 60, { home_away: "away" });
    const saved = async (id: string, form: Record<string, string | string[]>) => {
      const posted = await world.ask(`/mobile-rating?game=${id}`, { cookie, form });
      return read(world.ask(posted.headers.get("Location") ?? "", { cookie }));
    };
    const first = await saved(game, perfect());
    expect(first).toContain("last 3 games: 1 perfect, 2 not rated");
    expect(first).toContain(`href="/mobile-rating?game=${next}"`);
    expect(first).toMatch(/Rate next: Plovers vs\. /);
    expect(first).toContain('href="/mobile-rating">All 2 games to rate');
    expect(first).toContain('href="/rating"');
    expect(first).toContain('href="/dashboard"');
    expect(first).not.toContain("private note");
    const second = await saved(next, major());
    expect(second).toContain("Your club&#x27;s administrators are told by email.");
    expect(second).toMatch(/Rate next: Plovers at /);
    await world.platform.clubs.use(club.code, (db) =>
      db.updateTable("teams").set({ incident_alerts: 0 }).execute(),
    );
    const quiet = await world.game(club, team, 90);
    const third = await saved(quiet, major());
    expect(third).not.toContain("are told by email");
    expect(third).toContain("please tell them yourself");
  });

  test("a stale form at the field names its fields as the form does", async () => {
    const game = await world.game(lakeside, hawks, 3);
    const path = `/mobile-rating?game=${game}`;
    await world.ask(path, { cookie: as.dana, form: perfect() });
    const page = await read(world.ask(path, { cookie: as.dana, form: minor() }));
    expect(page).toContain("so nothing is saved yet");
    expect(page).toContain("<dt>Notes</dt>");
    expect(page).not.toContain("<dt>Reason</dt>");
  });
});

describe("a form that is sent twice", () => {
  test("a form that is sent twice counts once and gets the same answer", async () => {
    const game = await world.game(lakeside, hawks, 3);
    const form = minor();
    for (const _ of [1, 2, 3]) {
      const answer = await world.ask(`/mobile-rating?game=${game}`, { cookie: as.mia, form });
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toBe(`/mobile-rating?game=${game}&as=manager&saved=yes`);
    }
    expect(await versions(game)).toHaveLength(1);
  });
  test("a form sent twice with other content is refused with both ratings, and saving again stores it", async () => {
    const game = await world.game(lakeside, hawks, 3);
    const form = minor();
    await world.ask(`/rating/${game}`, { cookie: as.mia, form });
    const changed = await world.ask(`/rating/${game}`, {
      cookie: as.mia,
      form: { ...perfect(), submission: form.submission },
    });
    expect(changed.status).toBe(422);
    const page = await changed.text();
    expect(page).toContain("20 Perfect Behavior");
    expect(page).toContain("10 Minor Issues");
    expect(await versions(game)).toHaveLength(1);
    const again = await world.ask(`/rating/${game}`, {
      cookie: as.mia,
      form: perfect({ version: versionOn(page) }),
    });
    expect(again.status).toBe(303);
    expect((await versions(game)).map(({ score }) => score)).toEqual([10, 20]);
  });
});

describe("blind rating", () => {
  test("blind rating seals the coach's rating and the final score for the manager, until the manager has rated", async () => {
    const game = await world.game(lakeside, hawks, 3, { opponent: "Blind United" });
    await world.ask(`/rating/${game}`, { cookie: as.dana, form: minor({ reason: "Heard from the coach" }) });
    for (const address of [`/rating/${game}`, `/mobile-rating?game=${game}`, "/rating?show=rated"]) {
      const sealed = await read(world.ask(address, { cookie: as.mia }));
      expect(sealed).toContain("Blind United");
      expect(sealed).not.toContain("Heard from the coach");
      expect(sealed).not.toContain("Coach decided");
    }
    const before = await read(world.ask(`/rating/${game}`, { cookie: as.mia }));
    expect(before).toContain("Sealed");
    await world.ask(`/rating/${game}`, { cookie: as.mia, form: perfect() });
    const after = await read(world.ask(`/rating/${game}`, { cookie: as.mia }));
    expect(after).toContain("Heard from the coach");
    expect(after).toContain("Coach decided");
  });
  test("blind rating holds in counts and on schedules, for everybody but administrators", async () => {
    const elms = await world.team(lakeside, "Elms");
    const places = async (name: string, role: "coach" | "manager") =>
      world.signIn(await world.person(name, lakeside, [{ team: elms, role }]), lakeside.code);
    const [ed, mia] = [await places("Ed Elm", "coach"), await places("Mia Elm", "manager")];
    const game = await world.game(lakeside, elms, 3);
    await world.ask(`/rating/${game}`, { cookie: ed, form: perfect() });
    const team = `?team=${elms}`;
    const seen = async (cookie: string) => [
      /1 of 1 game rated.*?perfect/.exec(await read(world.ask(`/rating${team}`, { cookie })))?.[0],
      (await read(world.ask(`/schedule${team}`, { cookie }))).includes("Perfect"),
    ];
    const sealed = ["1 of 1 game rated, 1 of them sealed; 0 perfect", false];
    const open = ["1 of 1 game rated; 1 perfect", true];
    expect([await seen(ed), await seen(mia), await seen(as.ada)]).toEqual([sealed, sealed, open]);
    await world.ask(`/rating/${game}`, { cookie: mia, form: perfect() });
    expect([await seen(ed), await seen(mia), await seen(as.ada)]).toEqual([open, open, open]);
  });
  test("blind rating shows an assistant their own rating, and the head coach's instead once the game is open", async () => {
    const game = await world.game(lakeside, hawks, 2.5, { opponent: "Replaced Rovers" });
    const row = async () => {
      const list = await read(world.ask("/rating?show=rated", { cookie: as.abel }));
      return list.split("<li").find((item) => item.includes("Replaced Rovers"));
    };
    await world.ask(`/rating/${game}`, { cookie: as.abel, form: minor() });
    expect(await row()).toContain("Minor");
    await world.ask(`/rating/${game}`, { cookie: as.dana, form: perfect() });
    expect(await row()).toContain("Sealed");
    expect(await row()).not.toContain("Perfect");
    await world.ask(`/rating/${game}`, { cookie: as.mia, form: perfect() });
    expect(await row()).toContain("Perfect");
  });
  test("blind rating tells the coach when the result opens", async () => {
    const game = await world.game(lakeside, hawks, 2.5);
    const posted = await world.ask(`/mobile-rating?game=${game}`, { cookie: as.dana, form: perfect() });
    const saved = await read(world.ask(posted.headers.get("Location") ?? "", { cookie: as.dana }));
    expect(saved).toMatch(
      /The result is sealed until the team manager has rated too, at the latest until \w+, /,
    );
  });
  test("blind rating ends 48 hours after the game, and never holds for administrators", async () => {
    const rated = { final_score: 10, agreement: "agreed", final_policy: "coach-final" } as const;
    const recent = await world.game(lakeside, hawks, 49.9, { opponent: "Not Yet FC", ...rated });
    const old = await world.game(lakeside, hawks, 50.1, { opponent: "Long Ago FC", ...rated });
    await world.platform.clubs.use(lakeside.code, async (db) => {
      for (const game_id of [recent, old]) {
        await db
          .insertInto("ratings")
          .values({
            id: `rating-${game_id}`,
            game_id,
            side: "coach",
            score: 10,
            reason: `Said of ${game_id}`,
            tags: '["dissent"]',
            submission_key: submission(),
            given_by: cast.dana.id,
            given_by_name: "Dana Reyes",
            given_as: "head",
            correction_reason: "",
            saw_other: 0,
            given_at: new Date().toISOString(),
            superseded_at: null,
          })
          .execute();
      }
    });
    const asMia = async (game: string) => read(world.ask(`/rating/${game}`, { cookie: as.mia }));
    expect(await asMia(recent)).not.toContain(`Said of ${recent}`);
    expect(await asMia(old)).toContain(`Said of ${old}`);
    const asAda = await read(world.ask(`/rating/${recent}`, { cookie: as.ada }));
    expect(asAda).toContain(`Said of ${recent}`);
  });
});

describe("a Major Incident", async () => {
  const game = await world.game(lakeside, hawks, 3, { opponent: "Stormy Town" });
  test("a Major Incident on the mobile page needs a tag and a note, with an error at each field", async () => {
    const form = perfect({ score: "0", reason: "" });
    const answer = await world.ask(`/mobile-rating?game=${game}`, { cookie: as.dana, form });
    const html = await read(answer);
    expect(answer.status).toBe(422);
    expect(html).toContain("Choose at least one thing that happened");
    expect(html).toContain("Write what happened: a Major Incident needs a note");
    expect(html).toMatch(/<input[^>]*name="score"[^>]*checked=""[^>]*value="0"/);
    expect(await versions(game)).toEqual([]);
  });
  test("a Major Incident opens one private note and emails the administrators once, without its text", async () => {
    await world.ask(`/mobile-rating?game=${game}`, { cookie: as.dana, form: major() });
    await world.ask(`/rating/${game}`, { cookie: as.mia, form: major({ reason: "Also saw it" }) });
    await deliverOpenEvents(world.platform, 0);
    const mails = await readMails(
      world.control
        .selectFrom("mails")
        .selectAll()
        .where("tag", "=", "incident")
        .where("club_code", "=", lakeside.code)
        .execute(),
    );
    expect(mails.map(({ to_address }) => to_address)).toEqual([`admin@${lakeside.code}.example`]);
    expect(mails[0]?.subject).toBe("Major Incident: Hawks vs. Stormy Town");
    expect(mails[0]?.text).toContain(`http://goodside.test/rating/${game}/incident`);
    expect(mails[0]?.text).not.toContain("Red card on the sideline");
    const led = await world.ask(`/rating/${game}/incident`, { cookie: as.ada });
    expect(led.headers.get("Location")).toBe(`/incidents/${await caseOf(game)}`);
    const page = await read(world.ask(`/incidents/${await caseOf(game)}`, { cookie: as.ada }));
    expect(page).toContain("Red card on the sideline");
  });
  test("a Major Incident is on top of the administrators' list while its case is open, and on no other list", async () => {
    const list = await read(world.ask("/rating", { cookie: as.ada }));
    expect(list).toContain("1 incident is open");
    expect(await read(world.ask("/rating?show=incidents", { cookie: as.ada }))).toContain("Stormy Town");
    for (const cookie of [as.dana, as.mia]) {
      expect(await read(world.ask("/rating", { cookie }))).not.toContain("incident is open");
      expect(await read(world.ask("/rating?show=incidents", { cookie }))).not.toContain("Stormy Town");
    }
  });
  test("a Major Incident that is corrected keeps its case, which mentions the correction", async () => {
    const address = `/rating/${game}/correction/coach`;
    const refused = await world.save(address, { cookie: as.ada, form: minor({ correctionReason: " " }) });
    expect(refused.status).toBe(422);
    expect(await read(refused)).toContain("Enter the reason for this correction");
    const form = minor({ correctionReason: "The referee withdrew the card" });
    const corrected = await world.save(address, { cookie: as.ada, form });
    expect(corrected.headers.get("Location")).toBe(`/rating/${game}`);
    const note = await read(world.ask(`/incidents/${await caseOf(game)}`, { cookie: as.ada }));
    expect(note).toContain("changed it to 10 Minor Issues");
    const page = await read(world.ask(`/rating/${game}`, { cookie: as.dana }));
    expect(page).toContain("The referee withdrew the card");
    expect(page).not.toContain("private case");
    expect((await gameRow(game)).final_score).toBe(10);
  });
  test("an unrated game has neither an incident note nor a correction", async () => {
    const calm = await world.game(lakeside, hawks, 3);
    expect((await world.ask(`/rating/${calm}/incident`, { cookie: as.ada })).status).toBe(404);
    expect((await world.ask(`/rating/${calm}/correction/coach`, { cookie: as.ada })).status).toBe(404);
    expect((await world.ask(`/rating/${calm}/correction/referee`, { cookie: as.ada })).status).toBe(404);
  });
});

test("the current policy is explained on a page of its own", async () => {
  const page = await read(world.ask("/rating/how", { cookie: as.dana }));
  expect(page).toContain("Fair Dual Scoring System");
  expect(page).toContain("The coach&#x27;s rating is final and takes precedence.");
  expect(page).toContain("No incidents, positive atmosphere");
  for (const path of ["/rating", "/teams", "/mobile-rating"]) {
    const line = await read(world.ask(path, { cookie: path === "/teams" ? as.ada : as.dana }));
    expect(line).toContain('<a href="/rating/how">How results are made</a>');
    expect(line).not.toContain("Fair Dual Scoring System");
  }
});

describe("the list", async () => {
  const club = await world.club("Hilltop");
  const team = await world.team(club, "Foxes");
  const coach = await world.person("Cora Coach", club, [{ team, role: "coach" }]);
  const cookie = await world.signIn(coach, club.code);
  const list = async (query = "", who = cookie) => read(world.ask(`/rating${query}`, { cookie: who }));

  test("the list says why it is empty", async () => {
    expect(await list()).toContain("No game has been played yet.");
  });
  test("the list offers the actions of each game's state", async () => {
    await world.game(club, team, 1, { opponent: "Now" });
    await world.game(club, team, 30, { opponent: "Before" });
    await world.game(club, team, -30, { opponent: "Soon" });
    const html = await list();
    expect(html).toContain("0 of 2 games rated; 0 perfect.");
    expect(html).toContain("Rate During Game");
    expect(html).toContain("Submit Rating");
    expect(html).toContain("Upcoming Game");
    expect(html).not.toContain("disabled");
    const order = [">To rate<", ">vs. Now<", ">vs. Before<", ">Upcoming</h2>", ">vs. Soon<"].map((text) =>
      html.indexOf(text),
    );
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(order[0]).toBeGreaterThan(0);
  });
  test("the list filters and pages by the address, with counts", async () => {
    for (let i = 0; i < 22; i += 1) await world.game(club, team, 100 + i, { opponent: `Old ${i}` });
    const first = await list("?show=to-rate");
    expect(first).toContain("24 games");
    expect(first).toContain("Page 1 of 2");
    expect(first).not.toContain("Old 21");
    expect(await list("?show=to-rate&page=2")).toContain("Old 21");
    expect(await list("?show=upcoming")).toContain("1 game: upcoming.");
    expect(await list("?show=rated")).toContain("No games here");
    expect((await world.ask("/rating?page=x&show=y&team=z", { cookie })).status).toBe(200);
  });
  test("the list redirects to the game if exactly one is in progress", async () => {
    const single = await world.team(club, "Wolves");
    const wanda = await world.person("Wanda", club, [{ team: single, role: "manager" }]);
    const cookieOfWanda = await world.signIn(wanda, club.code);
    const nothing = await world.ask("/mobile-rating", { cookie: cookieOfWanda });
    expect(await read(nothing)).toContain("Nothing to rate right now");
    const game = await world.game(club, single, 1);
    const one = await world.ask("/mobile-rating", { cookie: cookieOfWanda });
    expect(one.headers.get("Location")).toBe(`/mobile-rating?game=${game}`);
    const form = await read(world.ask(`/mobile-rating?game=${game}`, { cookie: cookieOfWanda }));
    expect(form).toContain('<progress value="0" max="1"></progress> 0/1 rated');
    // The club's policy and the link back to the menu are here too.
    expect(form).toContain('href="/rating/how"');
    expect(form).toContain('href="/dashboard#menu"');
    const many = await read(world.ask("/mobile-rating", { cookie }));
    // The list is truncated, the count is not.
    expect(many).toContain("24 games are waiting for your rating");
    expect(many.match(/href="\/mobile-rating\?game=/g)).toHaveLength(20);
    expect(many).toMatch(/These are the latest 20\. <a href="\/rating\?show=to-rate">All 24<\/a>/);
  });
});

test("the mobile page ships no script, shows Live and who decides, and a clear result", async () => {
  const game = await world.game(lakeside, hawks, 1, { home_away: "away", location: "Pine Park" });
  const whole = await (await world.ask(`/mobile-rating?game=${game}`, { cookie: as.mia })).text();
  expect(gzipSync(whole).length).toBeLessThan(9_000);
  const html = whole.replaceAll("<!-- -->", "");
  expect(html).not.toContain("<script");
  expect(html).not.toContain('rel="stylesheet"');
  expect(html).toContain("Live");
  expect(html).toContain("0/1 rated");
  expect(html).toMatch(/<title>[^<]*Riverside Lions · /);
  expect(html).toContain("Pine Park");
  expect(html).toMatch(/Home<\/dt><dd>Riverside Lions/);
  expect(html).toContain("Your manager rating stays pending until the coach has rated");
  const posted = await world.ask(`/mobile-rating?game=${game}`, {
    cookie: as.mia,
    form: perfect({ reason: "" }),
  });
  expect(posted.status).toBe(303);
  const result = await read(world.ask(posted.headers.get("Location") ?? "", { cookie: as.mia }));
  expect(result).toContain("Rating saved");
  expect(result).toContain("stays pending until the coach has rated too");
});

test("saving a 0 on the game's page also names who is notified", async () => {
  const game = await world.game(lakeside, hawks, 3);
  const posted = await world.ask(`/rating/${game}`, { cookie: as.dana, form: major() });
  const cookie = [as.dana, ...posted.headers.getSetCookie().map((set) => set.split(";")[0])].join("; ");
  const page = await read(world.ask(posted.headers.get("Location") ?? "", { cookie }));
  expect(page).toContain("Your rating is saved. Your club&#x27;s administrators are told by email.");
});

// product/games.md#games
test("games to rate come first, then upcoming games in ascending order, then past ones in descending order", async () => {
  const club = await world.club("Order Club");
  const team = await world.team(club, "Orioles");
  const coach = await world.person("Oda Order", club, [{ team, role: "coach" }]);
  const rated = { final_score: 20, agreement: "agreed", final_policy: "coach-final" } as const;
  await world.game(club, team, 500, { opponent: "Long Ago" });
  await world.game(club, team, 50, { opponent: "Older" });
  await world.game(club, team, 26, { opponent: "Newer" });
  await world.game(club, team, -50, { opponent: "Next" });
  await world.game(club, team, -26, { opponent: "Soonest" });
  const done = [
    await world.game(club, team, 30, { opponent: "Rated", ...rated }),
    await world.game(club, team, 20, { opponent: "Given", ...rated }),
  ];
  await world.platform.clubs.use(club.code, (db) =>
    db
      .insertInto("ratings")
      .values(done.map((id) => ratingRow(id, { given_by: coach, score: 20 })))
      .execute(),
  );
  const order = async (cookie: string, query = "") => {
    const html = await read(world.ask(`/rating${query}`, { cookie }));
    return [...html.matchAll(/<h2>([^<]+)<\/h2>|class="game-name[^>]*>vs\. ([^<]+)</g)].map(
      ([, heading, opponent]) => heading ?? opponent,
    );
  };
  const mine = await world.signIn(coach, club.code);
  const rest = ["Upcoming", "Soonest", "Next", "Earlier", "Given", "Rated", "Long Ago"];
  expect(await order(mine)).toEqual(["To rate", "Newer", "Older", ...rest]);
  const admin = await world.signIn(club.adminAccount, club.code);
  expect(await order(admin)).toEqual(["Waiting for ratings", "Newer", "Older", ...rest]);
  expect(await order(mine, "?show=all")).toEqual(["To rate", "Newer", "Older", ...rest]);
  expect(await order(mine, "?show=upcoming")).toEqual(["Upcoming", "Soonest", "Next"]);
});
