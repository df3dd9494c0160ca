import { afterAll, beforeAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { testOnFiles } from "#tests/support/on-files.ts";

const { world, lakeside, hawks, riverside, dana, mia, ada } = await openLakeside();
afterAll(() => world.close());
const { newId } = await import("#app/runtime/ids.server.ts");

const PATH = "/account/copy/download";
const copyOf = async (cookie: string) => {
  const answer = await world.ask(PATH, { cookie, form: { format: "json" } });
  return { answer, text: await answer.text() };
};

beforeAll(async () => {
  const game = await world.game(lakeside, hawks, 3);
  const rating = (given_by: string, given_by_name: string, side: "coach" | "manager", reason: string) => ({
    id: newId(),
    game_id: game,
    side,
    score: 10 as const,
    reason,
    tags: '["dissent"]',
    submission_key: newId(),
    given_by,
    given_by_name,
    given_as: side === "coach" ? ("head" as const) : ("manager" as const),
    correction_reason: "",
    saw_other: 0,
    given_at: new Date().toISOString(),
    superseded_at: null,
  });
  await world.platform.clubs.use(lakeside.code, (db) =>
    db
      .insertInto("ratings")
      .values([
        rating(dana.id, "Dana Reyes", "coach", "Dana saw some dissent"),
        rating(mia.id, "Mia Manager", "manager", "Mia's secret reason"),
      ])
      .execute(),
  );
});

test("a copy names the passkeys, without what they are made of", async () => {
  await world.control
    .insertInto("passkeys")
    .values({
      ...{ id: "credential", account_id: dana.id, public_key: "publickey", counter: 0, transports: "usb" },
      ...{ name: "Dana's phone", created_at: new Date().toISOString(), last_used_at: null },
    })
    .execute();
  const { text } = await copyOf(dana.cookie);
  expect(JSON.parse(text)["Your passkeys"]).toMatchObject([{ Name: "Dana's phone" }]);
  expect(text).not.toMatch(/credential|publickey/);
});

// product/privacy.md#own-data
test("a copy has the person's own ratings, teams and sessions, as a file that is not stored", async () => {
  const { answer, text } = await copyOf(dana.cookie);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Disposition")).toMatch(
    /^attachment; filename="goodside-my-data-.*\.json"$/,
  );
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  const copy = JSON.parse(text);
  expect(copy["Your account"].Email).toBe("dana.reyes@people.example");
  const [club] = copy["Your clubs"];
  expect(club["Your teams and invitations"][0]).toMatchObject({ Team: "Hawks", As: "Head Coach" });
  expect(club["Ratings you gave"][0]).toMatchObject({
    Reason: "Dana saw some dissent",
    "What happened": "Dissent at the referee",
  });
  expect(copy["Where you are signed in"][0]).toMatchObject({ Network: "203.0.113.7" });
});

test("a copy has nothing of other people, no password and no secret", async () => {
  const { text } = await copyOf(dana.cookie);
  expect(text).not.toMatch(/Mia|mia\.manager|Ada|Riverside SC|argon2|token_hash/);
});

testOnFiles("a club whose file is away is named, and the rest is copied", async () => {
  const both = await world.person("Bo Both", lakeside, [{ team: hawks, role: "coach" }]);
  await world.control
    .insertInto("memberships")
    .values({
      account_id: both,
      club_code: riverside.code,
      role: "staff",
      created_at: new Date().toISOString(),
    })
    .execute();
  const cookie = await world.signIn(both, lakeside.code);
  const { renameSync } = await import("node:fs");
  const file = `${world.dataDir}/clubs/${riverside.code}.sqlite`;
  await world.platform.clubs.close();
  renameSync(file, `${file}.away`);
  try {
    const copy = JSON.parse((await copyOf(cookie)).text);
    expect(
      copy["Your clubs"].map((club: Record<string, string>) => club["Not in this copy"] !== undefined),
    ).toEqual([false, true]);
  } finally {
    renameSync(`${file}.away`, file);
  }
});

test("the text has the same in words", async () => {
  const answer = await world.ask(PATH, { cookie: dana.cookie, form: { format: "text" } });
  expect(answer.headers.get("Content-Type")).toContain("text/plain");
  const text = await answer.text();
  expect(text).toContain("Reason: Dana saw some dissent");
  expect(text).toContain("Ratings you gave (1)");
});

test("opening the address makes no copy, and the club's own sign-in has none", async () => {
  const opened = await world.ask(PATH, { cookie: dana.cookie });
  expect(opened.headers.get("Location")).toBe("/account/copy");
  const ofClub = await world.ask(PATH, { cookie: ada.cookie, form: { format: "json" } });
  expect([ofClub.status, ofClub.headers.get("Location")]).toEqual([303, "/account/copy"]);
  expect(await (await world.ask("/account/copy", { cookie: ada.cookie })).text()).toContain(
    "belongs to the club",
  );
});

test("the audit log of each club records the copy", async () => {
  const rows = await world.control
    .selectFrom("audit")
    .select("club_code")
    .where("kind", "=", "account.copied")
    .where("actor_id", "=", dana.id)
    .execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ club_code }) => club_code === lakeside.code)).toBe(true);
});

test("the eleventh copy of an hour is refused, with words", async () => {
  const cookie = await world.signIn(mia.id, lakeside.code);
  for (let made = 0; made < 10; made += 1) expect((await copyOf(cookie)).answer.status).toBe(200);
  expect((await copyOf(cookie)).answer.headers.get("Location")).toBe("/account/copy");
});
