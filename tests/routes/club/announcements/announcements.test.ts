import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, ada, otters } = await openLakeside();
afterAll(() => world.close());

const PATH = "/club/announcements";
const text = {
  subject: "Picture day",
  body: "See https://lakeside.example/day.\n\n<b>Bring</b> both shirts",
};
const preview = async (form: Record<string, string | string[]>) => {
  const answer = await world.ask(PATH, { cookie: ada.cookie, form });
  return { status: answer.status, path: answer.headers.get("Location") ?? "", html: await answer.text() };
};
const mailed = async () =>
  (await world.control.selectFrom("mails").select("to_address").where("tag", "=", "announcement").execute())
    .map(({ to_address }) => to_address)
    .sort();

// product/notifications.md#announcements
test("an announcement is shown before it is sent, once, as plain text with links", async () => {
  const { status, path } = await preview({ ...text, audience: "everybody" });
  expect(status).toBe(303);
  const html = await (await world.ask(path, { cookie: ada.cookie })).text();
  expect(html).toContain("3 people");
  expect(html).toContain('href="https://lakeside.example/day"');
  expect(html).toContain("&lt;b&gt;Bring");
  expect(await mailed()).toEqual([]);
  await Promise.all([1, 2].map(() => world.ask(path, { cookie: ada.cookie, form: {} })));
  await world.ask(path, { cookie: ada.cookie, form: {} });
  expect(await mailed()).toEqual([
    "admin@lakeside.example",
    "dana.reyes@people.example",
    "mia.manager@people.example",
  ]);
});

test("coaches alone, and chosen teams", async () => {
  const coaches = await preview({ ...text, audience: "coaches" });
  await world.ask(coaches.path, { cookie: ada.cookie, form: {} });
  expect((await mailed()).filter((to) => to.startsWith("dana"))).toHaveLength(2);
  expect(await mailed()).toHaveLength(4);
  const nobody = await preview({ ...text, audience: "teams", teamIds: [otters] });
  await world.ask(nobody.path, { cookie: ada.cookie, form: {} });
  expect(await mailed()).toHaveLength(4);
  const unchosen = await preview({ ...text, audience: "teams" });
  expect(unchosen.status).toBe(422);
  expect(unchosen.html).toContain("Choose at least one team");
});

test("a club sends at most 5 in a day", async () => {
  const paths: string[] = [];
  for (let n = 0; n < 5; n += 1) paths.push((await preview({ ...text, audience: "coaches" })).path);
  await Promise.all(paths.map((path) => world.ask(path, { cookie: ada.cookie, form: {} })));
  expect((await mailed()).filter((to) => to.startsWith("dana"))).toHaveLength(5);
});
