import { Secret, TOTP } from "otpauth";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_CLUB, DEMO_COACH, DEMO_MANAGER, DEMO_STAFF } from "../../sandbox/demo-people.ts";
import { checkPage, launchBrowser, newPage } from "../support/browser.ts";
import { type RunningServer, startServer } from "../support/server.ts";

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ demo: true }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

// The demo's ids are made of names. Week 3 of the Hawks is the game with the red card.
const hawks = "demo-demo1-hawks";
const incident = `${hawks}-game-3`;
const toCome = `${hawks}-game-14`;
const pendingInvitation = "demo-demo1-lions-coach-assistant";

const people = {
  administrator: {
    identifier: DEMO_CLUB.code,
    password: DEMO_CLUB.password,
    pages: [
      "/dashboard",
      "/dashboard?new=true",
      "/help",
      "/account/terms",
      "/verification",
      "/club/public-page",
      "/club/billing",
      "/club/leave",
      "/club/leave/cancel",
      "/club/billing/renew",
      "/teams",
      "/teams/new",
      `/teams/${hawks}`,
      `/teams/${hawks}/edit`,
      `/teams/${hawks}/delete`,
      `/teams/${hawks}/invite?role=coach`,
      `/teams/demo-demo1-lions/staff/${pendingInvitation}/remove`,
      "/schedule",
      "/schedule/new",
      "/schedule/import",
      `/schedule/${toCome}/edit`,
      `/schedule/${toCome}/cancel`,
      `/schedule/${toCome}/delete`,
      "/rating",
      `/rating/${incident}`,
      `/rating/${incident}/correction/coach`,
      `/rating/${incident}/incident`,
      "/leaderboard",
      "/leaderboard?view=national",
      "/leaderboard?q=nobody+is+called+this",
    ],
  },
  manager: {
    identifier: DEMO_MANAGER.email,
    password: DEMO_MANAGER.password,
    pages: [
      "/dashboard",
      "/teams",
      `/teams/${hawks}`,
      "/schedule",
      "/rating",
      "/mobile-rating",
      "/leaderboard",
    ],
  },
  coach: {
    identifier: DEMO_COACH.email,
    password: DEMO_COACH.password,
    pages: ["/dashboard", "/teams", "/schedule", "/rating", `/rating/${incident}`, "/mobile-rating"],
  },
};

/** Signed in as staff, with the second factor that the test sets up. */
const staffPages = [
  "/admin",
  "/admin/clubs",
  "/admin/clubs?q=nobody+is+called+this",
  "/admin/clubs/demo1",
  "/admin/clubs/demo1/people/demo-demo1",
  "/admin/messages",
  "/admin/verification",
  "/admin/verification/demo1",
  "/admin/billing",
  "/admin/clubs/demo1/guarantee",
  "/admin/staff",
  "/admin/account",
  "/admin/account/password",
  "/admin/account/authenticator",
  "/admin/account/authenticator/off",
  "/admin/account/recovery-codes",
];
const staffDoors = [
  "/admin/login",
  "/admin/login?message=ended",
  "/admin/forgot-password",
  "/admin/forgot-password?sent=true",
];

/** Sets up the authenticator of the demo's super admin, or signs in with the one that is set up. */
let authenticator: TOTP | undefined;
async function signInStaff(page: Page): Promise<void> {
  const [superAdmin] = DEMO_STAFF;
  await page.goto("/admin/login");
  await page.getByLabel("Email", { exact: true }).fill(superAdmin.email);
  await page.getByLabel("Password", { exact: true }).fill(superAdmin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  if (authenticator) {
    await page.waitForURL("**/admin/login/code*");
    await checkPage(page);
    // The code of these 30 seconds may be used: the next one is taken early.
    await page
      .getByLabel("Code", { exact: true })
      .fill(authenticator.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.waitForURL("**/admin");
    return;
  }
  await page.goto("/admin/account/authenticator");
  await checkPage(page);
  const key = (await page.locator("main code").first().textContent()) ?? "";
  authenticator = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  await page
    .getByLabel("Code", { exact: true })
    .fill(authenticator.generate({ timestamp: Date.now() - 30_000 }));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Your Recovery Codes").waitFor();
  await checkPage(page);
}

async function signIn(page: Page, who: { identifier: string; password: string }): Promise<void> {
  await page.goto("/club/login");
  await page.getByLabel("Club code or email").fill(who.identifier);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard*");
}

describe.each([
  { javaScript: true, width: 1280, dark: false },
  { javaScript: false, width: 360, dark: true },
] as const)("with JavaScript $javaScript, $width px wide, dark $dark", (kind) => {
  // Managers and coaches use a phone; on a desktop they see a subset of what an administrator sees.
  const who = Object.entries(people).filter(([name]) => name === "administrator" || kind.width === 360);
  test.each(who)(
    "every page of the demo's %s is a good page",
    async (_, who) => {
      const page = await newPage(browser, { baseURL: server.url, ...kind });
      await signIn(page, who);
      const problems: string[] = [];
      for (const path of who.pages) {
        const answer = await page.goto(path);
        if (answer?.status() !== 200) problems.push(`${path} answers ${answer?.status()}`);
        await checkPage(page).catch((error: Error) => problems.push(error.message));
      }
      expect(problems).toEqual([]);
      await page.context().close();
    },
    180_000,
  );

  test("every page of the platform's staff is a good page", async () => {
    const page = await newPage(browser, { baseURL: server.url, ...kind });
    const problems: string[] = [];
    const look = async (path: string) => {
      const answer = await page.goto(path);
      if (answer?.status() !== 200) problems.push(`${path} answers ${answer?.status()}`);
      await checkPage(page).catch((error: Error) => problems.push(error.message));
    };
    for (const path of staffDoors) await look(path);
    await signInStaff(page);
    await page.goto("/admin/clubs/demo1");
    await page.getByLabel("They asked by phone").check();
    await page.getByRole("button", { name: "Show the People" }).click();
    await page.getByRole("heading", { name: "Who signs in" }).waitFor();
    for (const path of staffPages) await look(path);
    await page.goto("/admin/staff");
    await page.getByRole("link", { name: "Ari Lund", exact: true }).click();
    await checkPage(page).catch((error: Error) => problems.push(error.message));
    await look(new URL(`${page.url()}/remove`).pathname);
    expect(problems).toEqual([]);
    await page.context().close();
  }, 180_000);
});
