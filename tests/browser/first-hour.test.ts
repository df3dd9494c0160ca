import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkPage } from "../support/browser.ts";
import { payByCard, site, toCheckout } from "./sign-up.ts";

const SCHEDULE = `Team,Opponent,Date,Time
Alpacas,Reds,2027-09-04,9:00 AM
Beavers,Blues,2027-09-04,10:00 AM
Condors,Greens,2027-09-05,9:00 AM
`;
const STAFF = `Dana Reed <dana.reed@coaches.example>, Alpacas
Sam Poe, sam.poe@coaches.example, Beavers
lee@coaches.example\tCondors
Ann Cole, ann.cole@coaches.example, Alpacas, assistant
Bo Diaz, bo.diaz@coaches.example, Alpacas, Manager
`;
const PARENTS = `parent_email,parent_name,child_name,team_name,age_group
pat@parents.example,Pat Parker,Ava,Alpacas,U-10
kim@parents.example,Kim Lane,Ben,Beavers,U-10
`;

/** Signs up and in on a phone without scripts, by following the pages. */
async function newClub(): Promise<Page> {
  const email = "first-hour@people.example";
  const page = await toCheckout({ javaScript: false, width: 360 }, "Sunny Meadow Soccer", email);
  await payByCard(page, "4242424242424242");
  await page.waitForURL(/\/success\?club=/);
  await page.getByRole("link", { name: "Set Up Password" }).click();
  await page.getByLabel("Password", { exact: true }).fill("Sideline-2026");
  await page.getByLabel("Confirm Password").fill("Sideline-2026");
  await page.getByRole("button", { name: "Set Password" }).click();
  await page.getByLabel("Password", { exact: true }).fill("Sideline-2026");
  await page.getByRole("button", { name: /Sign In/i }).click();
  await page.waitForURL(/\/dashboard/);
  return page;
}

// product/pages.md#dashboard
test("an administrator comes from sign-up to teams, five coaches and the first parents by the dashboard's buttons", async () => {
  const page = await newClub();
  const main = page.getByRole("main");
  const heading = () => page.getByRole("heading", { level: 1 }).textContent();
  let taps = 0;
  const tap = async (name: string | RegExp, role: "button" | "link" = "button") => {
    taps += 1;
    await main.getByRole(role, { name }).first().click();
    await checkPage(page);
  };
  const home = async () => {
    await page.goto("/dashboard");
    await checkPage(page);
  };

  await home();
  expect(await heading()).toBe("Add your first team");
  await page.getByText("0 of 5 steps done").waitFor();
  await tap("Import a File (It Creates Your Teams)", "link");
  await main.getByLabel("Or paste rows from a spreadsheet").fill(SCHEDULE);
  await tap("Preview Import");
  expect(await heading()).toBe("Your teams in this file");
  await main.locator("[name=age-all]").selectOption("U-10");
  await main.locator("[name=gender-all]").selectOption("Coed");
  await tap("Continue to the Preview");
  await tap("Import 3 Games");
  await page.getByText("Successfully imported 3 games!").waitFor();

  await home();
  await page.getByText("2 of 5 steps done").waitFor();
  await tap("Invite Several at Once", "link");
  await main.getByLabel("Names and email addresses").fill(STAFF);
  await tap("Check the List");
  expect(await heading()).toBe("Invite these 5 people?");
  expect(await main.locator("[name=name-1]").inputValue()).toBe("Sam Poe");
  await tap("Send the Invitations");
  await page.getByText("5 invitations sent successfully").waitFor();
  const invitation = await site.mailTo("bo.diaz@coaches.example", { tag: "invitation" });
  expect(invitation.text).toContain("Alpacas");

  await home();
  // The other teams have no manager yet; parents need not wait for that.
  await page.getByRole("link", { name: "Add Parents, Send Agreements" }).click();
  await main.getByLabel("Or paste rows from a spreadsheet").fill(PARENTS);
  await tap("Preview Import");
  await tap("Import 2 Contacts");
  expect(new URL(page.url()).pathname).toBe("/agreements");
  await main.getByText("Pat Parker").first().waitFor();
  await tap("Send the Agreement to 2 Parents", "link");
  await tap(/^\[?Send/);
  await site.mailTo("kim@parents.example");
  await home();
  await page.getByText("3 of 5 steps done").waitFor();
  expect(taps).toBeLessThanOrEqual(12);
  await page.context().close();
}, 120_000);
