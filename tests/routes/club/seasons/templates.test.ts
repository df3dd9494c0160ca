import { afterAll, beforeEach, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { versionOn } from "#tests/support/world.ts";

const { world, lakeside, hawks, otters, ada, mia, dana, rita } = await openLakeside();
afterAll(() => world.close());

const inFile = <Result>(work: Parameters<typeof world.platform.clubs.use<Result>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const words = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const html = async (path: string, cookie = ada.cookie) => (await world.ask(path, { cookie })).text();
const page = async (path: string) => words(await html(path));
const post = (path: string, form: Record<string, string> = {}, cookie = ada.cookie) =>
  world.ask(path, { cookie, form });
const templates = () =>
  inFile((db) => db.selectFrom("season_templates").selectAll().orderBy("name").execute());

beforeEach(() =>
  inFile(async (db) => {
    for (const table of ["season_templates", "season_teams", "seasons"] as const)
      await db.deleteFrom(table).execute();
    await db.updateTable("teams").set({ status: "active" }).execute();
    await db
      .insertInto("seasons")
      .values({
        ...{ id: "s1", name: "Fall 2025", name_key: "fall 2025", description: "Saturdays", all_teams: 0 },
        ...{ starts_on: "2025-09-06", ends_on: "2025-11-22", planned_games: 20, archived_at: null },
        ...{ created_at: "x", updated_at: "x" },
      })
      .execute();
    for (const team_id of [hawks, otters])
      await db.insertInto("season_teams").values({ season_id: "s1", team_id, age_group: null }).execute();
  }),
);

const league = { name: "Fall League", description: "Saturdays", sport: "Soccer" };
async function save(form: Record<string, string> = league): Promise<string> {
  const answer = await post("/seasons/s1/template", form);
  expect(answer.status, words(await answer.clone().text())).toBe(303);
  return (await templates())[0]?.id ?? "";
}

// product/seasons.md#season-templates
test("a season is saved as a template, and a season is created from it", async () => {
  const form = await page("/seasons/s1/template");
  expect(form).toContain("Its 2 teams");
  expect(form).toContain("Its 20 planned games");
  expect(await html("/seasons/s1/template")).toMatch(/name="name"[^>]*value="Fall"/);
  const id = await save();
  const list = await page("/seasons?tab=templates");
  expect(list).toMatch(/Fall League.*Saturdays.*Soccer.*11 weeks.*2 teams.*20/);
  await inFile((db) =>
    db.updateTable("teams").set({ status: "archived" }).where("id", "=", otters).execute(),
  );
  const filled = await html(`/seasons/new?template=${id}`);
  expect(words(filled)).toContain("From the template Fall League");
  const year = /name="name"[^>]*value="Fall (20\d\d)"/.exec(filled)?.[1] ?? "";
  expect(filled).toMatch(new RegExp(`name="startsOn"[^>]*value="${year}-09-0\\d"`));
  expect(filled.match(/name="teamIds"[^>]*checked=""/g)).toHaveLength(1);
  expect(filled).toMatch(new RegExp(`name="teamIds" checked="" value="${hawks}"`));
});

test("the same form twice is one; another of the name is refused at its field, and so is a fifty-first", async () => {
  await save();
  await save();
  expect(await templates()).toHaveLength(1);
  const again = await post("/seasons/s1/template", { ...league, name: "fall league", sport: "Futsal" });
  expect(words(await again.text())).toContain("You have a template of this name already");
  const [row] = await templates();
  if (!row) throw new Error("no template");
  await inFile(async (db) => {
    for (let n = 1; n < 50; n += 1)
      await db
        .insertInto("season_templates")
        .values({ ...row, id: `t${n}`, name_key: `k${n}` })
        .execute();
  });
  const one = await post("/seasons/s1/template", { ...league, name: "One too many" });
  expect(words(await one.text())).toContain("50 templates at most");
  expect(words(await (await post("/seasons/s1/template", { ...league, name: "" })).text())).toContain(
    "Enter a name, for example Fall League",
  );
});

test("a template is renamed and deleted, and a season made from it stays", async () => {
  const id = await save();
  const path = `/seasons/templates/${id}`;
  const version = versionOn(await html(path));
  expect((await post(path, { ...league, name: "Autumn", version })).status).toBe(303);
  expect(await templates()).toMatchObject([{ name: "Autumn", sport: "Soccer" }]);
  expect(await page(`${path}/delete`)).toContain("Delete the template Autumn?");
  expect((await post(`${path}/delete`)).status).toBe(303);
  expect(await templates()).toEqual([]);
  expect(await inFile((db) => db.selectFrom("season_template_teams").selectAll().execute())).toEqual([]);
  expect(await inFile((db) => db.selectFrom("seasons").selectAll().execute())).toHaveLength(1);
  expect((await post(`${path}/delete`)).status).toBe(404);
  expect((await world.ask(`/seasons/new?template=${id}`, { cookie: ada.cookie })).status).toBe(200);
});

test("administrators only, of their own club", async () => {
  const id = await save();
  for (const { cookie } of [mia, dana])
    for (const path of [
      "/seasons/s1/template",
      `/seasons/templates/${id}`,
      `/seasons/templates/${id}/delete`,
    ])
      expect((await world.ask(path, { cookie })).status, path).toBe(403);
  expect((await post(`/seasons/templates/${id}/delete`, {}, rita.cookie)).status).toBe(404);
  expect(await templates()).toHaveLength(1);
});
