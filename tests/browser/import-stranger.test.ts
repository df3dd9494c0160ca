import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { checkPage, newPage } from "../support/browser.ts";
import { openDemo, openDemoWorld } from "../support/demo.ts";

const MOST_TAPS = 8;
const GOTSPORT = fileURLToPath(new URL("../fixtures/schedules/gotsport.csv", import.meta.url));

const { site, dataDir, browser } = await openDemo();
const world = await openDemoWorld(dataDir);
afterAll(() => world.close());

async function signedIn(): Promise<Page> {
  // A separate state: its teams would lengthen the boards of Texas, which lists.test.ts measures meanwhile.
  const club = await world.club("St. Mary's & Lakeside Youth Soccer", { state: "VT" });
  await world.team(club, "U12B Red", { age_group: "U-12", gender: "Boys" });
  const [name = "", value = ""] = (await world.signIn(club.adminAccount, club.code)).split(/=(.*)/s);
  const page = await newPage(browser, { baseURL: site.url, javaScript: false, width: 360 });
  await page.context().addCookies([{ name, value, url: site.url }]);
  return page;
}

test("a stranger imports a league's file under another club's name, with teams that do not exist yet", async () => {
  const page = await signedIn();
  let taps = 0;
  const tap = async (name: string | RegExp, role: "button" | "link" = "button") => {
    taps += 1;
    await page.getByRole("main").getByRole(role, { name }).click();
    await checkPage(page);
  };
  await page.goto("/schedule/import");
  await page.getByLabel("Schedule file").setInputFiles(GOTSPORT);
  await tap("Preview Import");

  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Which of these are you?");
  const first = page.getByRole("radio").first();
  expect(await first.getAttribute("value")).toBe("lakeside youth soccer");
  expect(await first.isChecked()).toBe(true);
  await tap("Continue");

  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Your teams in this file");
  await tap("Continue to the Preview");
  await page.getByText("The import creates 5 teams.").waitFor();
  await page.getByText("A game of other clubs: row skipped").waitFor();
  await tap("Import 39 Games");
  await page.getByText("Successfully imported 39 games!").waitFor();
  expect(taps).toBeLessThanOrEqual(MOST_TAPS);

  await page.goto("/teams");
  for (const name of ["Hawks", "Eagles", "Lions", "Tigers U8C", "Panthers 2014"])
    await page.getByRole("link", { name }).first().waitFor();

  // The same file a second time asks nothing and changes nothing.
  await page.goto("/schedule/import");
  await page.getByLabel("Schedule file").setInputFiles(GOTSPORT);
  await tap("Preview Import");
  await page.getByText("0 added, 0 changed, 39 unchanged").waitFor();

  // Matched names can be reset, and the import undone.
  await page.goto("/schedule/imports");
  await checkPage(page);
  await page
    .getByRole("row")
    .filter({ hasText: /39 added/ })
    .getByRole("link")
    .first()
    .click();
  await page.getByRole("link", { name: "Undo this import" }).click();
  await tap("Undo Import");
  await page.context().close();
});
