import type { Browser } from "playwright-core";
import type { RunningServer } from "#tests/support/server.ts";
import { signIns } from "./shots.ts";

/** Has the demo's club send the agreement to waiting parents, so that there is a mail with a link. */
export async function sendOneAgreement(browser: Browser, server: RunningServer): Promise<void> {
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const page = await context.newPage();
  const { identifier, password } = signIns.administrator;
  await page.goto("/club/login");
  await page.locator('[name="identifier"]').fill(identifier);
  await page.locator('[name="password"]').fill(password);
  await Promise.all([page.waitForURL("**/dashboard*"), page.locator("main [type=submit]").first().click()]);
  await page.goto("/agreements/send");
  await Promise.all([
    page.waitForURL("**/agreements"),
    page.locator("main form[method=post] [type=submit]").first().click(),
  ]);
  await context.close();
}
