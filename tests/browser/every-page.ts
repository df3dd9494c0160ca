import { setTimeout } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { DEMO_CLUB, DEMO_COACH, DEMO_MANAGER, DEMO_STAFF } from "../../sandbox/demo-people.ts";
import { checkPage, newPage, type PageOptions } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

const { site, browser } = await openDemo();

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
      "/printables",
      "/printables?category=forms",
      "/printables/certificates",
      "/printables/customize",
      "/club/settings",
      ...["look", "games", "agreements", "teams", "users", "activity"].map(
        (tab) => `/club/settings?tab=${tab}`,
      ),
      "/club/settings/rating-policy",
      "/notifications",
      "/teams/email-settings",
      "/schedule/calendars",
      `/schedule/calendars/${hawks}`,
      "/club/billing",
      "/club/leave",
      "/club/leave/cancel",
      "/club/billing/renew",
      "/teams",
      "/teams/new",
      "/teams/invite",
      "/agreements",
      "/email-collection",
      "/advanced-import",
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
      "/reports",
      "/reports?tab=teams",
      "/reports?tab=trends",
      "/reports?tab=analytics",
      "/reports/games",
      "/reports/pulse",
      "/reports/pulse/new",
      "/reports/pulse/send?closes=2099-01-01&team=demo-demo1-hawks&team=demo-demo1-lions",
      "/reports/referees",
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
  "/admin/clubs/demo1/money",
  "/admin/messages",
  "/admin/mails",
  "/admin/mails?tab=came-back",
  "/admin/verification",
  "/admin/verification/demo1",
  "/admin/verification/hillcountry27",
  "/admin/billing",
  "/admin/clubs/demo1/guarantee",
  "/admin/audit",
  "/admin/jobs",
  "/admin/monitoring",
  "/admin/console",
  "/admin/console?tab=performance",
  "/admin/console?tab=commands",
  "/admin/console/commands/verify-club",
  "/admin/sessions",
  "/admin/notifications",
  "/admin/notifications/preferences",
  "/admin/maintenance",
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

/** Signs in with the password, after which the staff are in or asked for a code. */
async function enterPassword(page: Page): Promise<void> {
  const [superAdmin] = DEMO_STAFF;
  await page.goto("/admin/login");
  await page.getByLabel("Email", { exact: true }).fill(superAdmin.email);
  await page.getByLabel("Password", { exact: true }).fill(superAdmin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/**
 * Returns a code, which works once for each step of 30 seconds, and in the one before and after: use them in ascending
 * order. Waits for the next step if this one is nearly over, or the code of the step before would be two steps old when
 * it arrives.
 */
async function codeOf(authenticator: TOTP, step: -1 | 0 | 1): Promise<string> {
  while (Date.now() % 30_000 > 20_000) await setTimeout(500);
  return authenticator.generate({ timestamp: Date.now() + step * 30_000 });
}

async function setUpAuthenticator(page: Page): Promise<TOTP> {
  await enterPassword(page);
  await page.goto("/admin/account/authenticator");
  await checkPage(page);
  const key = (await page.locator("main code").first().textContent()) ?? "";
  const authenticator = new TOTP({ secret: Secret.fromBase32(key.replaceAll(" ", "")) });
  await page.getByLabel("Password", { exact: true }).fill(DEMO_STAFF[0].password);
  await page.getByLabel("Code", { exact: true }).fill(await codeOf(authenticator, -1));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("Your Recovery Codes").waitFor();
  await checkPage(page);
  return authenticator;
}

/** Signs in again with a code, and switches the authenticator off, so that the demo's staff are unchanged. */
async function useAuthenticator(page: Page, authenticator: TOTP): Promise<void> {
  await page.context().clearCookies();
  await enterPassword(page);
  await page.waitForURL("**/admin/login/code*");
  await checkPage(page);
  await page.getByLabel("Code", { exact: true }).fill(await codeOf(authenticator, 0));
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/admin");
  await page.goto("/admin/account/authenticator/off");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_STAFF[0].password);
  await page.getByLabel("Code of your authenticator").fill(await codeOf(authenticator, 1));
  await page.getByRole("button", { name: "Switch It Off" }).click();
  await page.getByText("Your authenticator is switched off").waitFor();
}

async function signIn(page: Page, who: { identifier: string; password: string }): Promise<void> {
  await page.goto("/club/login");
  await page.getByLabel("Club code or email").fill(who.identifier);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard*");
}

/** Registers a test for each person of the demo: their pages answer 200 and are good pages. */
export function testEveryPage(kind: Omit<PageOptions, "baseURL">, who: (keyof typeof people)[]): void {
  describe(`with JavaScript ${kind.javaScript}, ${kind.width} px wide, dark ${kind.dark}`, () => {
    test.each(who)(
      "every page of the demo's %s is a good page",
      async (name) => {
        const page = await newPage(browser, { baseURL: site.url, ...kind });
        await signIn(page, people[name]);
        const problems: string[] = [];
        for (const path of people[name].pages) problems.push(...(await problemsOf(page, path)));
        expect(problems).toEqual([]);
        await page.context().close();
      },
      180_000,
    );

    test("every page of the platform's staff is a good page", async () => {
      const page = await newPage(browser, { baseURL: site.url, ...kind });
      const problems: string[] = [];
      const look = async (path: string) => problems.push(...(await problemsOf(page, path)));
      for (const path of staffDoors) await look(path);
      const authenticator = await setUpAuthenticator(page);
      await page.goto("/admin/clubs/demo1");
      await page.getByLabel("They asked by phone").check();
      await page.getByRole("button", { name: "Show the People" }).click();
      await page.getByRole("heading", { name: "Who signs in" }).waitFor();
      for (const path of staffPages) await look(path);
      await page.goto("/admin/staff");
      await page.getByRole("link", { name: "Ari Lund", exact: true }).click();
      await page.waitForURL("**/admin/staff/*");
      const { pathname } = new URL(page.url());
      await look(pathname);
      await look(`${pathname}/remove`);
      await useAuthenticator(page, authenticator);
      expect(problems).toEqual([]);
      await page.context().close();
    }, 180_000);
  });
}

async function problemsOf(page: Page, path: string): Promise<string[]> {
  const answer = await page.goto(path);
  const problems = answer?.status() === 200 ? [] : [`${path} answers ${answer?.status()}`];
  await checkPage(page).catch((error: Error) => problems.push(error.message));
  return problems;
}
