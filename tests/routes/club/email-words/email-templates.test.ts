import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, ada, mia, dana } = await openLakeside();
afterAll(() => world.close());
const { templates } = await import("#app/mail/templates.ts");

const PATH = "/email-templates";
const page = async (path: string, cookie = ada.cookie) => {
  const answer = await world.ask(path, { cookie });
  return { status: answer.status, html: await answer.text() };
};
const words = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");

// product/emails.md#email-templates
test("an administrator reads which emails the club's people get, and what stops them", async () => {
  const { html } = await page(PATH);
  const listed = [...html.matchAll(/href="\/email-templates\/([\w-]+)"/g)].map(([, name]) => name);
  const wanted = Object.entries(templates).filter(([, { purpose }]) => purpose.to !== "staff");
  expect([...listed].sort()).toEqual(wanted.map(([name]) => name).sort());
  expect(words(html)).toContain("Rate the game Sent an hour after a game; stopped by Game Reminders");
});

test("each of them can be read, with every wording that it has", async () => {
  for (const [name, { purpose }] of Object.entries(templates)) {
    const { label, to } = purpose;
    const { status, html } = await page(`${PATH}/${name}`);
    expect([name, status]).toEqual([name, to === "staff" ? 404 : 200]);
    if (to === "staff") continue;
    expect(html).toContain(`<h1>${label}</h1>`);
    expect(html).not.toMatch(/https?:\/\/[^"]*\/(?:parent|register)/);
  }
  const game = words((await page(`${PATH}/rating-submitted`)).html);
  expect(game).toContain("Switch Rating Submissions, under Notifications");
  expect(game).toContain("in 4 wordings");
  const agreement = (await page(`${PATH}/agreement-request`)).html;
  expect(agreement).toMatch(/lang="es".*acuerdo/s);
  expect(words(agreement)).toContain("Switch None: it always comes");
});

test("an unknown kind is not found, and only administrators read them", async () => {
  expect((await page(`${PATH}/constructor`)).status).toBe(404);
  for (const { cookie } of [mia, dana])
    for (const path of [PATH, `${PATH}/welcome`]) expect((await page(path, cookie)).status).toBe(403);
});
