import { createHash } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, ada, dana } = await openLakeside();
afterAll(() => world.close());

const save = (color: string) =>
  world.save("/club/settings?tab=look", { cookie: ada.cookie, form: { color } });
const stored = async () => [
  await world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("club").select("color").executeTakeFirstOrThrow(),
  ),
  await world.control
    .selectFrom("clubs")
    .select("color")
    .where("code", "=", lakeside.code)
    .executeTakeFirstOrThrow(),
];

// product/clubs.md#club-color
test("a saved color is on every page of the club, allowed by its hash", async () => {
  expect((await save("#1F4E8C")).status).toBe(303);
  expect(await stored()).toEqual([{ color: "#1f4e8c" }, { color: "#1f4e8c" }]);
  for (const path of ["/dashboard", "/mobile-rating"]) {
    const answer = await world.ask(path, { cookie: dana.cookie });
    const style = /<style>(:root\{--pitch: ?#1f4e8c[^<]+)<\/style>/.exec(await answer.text())?.[1];
    if (!style) throw new Error(`${path} is not drawn in the club's color`);
    const hash = createHash("sha256").update(style).digest("base64");
    expect(answer.headers.get("Content-Security-Policy")).toContain(`'sha256-${hash}'`);
  }
});

test("a color that cannot be read is refused with its contrast and a shade that can", async () => {
  const before = await stored();
  const answer = await save("#f5c518");
  expect(answer.status).toBe(422);
  const html = await answer.text();
  expect(html).toContain("#f5c518 is too light");
  expect(html).toContain('value="#f5c518"');
  const shade = /Use the readable shade (#[0-9a-f]{6})/.exec(html)?.[1] ?? "";
  expect(await stored()).toEqual(before);
  expect((await save(shade)).status).toBe(303);
  expect(await stored()).toEqual([{ color: shade }, { color: shade }]);
});

test("an invalid color is refused, because it would become part of a stylesheet", async () => {
  const before = await stored();
  for (const color of ["red", "#fff", "#1f4e8c;}", "#1f4e8c}</style>", "#gggggg"])
    expect([color, (await save(color)).status]).toEqual([color, 422]);
  expect(await stored()).toEqual(before);
});

test("a club without its own color has Goodside's green", async () => {
  await save("");
  expect(await stored()).toEqual([{ color: null }, { color: null }]);
  const html = await (await world.ask("/dashboard", { cookie: dana.cookie })).text();
  expect(html).not.toContain("<style>:root{");
});
