import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkPage, newPage, type PageOptions } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

export const { site, browser } = await openDemo();

export type Kind = Omit<PageOptions, "baseURL">;
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/**
 * Takes Dana from the packages to Stripe's payment page by following the pages alone.
 * @param known a club of this name has signed up before: Dana answers that hers is another one
 */
export async function toCheckout(
  kind: Kind,
  clubName: string,
  email: string,
  { look = false, known = false } = {},
): Promise<Page> {
  const checkEach = look ? checkPage : async () => {};
  const page = await newPage(browser, { baseURL: site.url, ...kind });
  await page.goto("/signup");
  await checkEach(page);
  await press(page, "Choose Standard");
  await checkEach(page);
  await press(page, "Continue to Payment");
  await page.getByText("There is a problem").waitFor();
  await checkEach(page);
  await page.getByLabel("Club Name").fill(clubName);
  await page.getByLabel("Contact Name").fill("Dana Reyes");
  await page.getByLabel("Email").fill(email);
  // Another state than the demo's: its teams would lengthen the board of Texas, which lists.test.ts measures meanwhile.
  await page.getByLabel("State").selectOption("MT");
  await page.getByLabel("City").fill("Austin");
  await page.getByLabel("Estimated Number of Players").fill("350");
  await page.getByRole("checkbox").check();
  await press(page, "Back to Package Selection");
  await press(page, "Choose Standard");
  expect(await page.getByLabel("Club Name").inputValue()).toBe(clubName);
  await page.getByRole("checkbox").check();
  await press(page, "Continue to Payment");
  await checkEach(page);
  const askedWhich = new URL(page.url()).pathname === "/signup/same-club";
  if (known) expect(askedWhich).toBe(true);
  if (askedWhich) {
    await checkPage(page);
    await page.getByRole("radio", { name: "It is another club" }).check();
    await press(page, "Continue");
    await checkEach(page);
  }
  await press(page, "Subscribe for $749/year");
  return page;
}

export async function payByCard(page: Page, number: string): Promise<void> {
  await page.locator("[name=cardNumber]").fill(number);
  await press(page, /^Pay/);
}

async function payByBank(page: Page): Promise<void> {
  await page.goto(`${page.url()}?method=us_bank_account`);
  await page.locator("[name=name]").fill("Dana Reyes");
  await press(page, /^Pay/);
}

const linkIn = (text: string, path: string) =>
  /https?:\/\/\S+/g.exec(text.slice(text.indexOf(`${site.url}${path}`)))?.[0] ?? "";

/** Registers the tests of a club's way from the packages to its dashboard. */
export function testSignUp(kind: Kind): void {
  describe(`with JavaScript ${kind.javaScript}, ${kind.width} px wide`, () => {
    const email = `dana-${kind.width}@lakeside.example`;

    test("a club signs up, pays on the second try, sets its password and signs in", async () => {
      const page = await toCheckout(kind, "Lakeside SC", email, { look: true });
      await payByCard(page, "4000000000000002");
      await page.getByText("Your card was declined").first().waitFor();
      await page.goto("/signup/payment?payment=back");
      await page.getByText("Payment failed").waitFor();
      await checkPage(page);
      await press(page, "Try Again");
      await payByCard(page, "4242424242424242");
      await page.waitForURL(/\/success\?club=/);
      await checkPage(page);
      const code = (await page.getByText(/^LAKESIDESC\d+$/).textContent()) ?? "";

      const welcome = await site.mailTo(email, { tag: "welcome" });
      expect(welcome.text).toContain(code);
      const link = linkIn(welcome.text, "/contact?setup=");
      expect(await page.getByRole("link", { name: "Set Up Password" }).getAttribute("href")).toBe(
        link.replace(site.url, ""),
      );

      await page.getByRole("link", { name: "Set Up Password" }).click();
      await checkPage(page);
      await page.getByLabel("Password", { exact: true }).fill("sideline");
      await page.getByLabel("Confirm Password").fill("sideline");
      await press(page, "Set Password");
      await page.getByText("2 of 5 requirements met").waitFor();
      await checkPage(page);
      await page.getByLabel("Password", { exact: true }).fill("Sideline-2026");
      await page.getByLabel("Confirm Password").fill("Sideline-2026");
      await press(page, "Set Password");
      await page.getByText("Password setup complete! You can now log in with your credentials.").waitFor();
      await page.getByLabel("Password", { exact: true }).fill("Sideline-2026");
      await press(page, /Sign In/i);
      await page.waitForURL(/\/dashboard/);
      await site.mailTo(email, { tag: "password-set" });

      await page.goto(link);
      await page.getByRole("heading", { name: "Invalid Setup Link" }).waitFor();
      await checkPage(page);
      await page.context().close();
    }, 120_000);

    test("a bank payment is pending, fails, and is paid through the emailed link", async () => {
      const bank = `bank-${email}`;
      const page = await toCheckout(kind, "Lakeside SC", bank, { known: true });
      await payByBank(page);
      await page.waitForURL(/\/success\?club=/);
      await page.getByText("Payment on its way", { exact: true }).waitFor();
      await checkPage(page);
      await page.goto("/sandbox/bank-payments");
      await page
        .getByRole("listitem")
        .filter({ hasText: bank })
        .getByRole("button", { name: "Let it fail" })
        .click();
      const { text } = await site.mailTo(bank, { tag: "payment-failed" });
      await page.goto(linkIn(text, "/pay?token="));
      await checkPage(page);
      await press(page, "Subscribe for $749/year");
      await payByCard(page, "4242424242424242");
      await page.waitForURL(/\/success\?club=/);
      await page.getByText("Your subscription is active and your account is ready to go.").waitFor();
      await page.context().close();
    });
  });
}
