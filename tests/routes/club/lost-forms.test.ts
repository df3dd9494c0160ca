import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks, ada, dana } = await openLakeside();
afterAll(() => world.close());

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const deleteGame = (id: string) => inFile((db) => db.deleteFrom("games").where("id", "=", id).execute());
const setStatus = (status: "active" | "archived") =>
  inFile((db) => db.updateTable("teams").set({ status }).where("id", "=", hawks).execute());

const WORDS = "Shouting at the referee after the second goal";
const rating = { score: "0", happened: ["dissent"], reason: WORDS, submission: "lost-00000000000000001" };
const note = { what: WORDS, when: "2nd half", minor: "unknown", level: "none" };
const talk = { who: WORDS, withWhom: "A parent", by: "2030-05-04" };

test.each([
  ["/rating/GAME", dana, rating],
  ["/mobile-rating?game=GAME", dana, rating],
  ["/rating/GAME/correction/coach", ada, { ...rating, correctionReason: "Heard from the referee" }],
  ["/incidents/gone/facts", ada, note],
  ["/incidents/gone", ada, { text: WORDS }],
  ["/incidents/gone/talks/new", ada, talk],
  ["/incidents/gone/talks/gone", ada, { ...talk, state: "held", outcome: "An apology" }],
  ["/incidents/gone/close", ada, { agreed: WORDS }],
  ["/incidents/gone/reopen", ada, { reason: WORDS }],
])("text typed at %s for a game deleted meanwhile is shown, to copy", async (pattern, user, form) => {
  const game = await world.game(lakeside, hawks, 3);
  await deleteGame(game);
  const answer = await world.ask(pattern.replace("GAME", game), { cookie: user.cookie, form });
  expect(answer.status).toBe(404);
  const page = await answer.text();
  expect(page).toContain("What you typed is not saved");
  expect(page).toContain(WORDS);
  if (form === rating) expect(page).toContain("0 Major Incident");
});

test("a coach whose last team was archived meanwhile sees what they typed", async () => {
  const game = await world.game(lakeside, hawks, 3);
  await setStatus("archived");
  for (const path of [`/rating/${game}`, `/mobile-rating?game=${game}`]) {
    const answer = await world.ask(path, { cookie: dana.cookie, form: rating });
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain(WORDS);
  }
  await setStatus("active");
});

test("an empty form for a game that is gone is a plain 404", async () => {
  const answer = await world.ask("/rating/gone", { cookie: dana.cookie, form: { score: "" } });
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("Page not found");
});
