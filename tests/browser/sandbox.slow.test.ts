import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { checkPage, newPage, type PageOptions } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

const { site, browser } = await openDemo();

type Kind = Omit<PageOptions, "baseURL">;
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Opens Ada's browser on the payment page of a new club. */
async function atCheckout(kind: Kind, clubName: string, email: string): Promise<Page> {
  const page = await newPage(browser, { baseURL: site.url, ...kind });
  await page.goto("/signup?plan=large");
  await page.getByLabel("Club Name").fill(clubName);
  await page.getByLabel("Contact Name").fill("Ada Admin");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("State").selectOption("TX");
  await page.getByLabel("City").fill("Austin");
  await page.getByLabel("Estimated Number of Players").fill("900");
  await page.getByRole("checkbox").check();
  await press(page, "Continue to Payment");
  await press(page, /^Subscribe/);
  await page.waitForURL(/\/sandbox\/checkout\//);
  return page;
}

/** The sandbox ships no script, so one kind of browser is enough. */
describe("without JavaScript, 360 px wide", () => {
  const kind = { javaScript: false, width: 360 } as const;
  const open = (path: string) =>
    newPage(browser, { baseURL: site.url, ...kind }).then(async (page) => {
      await page.goto(path);
      return page;
    });

  test.each(["/sandbox", "/sandbox/mail", "/sandbox/bank-payments", "/sandbox/webhooks", "/sandbox/clock"])(
    "%s is a good page",
    async (path) => {
      const page = await open(path);
      await checkPage(page);
      await page.context().close();
    },
  );

  test.each(["club admin", "coach", "manager"])("one click signs in as %s", async (who) => {
    const page = await open("/sandbox");
    await press(page, `Try it as ${who}`);
    await page.waitForURL(/\/dashboard/);
    await page.context().close();
  });

  test("a click fills in a test card, 3-D Secure fails, then succeeds, and the email's links work", async () => {
    const email = `ada-${kind.width}@hillside.example`;
    const page = await atCheckout(kind, `Hillside ${kind.width}`, email);
    await checkPage(page);
    await page.getByRole("link", { name: /Declined/ }).click();
    await press(page, /^Pay/);
    await page.getByText("Your card was declined.", { exact: true }).waitFor();
    await checkPage(page);
    await page.getByRole("link", { name: /3-D Secure/ }).click();
    await press(page, /^Pay/);
    await checkPage(page);
    await press(page, "Fail authentication");
    await page.getByText(/We are unable to authenticate your payment method/).waitFor();
    await checkPage(page);
    const checkout = page.url();
    await page.getByRole("link", { name: /3-D Secure/ }).click();
    await press(page, /^Pay/);
    await press(page, "Complete authentication");
    await page.waitForURL(/\/success/);

    await page.goto(checkout);
    await page.getByText("This payment has been made.").waitFor();
    await checkPage(page);

    const { subject } = await site.mailTo(email);
    await page.goto(`/sandbox/mail?about=${encodeURIComponent(email)}`);
    await checkPage(page);
    await page.getByRole("link", { name: subject }).click();
    await checkPage(page);
    const mailPage = page.url();
    await page
      .getByRole("listitem")
      .getByRole("link", { name: /setup=/ })
      .click();
    await page.getByRole("heading", { name: /Set Up/ }).waitFor();
    await page.goto(mailPage);
    await page
      .frameLocator("iframe")
      .getByRole("link", { name: /^Set Up/ })
      .click();
    await page.getByRole("heading", { name: /Set Up/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/account/set-up-password");
    await page.context().close();
  });

  test("a bank payment stays pending until its button is pressed", async () => {
    const email = `bea-${kind.width}@hillside.example`;
    const page = await atCheckout(kind, `Valley ${kind.width}`, email);
    await page.getByRole("link", { name: "US bank account" }).click();
    await checkPage(page);
    await press(page, /^Pay/);
    await page.waitForURL(/\/success/);
    await page.goto("/sandbox/bank-payments");
    await checkPage(page);
    await page
      .getByRole("listitem")
      .filter({ hasText: email })
      .getByRole("button", { name: "Let it succeed" })
      .click();
    await page.getByRole("status").getByText("The bank payment has succeeded.").waitFor();
    await checkPage(page);
    expect(await page.getByText(email).count()).toBe(0);
    await page.context().close();
  });
});
