import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { checkPage, newPage } from "../support/browser.ts";
import { openDemo, openDemoWorld } from "../support/demo.ts";

const { site, browser, dataDir } = await openDemo();
const world = await openDemoWorld(dataDir);
afterAll(() => world.close());

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const hours = (days: number) => -24 * days;

/** Creates a club for the test, with a team that was perfect three times and a game before its season. */
async function openClub(name: string): Promise<{ code: string; cookie: string }> {
  const club = await world.club(name, { state: "ND" });
  const team = await world.team(club, "Ravens", { age_group: "U-12", season: "Walk" });
  const perfect = { final_score: 20, agreement: "agreed", final_policy: "coach-final" } as const;
  for (const days of [-30, -20, -10])
    await world.game(club, team, hours(days), { ...perfect, finalized_at: new Date().toISOString() });
  await world.game(club, team, hours(-75), { opponent: "Early Birds" });
  await world.game(club, team, hours(5), { opponent: "Late Birds" });
  return { code: club.code, cookie: await world.signIn(club.adminAccount, club.code) };
}

async function openAs(cookie: string, options: Way) {
  const page = await newPage(browser, { baseURL: site.url, ...options });
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: site.url }]);
  return page;
}

const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole("main").getByRole("button", { name }).first().click();
  await page.waitForLoadState();
};
const follow = async (page: Page, name: string | RegExp) => {
  await page.getByRole("main").getByRole("link", { name }).first().click();
  await page.waitForLoadState();
};
const says = (page: Page, text: string | RegExp) => page.getByRole("main").getByText(text).first().waitFor();

type Way = { javaScript: boolean; width: 360 | 1280; dark: boolean };
/** `npm test` walks each of the two in one of these ways, the slow suite in the other. */
export const ON_A_DESKTOP: Way = { javaScript: true, width: 1280, dark: false };
export const ON_A_PHONE_WITHOUT_SCRIPTS: Way = { javaScript: false, width: 360, dark: true };

export const testSeason = (options: Way) =>
  test("a season is made from a template, kept as one, copied, widened and rolled over", async () => {
    const { cookie } = await openClub(`Season Walk ${options.width}`);
    const page = await openAs(cookie, options);
    await page.goto("/seasons?tab=templates");
    await says(page, "None yet.");
    await checkPage(page);
    await follow(page, "Fall League");
    await page.getByLabel("Season Name").fill("Walk");
    await page.getByLabel("First Day").fill(day(-60));
    await page.getByLabel("Last Day").fill(day(10));
    await checkPage(page);
    await press(page, "Create Season");
    await says(page, "Walk is created.");
    await checkPage(page);

    await follow(page, "Save as Template");
    await page.getByLabel("Sport").fill("Soccer");
    await checkPage(page);
    await press(page, "Save Template");
    await says(page, /Walk is saved/);
    await checkPage(page);
    await follow(page, /^Edit/);
    await page.getByLabel("Template Name").fill("Walks");
    await checkPage(page);
    await press(page, "Save Template");
    await says(page, "Walks is saved.");

    // Takes in the game before the season.
    await page.goto("/seasons");
    await says(page, /1 game is in no season/);
    await checkPage(page);
    await follow(page, "Let Walk begin earlier");
    await press(page, "Save Season");
    await says(page, "Walk is saved.");
    await page.goto("/seasons");
    expect(await page.getByText("in no season").count()).toBe(0);

    await page.getByRole("main").getByRole("link", { name: "Walk", exact: true }).click();
    await follow(page, "Copy");
    await page.getByLabel(/planned game/).check();
    await checkPage(page);
    await press(page, "Copy Season");
    await says(page, /Walk Copy is created, with 1 planned game/);
    await checkPage(page);

    await page.goto("/seasons");
    await page.getByRole("main").getByRole("link", { name: "Walk", exact: true }).click();
    await follow(page, "Roll Over");
    await checkPage(page);
    await press(page, "Check the Changes");
    await says(page, "U-13");
    await checkPage(page);
    await press(page, /^Roll Over to/);
    await page.getByRole("button", { name: "Undo the Roll-over" }).waitFor();
    await checkPage(page);
    await press(page, "Undo the Roll-over");
    await says(page, /undone/i);
    await checkPage(page);
    await page.context().close();
  });

export const testReward = (options: Way) =>
  test("a reward is earned, awarded, printed and undone", async () => {
    const { code, cookie } = await openClub(`Reward Walk ${options.width}`);
    const page = await openAs(cookie, options);
    await page.goto("/rewards");
    await checkPage(page);
    await follow(page, "Create New Program");
    await page.getByLabel("Program Name").fill("Heroes");
    await checkPage(page);
    await press(page, "Create Program");
    await says(page, "Heroes is created.");
    // Without a season a program begins on its day; the test's games are older.
    await world.platform.clubs.use(code, (db) =>
      db
        .updateTable("reward_programs")
        .set({ starts_on: day(-90) })
        .execute(),
    );
    await page.goto("/rewards?tab=templates");
    await checkPage(page);
    await follow(page, "$25 gift card");
    await page.getByLabel(/Find it by itself/).uncheck();
    await checkPage(page);
    await press(page, "Create Reward");
    await says(page, /\$25 gift card is created/);
    await checkPage(page);
    await page.goto("/rewards");
    await checkPage(page);
    await press(page, "Check Now");
    await says(page, "1 new reward earned.");
    await checkPage(page);
    await follow(page, "$25 gift card");
    await says(page, "Preview of the Certificate (PDF)");
    await checkPage(page);
    await press(page, "Mark as Awarded");
    await says(page, "$25 gift card is awarded to Ravens.");
    await checkPage(page);
    await follow(page, "Print Certificates");
    await page.getByRole("checkbox").first().check();
    await checkPage(page);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Spanish PDF" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^certificate-\d{4}-\d\d-\d\d-es\.pdf$/);
    await page.goto("/rewards?tab=earned");
    await follow(page, /\$25 gift card/);
    await press(page, "Undo: Not Awarded");
    await says(page, "Mark as Awarded");
    await checkPage(page);
    await page.goto("/rewards?tab=analytics");
    await checkPage(page);
    await page.context().close();
  });
