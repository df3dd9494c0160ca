import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { DEMO_CLUB } from "../../sandbox/demo-people.ts";
import { checkPage, newPage, type PageOptions } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

const { site, browser } = await openDemo();

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const password = (page: Page, label = "Password") => page.getByLabel(label, { exact: true });
const linkIn = (text: string, path: string) =>
  /https?:\/\/\S+/.exec(text.slice(text.indexOf(`${site.url}${path}`)))?.[0] ?? "";

async function invite(email: string, name: string): Promise<void> {
  const page = await newPage(browser, { baseURL: site.url });
  await page.goto("/club/login");
  await page.getByLabel("Club code or email").fill(DEMO_CLUB.code);
  await password(page).fill(DEMO_CLUB.password);
  await press(page, "Sign In");
  await page.goto("/club/settings?tab=users");
  await page.getByText("Invite User").click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Coach", { exact: true }).check();
  await page.getByLabel("Team (for a manager or coach)").selectOption({ index: 1 });
  await page.getByLabel("Assistant Coach").check();
  await press(page, "Send Invitation");
  await page.getByText("invitation sent successfully").waitFor();
  await page.context().close();
}

/** Registers the test of a coach's way from the invitation to the calendar. */
export function testJoining(kind: Omit<PageOptions, "baseURL">): void {
  describe(`with JavaScript ${kind.javaScript}, ${kind.width} px wide`, () => {
    test("a coach types phone and password, later only a new password, and adds the games in two taps", async () => {
      const email = `joining-${kind.width}@people.example`;
      await invite(email, "Jamie Joins");
      const { text } = await site.mailTo(email, { tag: "invitation" });
      const page = await newPage(browser, { baseURL: site.url, ...kind });

      await page.goto(linkIn(text, "/contact?"));
      expect(await page.getByLabel("Full Name").inputValue()).toBe("Jamie Joins");
      expect(await page.getByLabel("State").inputValue()).toBe("TX");
      expect(await page.getByLabel("City").inputValue()).toBe("Austin");
      // Known values are text; only those to type or check are fields.
      expect(await page.getByLabel("Full Name").isVisible()).toBe(false);
      expect(await page.getByText("Jamie Joins").first().isVisible()).toBe(true);
      await checkPage(page);
      await page.getByLabel("Phone Number").fill("(512) 555-0117");
      await password(page).fill("Sideline-2026");
      await password(page, "Confirm Password").fill("Sideline-2026");
      await page.getByRole("checkbox").check();
      await press(page, "Create Coach Account");
      await page.getByRole("heading", { name: "Welcome to the Team, Jamie Joins!" }).waitFor();
      await page.context().clearCookies();

      await page.goto("/club/login");
      await page.getByRole("link", { name: "Forgot your own password (coach or manager)" }).click();
      await page.getByRole("link", { name: "Forgot the club's password" }).click();
      await page.getByRole("link", { name: "Forgot your own password (coach or manager)" }).click();
      await page.getByLabel("Email", { exact: true }).fill(email);
      await press(page, "Send Reset Link");
      const reset = await site.mailTo(email, { tag: "password-reset" });
      await page.goto(linkIn(reset.text, "/contact?reset="));
      await checkPage(page);
      await password(page, "New password").fill("Corner-Kick-7");
      await password(page, "Confirm new password").fill("Corner-Kick-7");
      await press(page, "Update Password");
      await page.getByText("Password setup complete!").waitFor();
      expect(await page.getByLabel("Club code or email").inputValue()).toBe(email);
      // The remaining field has the focus, even after the script has put a button beside it.
      await page.locator("[name=password]:focus").waitFor();
      await page.keyboard.type("Corner-Kick-7");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/dashboard*");

      await page.goto("/schedule/calendars");
      await checkPage(page);
      await page.goto("/dashboard");
      await page.locator("main a[href^='/teams/']").first().click();
      await press(page, "Add to my calendar");
      const app = page.getByRole("link", { name: "Open in my calendar app" });
      const address = (await app.getAttribute("href")) ?? "";
      expect(address).toMatch(/^webcal:\/\/.+\.ics$/);
      await checkPage(page);
      // No policy and no script blocks it: a browser without such an app stays on the page.
      await app.click();
      expect(new URL(page.url()).pathname).toMatch(/^\/schedule\/calendars\//);
      const feed = await page.request.get(address.replace("webcal:", "http:"));
      expect(feed.headers()["content-type"]).toContain("text/calendar");
      await page.context().close();
    }, 90_000);
  });
}
