import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkPage, launchBrowser, newPage, type PageOptions } from "../support/browser.ts";
import { type RunningServer, startServer, until } from "../support/server.ts";

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

type Kind = Omit<PageOptions, "baseURL">;
const kinds = [
  { javaScript: true, width: 1280 },
  { javaScript: false, width: 360 },
] as const satisfies readonly Kind[];

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Takes Dana from the packages to Stripe's payment page by following the pages alone. */
async function toCheckout(kind: Kind, clubName: string, email: string, look = false): Promise<Page> {
  const checkEach = look ? checkPage : async () => {};
  const page = await newPage(browser, { baseURL: server.url, ...kind });
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
  await page.getByLabel("State").selectOption("TX");
  await page.getByLabel("City").fill("Austin");
  await page.getByLabel("Estimated Number of Players").fill("350");
  await page.getByRole("checkbox").check();
  await press(page, "Back to Package Selection");
  await press(page, "Choose Standard");
  expect(await page.getByLabel("Club Name").inputValue()).toBe(clubName);
  await page.getByRole("checkbox").check();
  await press(page, "Continue to Payment");
  await checkEach(page);
  // The second club of one name: it says that it is another one.
  if (new URL(page.url()).pathname === "/signup/same-club") {
    await page.getByRole("radio", { name: "It is another club" }).check();
    await press(page, "Continue");
    await checkEach(page);
  }
  await press(page, "Subscribe for $749/year");
  return page;
}

async function payByCard(page: Page, number: string): Promise<void> {
  await page.locator("[name=cardNumber]").fill(number);
  await press(page, /^Pay/);
}

async function payByBank(page: Page): Promise<void> {
  await page.goto(`${page.url()}?method=us_bank_account`);
  await page.locator("[name=name]").fill("Dana Reyes");
  await press(page, /^Pay/);
}

const linkIn = (text: string, path: string) =>
  /https?:\/\/\S+/g.exec(text.slice(text.indexOf(`${server.url}${path}`)))?.[0] ?? "";

describe.each(kinds)("with JavaScript $javaScript, $width px wide", (kind) => {
  const email = `dana-${kind.width}@lakeside.example`;

  test("a club signs up, pays on the second try, sets its password and signs in", async () => {
    const page = await toCheckout(kind, "Lakeside SC", email, true);
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

    const welcome = await server.mailTo(email, { tag: "welcome" });
    expect(welcome.text).toContain(code);
    const link = linkIn(welcome.text, "/contact?setup=");
    expect(await page.getByRole("link", { name: "Set Up Password" }).getAttribute("href")).toBe(
      link.replace(server.url, ""),
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
    await server.mailTo(email, { tag: "password-set" });

    await page.goto(link);
    await page.getByRole("heading", { name: "Invalid Setup Link" }).waitFor();
    await checkPage(page);
    await page.context().close();
  }, 120_000);

  test("a bank payment is pending, fails, and is paid through the emailed link", async () => {
    const bank = `bank-${email}`;
    const page = await toCheckout(kind, "Bank United", bank);
    await payByBank(page);
    await page.waitForURL(/\/success\?club=/);
    await page.getByText("Payment on its way", { exact: true }).waitFor();
    await checkPage(page);
    await page.goto("/sandbox/bank-payments");
    await press(page, /fail/i);
    const { text } = await server.mailTo(bank, { tag: "payment-failed" });
    await page.goto(linkIn(text, "/pay?token="));
    await checkPage(page);
    await press(page, "Subscribe for $749/year");
    await payByCard(page, "4242424242424242");
    await page.waitForURL(/\/success\?club=/);
    await page.getByText("Your subscription is active and your account is ready to go.").waitFor();
    await page.context().close();
  });
});

test("the webhook creates the club of a payer who never returns", async () => {
  const page = await toCheckout(kinds[0], "Gone Fishing FC", "gone@lakeside.example");
  await page.route("**/success**", (route) => route.abort());
  await payByCard(page, "4242424242424242").catch(() => {});
  const welcome = await server.mailTo("gone@lakeside.example", { tag: "welcome" });
  expect(welcome.text).toMatch(/GONEFISHING\d+/);
  const mails = await until(5_000, async () => server.mails());
  expect(mails.filter(({ to }) => to.includes("gone@lakeside.example"))).toHaveLength(1);
  await page.context().close();
});

test("another browser sees nothing of the sign-up", async () => {
  const page = await newPage(browser, { baseURL: server.url });
  await page.goto("/success?club=Lakeside+SC&name=Dana&code=LAKESIDESC1&new=true");
  await page.getByRole("heading", { name: "Looking for your club?" }).waitFor();
  await checkPage(page);
  await page.goto("/pay?token=guess");
  await checkPage(page);
  await page.context().close();
});
