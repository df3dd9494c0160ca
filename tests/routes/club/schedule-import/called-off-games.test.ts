import { afterAll, expect, test } from "vitest";
import { may } from "#app/permissions/club-permissions.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { ratingRow } from "#tests/support/rows.ts";

const { world, lakeside, hawks, ada, mia } = await openLakeside();
afterAll(() => world.close());

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const textOf = async (answer: Response) =>
  (await answer.text())
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("<!-- -->", "")
    .replaceAll(/\s+/g, " ");
const page = async (path: string) => textOf(await world.ask(path, { cookie: ada.cookie }));
const gameOf = (id: string) =>
  inFile((db) => db.selectFrom("games").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
const outOf = (id: string) =>
  inFile((db) => db.selectFrom("taken_out_games").selectAll().where("game_id", "=", id).executeTakeFirst());

async function ratedGame(opponent: string, hoursAgo: number) {
  const id = await world.game(lakeside, hawks, hoursAgo, { opponent });
  const given_at = new Date(Date.now() - 60_000).toISOString();
  await inFile((db) => db.insertInto("ratings").values(ratingRow(id, { given_at })).execute());
  return gameOf(id);
}
type Game = Awaited<ReturnType<typeof ratedGame>>;

/** @param rows a game, its opponent in the file, and its status */
async function preview(...rows: [Game, opponent: string, status: string][]) {
  return previewOf(rows, []);
}

async function previewOf(rows: Parameters<typeof preview>, others: string[]) {
  const lines = rows.map(([{ date, time }, opponent, status]) =>
    ["Hawks", opponent, date, time, status].join(","),
  );
  const form = { pasted: ["Team,Opponent,Date,Time,Status", ...lines, ...others].join("\n"), team: "" };
  const answer = await world.ask("/schedule/import", { cookie: ada.cookie, form });
  expect(answer.status).toBe(303);
  return answer.headers.get("Location") ?? "";
}
const confirm = (address: string, form: Record<string, string> = {}) =>
  world.ask(`${address}/games`, { cookie: ada.cookie, form });
const undo = (address: string) => world.ask(`${address}/undo`, { cookie: ada.cookie, form: {} });

// product/imports.md#schedule-import
test("a rated game that the file calls off stays in the figures, unless it is checked", async () => {
  const [comets, rapids, bees] = [
    await ratedGame("Comets", 200),
    await ratedGame("Rapids", 190),
    await ratedGame("Bees", 180),
  ];
  const address = await preview(
    [comets, "Comets (Forfeit)", ""],
    [rapids, "Rapids", "Cancelled"],
    [bees, "Bees", "Final"],
  );
  const shown = await page(address);
  expect(shown).toContain("Were these games played?");
  expect(shown).toContain(': "Forfeit"');
  expect(shown).toContain(': "Cancelled"');
  expect(shown.split('type="checkbox" name="out"')).toHaveLength(3);
  expect(shown).not.toContain('checked=""');
  const answer = await confirm(address, { out: comets.id });
  expect(answer.status).toBe(303);
  expect(await gameOf(comets.id)).toMatchObject({ status: "cancelled", opponent: "Comets" });
  expect(await gameOf(rapids.id)).toEqual(rapids);
  expect(await gameOf(bees.id)).toEqual(bees);
  expect(await outOf(comets.id)).toMatchObject({
    why: "not-played",
    note: '"Forfeit" in Pasted schedule.',
    by_name: "Ada Admin",
  });
  expect(await outOf(rapids.id)).toBeUndefined();
  expect(await page(`/rating/${comets.id}`)).toContain('not played, or forfeited. "Forfeit" in');
  expect(await page(address)).toContain("Undo this import");
  const entry = await inFile((db) =>
    db
      .selectFrom("audit")
      .selectAll()
      .where("kind", "=", "records.game-taken-out")
      .orderBy("seq", "desc")
      .executeTakeFirst(),
  );
  expect(entry).toMatchObject({ actor_id: ada.id });

  expect((await undo(address)).status).toBe(303);
  expect(await outOf(comets.id)).toBeUndefined();
  const { sequence: _, ...before } = comets;
  expect(await gameOf(comets.id)).toMatchObject(before);
  expect(await page(address)).toContain("This import is undone");
});

test("only games that the file cancels are taken out", async () => {
  const [owls, jays] = [await ratedGame("Owls", 170), await ratedGame("Jays", 160)];
  const unrated = await gameOf(await world.game(lakeside, hawks, 150, { opponent: "Wrens" }));
  const address = await preview([owls, "Owls", "Final"], [unrated, "Wrens", "Forfeit"]);
  expect(await page(address)).not.toContain('name="out"');
  for (const out of [owls.id, jays.id, unrated.id]) await confirm(address, { out });
  expect((await gameOf(owls.id)).status).toBe(owls.status);
  expect((await gameOf(jays.id)).status).toBe(jays.status);
  expect((await gameOf(unrated.id)).status).toBe("cancelled");
  expect(await outOf(unrated.id)).toBeUndefined();
  const other = await preview([jays, "Jays", "Forfeit"]);
  const refused = await world.ask(`${other}/games`, { cookie: mia.cookie, form: { out: jays.id } });
  expect(refused.status).toBe(403);
  expect(await outOf(jays.id)).toBeUndefined();
});

test("a user who imports games may take them out", () => {
  for (const role of ["club_admin", "team_manager", "coach", "support", "support_editor"] as const)
    expect(may(role, "games.import")).toBe(may(role, "ratings.correct"));
});

test("a large file, which another thread imports, takes out the same", async () => {
  const rails = await ratedGame("Rails", 130);
  const others = Array.from(
    { length: 2_000 },
    (_, n) => `Strangers,Visitors number ${n},2026-01-01,10:00 AM,`,
  );
  const address = await previewOf([[rails, "Rails", "Forfeit"]], others);
  await expect.poll(() => page(address)).toContain('name="out"');
  expect((await confirm(address, { out: rails.id })).status).toBe(303);
  await expect.poll(() => outOf(rails.id)).toMatchObject({ by_name: "Ada Admin" });
});

test("an import is not undone once its games cannot be put back", async () => {
  const hens = await ratedGame("Hens", 140);
  const address = await preview([hens, "Hens", "Forfeit"]);
  await confirm(address, { out: hens.id });
  const id = address.split("/").at(-1) ?? "";
  const early = new Date(Date.now() - 31 * 24 * 3_600_000).toISOString();
  await inFile(async (db) => {
    await db.updateTable("imports").set({ finished_at: early }).where("id", "=", id).execute();
    await db.updateTable("taken_out_games").set({ taken_out_at: early }).execute();
    await db.updateTable("ratings").set({ given_at: "2026-01-01T00:00:00.000Z" }).execute();
    await db.updateTable("games").set({ updated_at: early }).where("id", "=", hens.id).execute();
  });
  expect(await page(address)).toContain("took a game out of the figures more than 30 days ago");
  expect((await undo(address)).status).toBe(422);
  expect((await gameOf(hens.id)).status).toBe("cancelled");
});
