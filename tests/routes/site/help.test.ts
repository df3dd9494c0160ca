import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world } = cast;
afterAll(() => world.close());
const { questions } = await import("#app/routes/site/faq/questions.ts");
const { lessons } = await import("#app/routes/site/help/lessons/lessons.ts");
const { pictures } = await import("#app/routes/site/help/lessons/pictures.tsx");
const { checklist, steps } = await import("#app/routes/site/help/steps.ts");
const { CONTACT_COLUMNS, SCHEDULE_COLUMNS } = await import("#app/routes/site/help/parts.tsx");

/** A script, and not data for search engines. */
const SCRIPT = /<script(?! type="application\/ld\+json")/;
const read = async (path: string, cookie = "") => (await world.ask(path, { cookie })).text();
const publicPages = [
  "/faq",
  "/help",
  "/help?q=import",
  ...lessons.map(({ slug }) => `/help/lessons/${slug}`),
];

// product/pages.md#public-pages
describe("the questions", () => {
  test("the FAQ has eleven questions, readable without a script, with a way to sign up and to write to us", async () => {
    const html = await read("/faq");
    expect(questions).toHaveLength(11);
    expect(html.match(/<details/g)).toHaveLength(11);
    for (const { question } of questions) expect(html).toContain(question.replaceAll("&", "&amp;"));
    expect(html).toContain('href="/signup"');
    expect(html).toContain('href="/contact"');
  });

  test("the FAQ claims no percentage and no number of clubs", () => {
    const text = JSON.stringify([questions, lessons, checklist]);
    expect(text).not.toMatch(/\d\s?%|200\+/);
  });
});

test.each(publicPages)("%s is small, ships no script and links to pages that exist", async (path) => {
  const html = await read(path);
  expect(gzipSync(html).length).toBeLessThan(path === "/help" ? 14_600 : 9_000);
  expect(html).not.toMatch(SCRIPT);
  const links = [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, to = ""]) => to.split("#")[0] ?? "");
  for (const to of new Set(links.filter((link) => !link.startsWith("/sandbox"))))
    expect([to, (await world.ask(to)).status < 400]).toEqual([to, true]);
});

test("anchors of the help and the questions exist on their pages", async () => {
  const pages = { "/faq": await read("/faq"), "/help": await read("/help") };
  const texts = [...Object.values(pages), await read("/help?q=the")];
  for (const html of texts)
    for (const [, path, id] of html.matchAll(/href="(\/faq|\/help)#([\w-]+)"/g))
      expect(pages[path as keyof typeof pages]).toContain(`id="${id}"`);
});

// product/pages.md#help-guide
describe("the help guide", () => {
  test("the help guide links back to the dashboard, seven steps and five illustrated lessons", async () => {
    const html = await read("/help");
    expect(steps).toHaveLength(7);
    expect(lessons).toHaveLength(5);
    expect(Object.keys(pictures).sort()).toEqual(lessons.map(({ slug }) => slug).sort());
    for (const to of ["/dashboard", "/advanced-import", "/teams", "/schedule", "/agreements", "/rating"])
      expect(html).toContain(`href="${to}"`);
    expect(html).not.toContain("To do");
  });

  test("the help guide quotes the columns that our templates begin with", async () => {
    const { cookie } = cast.ada;
    const contacts = await read("/advanced-import/template.csv", cookie);
    const schedule = await read("/schedule/import/template.csv", cookie);
    const first = (csv: string) => (csv.replace(/^\uFEFF/, "").split(/\r?\n/)[0] ?? "").replaceAll(",", ", ");
    expect(CONTACT_COLUMNS).toBe("parent_email, parent_name, child_name, team_name");
    expect(first(contacts)).toBe(`${CONTACT_COLUMNS}, age_group`);
    expect(SCHEDULE_COLUMNS).toBe("team_name, opponent, date, time, location");
    expect(first(schedule)).toBe(SCHEDULE_COLUMNS);
  });

  test("the help guide shows an administrator their own club's progress, and nobody else", async () => {
    await world.game(cast.lakeside, cast.hawks, 3);
    const html = await read("/help", cast.ada.cookie);
    expect(html).toMatch(/has done \d of the 6 steps/);
    expect(html).toMatch(/Done<\/span>\s*(<!-- -->)?\s*1 game</);
    for (const cookie of [cast.dana.cookie, cast.mia.cookie, "", "session=forged"])
      expect(await read("/help", cookie)).not.toContain("steps that can be counted");
  });

  test("the help guide finds a step, a lesson and a question by all the words of a search", async () => {
    const html = await read("/help?q=Agreement+SENDING");
    expect(html).toContain("/help/lessons/sending-the-agreement");
    expect(html).not.toContain("Short lessons");
    const none = await read(`/help?q=${encodeURIComponent("<b>zzz")}`);
    expect(none).toContain("Nothing found");
    expect(none).not.toContain("<b>zzz");
  });

  test("the help guide does not know a lesson that does not exist", async () => {
    expect((await world.ask("/help/lessons/nothing")).status).toBe(404);
  });

  test("the help guide is in the menu of everybody in a club", async () => {
    for (const { cookie } of [cast.ada, cast.mia, cast.dana])
      expect(await read("/dashboard", cookie)).toContain('href="/help"');
  });
});
