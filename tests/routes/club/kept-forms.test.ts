import { writeFileSync } from "node:fs";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { versionOn } from "#tests/support/world.ts";

const cast = await openLakeside();
const { world, lakeside, hawks } = cast;
afterAll(() => world.close());

const { clockFile } = await import("#app/runtime/clock.server.ts");
const { rememberBrowser } = await import("#app/auth/known-browser.server.ts");
const laterBy = (minutes: number) => writeFileSync(clockFile(world.dataDir), String(minutes * 60_000));
beforeEach(() => laterBy(0));

/** Returns the cookie of a browser in which the account has signed in before, without a session. */
const browserOf = async (accountId: string) =>
  (await rememberBrowser(new Request("http://goodside.test/"), [accountId])).split(";")[0] ?? "";
const open = async (path: string, cookie: string) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const rows = () => world.control.selectFrom("kept_forms").selectAll().execute();

let forms = 0;
const rating = (reason: string) => ({
  score: "10",
  happened: ["dissent"],
  reason,
  password: "never-kept",
  submission: `kept-${String(++forms).padStart(17, "0")}`,
});
const WORDS = "Shouting at the referee after the second goal";

test.each(["/rating/GAME?as=coach", "/mobile-rating?game=GAME&as=coach"])(
  "a rating sent to %s after the session ended is filled in again, saved, and forgotten",
  async (pattern) => {
    const game = await world.game(lakeside, hawks, 3);
    const path = pattern.replace("GAME", game);
    const sent = await world.ask(path, { cookie: await browserOf(cast.dana.id), form: rating(WORDS) });
    expect(sent.headers.get("Location")).toContain("message=kept");
    expect(await open(sent.headers.get("Location") ?? "", "")).toContain("kept for an hour");
    expect(JSON.stringify(await rows())).not.toMatch(/Shouting|never-kept/);

    const page = await open(path, cast.dana.cookie);
    expect(page).toContain("Not saved yet");
    expect(page).toContain(WORDS);
    expect(page).toMatch(/name="score"[^>]*checked=""[^>]*value="10"/);
    expect(page).not.toContain("never-kept");
    expect(await open(path, cast.mia.cookie)).not.toContain(WORDS);
    expect(await open(path, cast.ada.cookie)).not.toContain(WORDS);

    expect((await world.ask(path, { cookie: cast.dana.cookie, form: rating(WORDS) })).status).toBe(303);
    expect(await rows()).toEqual([]);
  },
);

test("an incident's facts, notes, talks and endings are kept for their administrator", async () => {
  const game = await world.game(lakeside, hawks, 3);
  await world.ask(`/rating/${game}`, {
    cookie: cast.dana.cookie,
    form: { ...rating("A red card"), score: "0" },
  });
  const { id } = await world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("incidents").select("id").where("game_id", "=", game).executeTakeFirstOrThrow(),
  );
  const typed = {
    "/facts": { what: "A spectator entered the field", minor: "no", level: "2" },
    "": { text: "The referee called", submission: "kept-note-0000000001" },
    "/talks/new": {
      who: "The president",
      withWhom: "A parent",
      by: "2030-05-04",
      submission: "kept-talk-0000000001",
    },
    "/close": { as: "agreed", agreed: "The parent apologized" },
  };
  for (const [page, form] of Object.entries(typed)) {
    const path = `/incidents/${id}${page}`;
    const words =
      Object.values(form)[0] === "agreed" ? "The parent apologized" : (Object.values(form)[0] ?? "");
    const version = versionOn(await open(path, cast.ada.cookie));
    await world.ask(path, { cookie: await browserOf(cast.ada.id), form: { ...form, version } });
    const shown = await open(path, cast.ada.cookie);
    expect(shown).toContain("Not saved yet");
    expect(shown).toContain(words);
    expect(await open(path, cast.rita.cookie)).not.toContain(words);
  }
  const path = `/incidents/${id}/facts`;
  expect((await world.save(path, { cookie: cast.ada.cookie, form: typed["/facts"] })).status).toBe(303);
  expect(await open(path, cast.ada.cookie)).not.toContain("Not saved yet");
});

test("a pasted list of invitations is kept, and forgotten once they are sent", async () => {
  const path = "/teams/invite";
  const form = { intent: "read", list: "Lou Long <lou.long@kept.example>", role: "assistant", team: hawks };
  await world.ask(path, { cookie: await browserOf(cast.ada.id), form });
  const shown = await open(path, cast.ada.cookie);
  expect(shown).toContain("Not saved yet");
  expect(shown).toContain("Lou Long &lt;lou.long@kept.example&gt;");
  expect(shown).toMatch(/name="role"[^>]*checked=""[^>]*value="assistant"/);
  const line = { "name-0": "Lou Long", "email-0": "lou.long@kept.example", "role-0": "assistant" };
  const sent = await world.ask(path, {
    cookie: cast.ada.cookie,
    form: { ...form, intent: "send", ...line, "team-0": hawks },
  });
  expect(sent.status).toBe(303);
  expect(await open(path, cast.ada.cookie)).not.toContain("Not saved yet");
});

test("a kept form is gone after an hour, and housekeeping deletes it", async () => {
  const { tidyUp } = await import("#app/jobs/housekeeping.server.ts");
  const game = await world.game(lakeside, hawks, 3);
  const path = `/rating/${game}?as=coach`;
  await world.ask(path, { cookie: await browserOf(cast.dana.id), form: rating(WORDS) });
  laterBy(59);
  expect(await open(path, cast.dana.cookie)).toContain(WORDS);
  laterBy(61);
  expect(await open(path, cast.dana.cookie)).not.toContain(WORDS);
  await tidyUp(world.control);
  expect(await rows()).toEqual([]);
});

test("no form is kept of a browser that never signed in, or with a forged mark", async () => {
  const game = await world.game(lakeside, hawks, 3);
  const path = `/rating/${game}?as=coach`;
  const forged = (await browserOf(cast.dana.id)).replace(/.{6}$/, "AAAAAA");
  for (const cookie of ["", forged]) {
    const sent = await world.ask(path, { cookie, form: rating(WORDS) });
    expect(sent.headers.get("Location")).toContain("message=signed-out");
  }
  expect(await rows()).toEqual([]);
});

test("an account's sixth form replaces its oldest", async () => {
  const cookie = await browserOf(cast.dana.id);
  for (let index = 0; index < 7; index += 1) {
    laterBy(index);
    const game = await world.game(lakeside, hawks, 3);
    await world.ask(`/rating/${game}?as=coach`, { cookie, form: rating(`Form ${index}`) });
  }
  expect(await rows()).toHaveLength(5);
});

test("a rating of a game that was cancelled meanwhile stays readable, with what to do about a 0", async () => {
  for (const path of ["/rating/GAME?as=coach", "/mobile-rating?game=GAME&as=coach"]) {
    const game = await world.game(lakeside, hawks, 3, { status: "cancelled" });
    const answer = await world.ask(path.replace("GAME", game), {
      cookie: cast.dana.cookie,
      form: { ...rating(WORDS), score: "0" },
    });
    expect(answer.status).toBe(422);
    const page = (await answer.text()).replaceAll("<!-- -->", "");
    expect(page).toContain("Your rating is not saved");
    expect(page).toContain("This game was cancelled");
    expect(page).toContain("0 Major Incident");
    expect(page).toContain(WORDS);
    expect(page).toContain("tell your club&#x27;s administrators");
  }
});
