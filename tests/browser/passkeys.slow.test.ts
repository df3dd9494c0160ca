import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DEMO_COACH } from "../../sandbox/demo-people.ts";
import { checkPage, newPage } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

const { site, browser } = await openDemo();

/** Adds a phone's passkeys, with its owner's finger always on it. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

async function signIn(page: Page): Promise<void> {
  await page.goto("/club/login");
  await page.getByLabel("Club code or email").fill(DEMO_COACH.email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_COACH.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard*");
}

const useIt = async (page: Page) => {
  await page.getByRole("button", { name: "Use Your Passkey" }).click();
};

test("a coach makes a passkey, signs in with it, and removes it", async () => {
  const page = await newPage(browser, { baseURL: site.url, width: 360 });
  await addAuthenticator(page);
  await signIn(page);
  await page.goto("/account/passkeys");
  await checkPage(page);
  await page.getByLabel("Name of this device").fill("Touchline phone");
  await page.getByLabel("Current password", { exact: true }).fill("Wrong-Password-1");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("not your current password").waitFor();
  await page.getByLabel("Current password", { exact: true }).fill(DEMO_COACH.password);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "New Passkey" }).waitFor();
  await checkPage(page);
  await page.getByRole("button", { name: "Create the Passkey 'Touchline phone'" }).click();
  await page.getByRole("status").getByText("signs in from now on").waitFor();
  await checkPage(page);
  expect((await site.mailTo(DEMO_COACH.email, { subject: /passkey was added/ })).text).toContain(
    "Touchline phone",
  );

  await page.context().clearCookies();
  await page.goto("/club/login?redirectTo=/schedule");
  await page.getByRole("link", { name: "Sign in with a passkey" }).click();
  await checkPage(page);
  await useIt(page);
  await page.waitForURL("**/schedule");

  await page.goto("/account/passkeys");
  expect(await page.getByText("not yet").count()).toBe(0);
  await page.getByRole("link", { name: "Remove Touchline phone" }).click();
  await checkPage(page);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("status").getByText("no longer signs in").waitFor();
  await page.context().clearCookies();
  await page.goto("/club/login/passkey");
  await useIt(page);
  await page.getByRole("alert").getByText("not known here any more").waitFor();
  await checkPage(page);
  await page.context().close();
});

test("pages say without scripts that passkeys need them, and the password works", async () => {
  const page = await newPage(browser, { baseURL: site.url, javaScript: false, width: 360 });
  await page.goto("/club/login");
  expect(await page.getByRole("link", { name: "Sign in with a passkey" }).isVisible()).toBe(false);
  await page.goto("/club/login/passkey");
  await page.getByText("This browser cannot use passkeys here").waitFor();
  await checkPage(page);
  await page.getByRole("link", { name: "Sign In with a Password" }).click();
  await signIn(page);
  await page.goto("/account/passkeys");
  await page.getByText("This browser cannot make passkeys").waitFor();
  await checkPage(page);
  await page.context().close();
});
