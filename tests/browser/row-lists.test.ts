import { expect, test } from "vitest";
import { checkPage } from "../support/browser.ts";
import { badRows, LISTS, NAMES, open, testRowLists } from "./row-lists.ts";

testRowLists(false);

test("a row opens its parent wherever it is tapped, and its box is beside that", async () => {
  const page = await open(360, false);
  await page.goto("/agreements");
  const row = page
    .locator(".rows tbody tr")
    .filter({ hasText: `${NAMES[4]} 4` })
    .first();
  const box = await row.boundingBox();
  if (!box) throw new Error("No row");
  const tick = await row.locator("label").boundingBox();
  expect(tick && tick.width >= 24 && tick.height >= 24).toBe(true);
  await row.locator("label").click();
  expect(await row.locator("input").isChecked()).toBe(true);
  await row.click({ position: { x: box.width - 8, y: box.height - 8 } });
  await page.waitForURL(/\/agreements\/[\w-]{22}$/);
  await page.context().close();
});

test.each(LISTS)("%s is a table of one line per row on a desktop", async (path) => {
  const page = await open(1280, false);
  await page.goto(path);
  expect(await page.evaluate(badRows, 56)).toEqual([]);
  await checkPage(page);
  await page.context().close();
});
