import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { checkPage, newPage } from "../support/browser.ts";
import { openDemo, openDemoWorld } from "../support/demo.ts";
import { addParents } from "../support/parents.ts";

const { site, dataDir, browser } = await openDemo();
const world = await openDemoWorld(dataDir);
afterAll(() => world.close());

const ROWS = 50;
/** Highest row on a phone, in px. */
const HIGHEST = 80;
export const NAMES = [
  "Guadalupe Ríos-Featherstonehaugh",
  "Kelly Armstrong",
  "Maximiliana Wolfeschlegelsteinhausen",
  "Samantha Reed",
  "Al Li",
  "Bartholomew Christopherson Montgomery",
];
const SENT = "2026-11-03T15:00:00.000Z";
const later = "2099-01-01T00:00:00.000Z";
/** States of an agreement, one after another down the list. */
const STATES = [
  { status: "signed", signed_at: "2026-11-05T15:00:00.000Z", sent_at: SENT },
  { status: "pending", sent_at: SENT, expires_at: later, reminders_sent: 3, reminded_at: SENT },
  { status: "expired", sent_at: SENT, expires_at: SENT, reminders_sent: 3 },
  { status: "declined", sent_at: SENT, closed_at: SENT },
  { status: "pending" },
  { status: "signed", signed_at: SENT, sent_at: SENT, to_match: 1 },
] as const;

const club = await world.club("Fifty Parents Football Club", { state: "WY" });
const team = await world.team(club, "Thunderbirds Premier Development Squad");
const parents = await addParents(world, club, team, ROWS);
await world.platform.clubs.use(club.code, async (db) => {
  for (const [n, { contactId, agreementId }] of parents.entries()) {
    // Every tenth has only a long address.
    const name = n % 10 === 9 ? "" : `${NAMES[n % NAMES.length]} ${n}`;
    const email = `${"very.long.address.of.a.parent".repeat(2)}.${n}@a-rather-long-domain.example`;
    const delivery = n % 12 === 1 ? ("bounced" as const) : null;
    const contact = { name, email, email_key: email, delivery };
    await db.updateTable("contacts").set(contact).where("id", "=", contactId).execute();
    const state = { issue: 1, ...STATES[n % STATES.length] };
    await db.updateTable("agreements").set(state).where("id", "=", agreementId).execute();
    const at = new Date().toISOString();
    const waits = { status: "waiting" as const, language: "en" as const, team_id: team, form_id: null };
    await db
      .insertInto("registrations")
      .values({
        ...{ ...waits, id: `waits-${n}`, name: `${NAMES[n % NAMES.length]} ${n}`, email, email_key: email },
        ...{ child_name: `Child of the ${n}th registration`, created_at: at, confirmed_at: at },
        ...{ decided_at: null, decided_by: null, contact_id: null, added_by: null },
      })
      .execute();
    const file = `schedule-of-the-fall-season-as-exported-on-a-sunday-${n}.csv`;
    await db
      .insertInto("imports")
      .values({
        ...{ id: `import-${n}`, subject: "games" as const, file_name: file, payload: "", created_at: at },
        ...{ status: (["preview", "done", "undone"] as const)[n % 3] ?? "done", finished_at: at },
        ...{
          added: 1_234,
          changed: 56,
          unchanged: 7,
          skipped: 8,
          created_teams: "[]",
          created_by: NAMES[n % NAMES.length] ?? "",
        },
      })
      .execute();
  }
});
for (let n = 0; n < ROWS; n++) {
  const place = { team, role: "coach" as const, coachRole: "assistant" as const };
  await world.person(
    `${NAMES[n % NAMES.length]} ${"abcdefghij"[n % 10]}${"klmno"[Math.floor(n / 10)]}`,
    club,
    [place],
  );
  await world.signIn(club.adminAccount, club.code);
}

export async function open(width: 360 | 1280, javaScript: boolean): Promise<Page> {
  const [name = "", value = ""] = (await world.signIn(club.adminAccount, club.code)).split(/=(.*)/s);
  const page = await newPage(browser, { baseURL: site.url, width, javaScript });
  await page.context().addCookies([{ name, value, url: site.url }]);
  return page;
}

/** Finds rows that are too high, and names that break inside a word or leave their row. Runs in the page. */
export function badRows(highest: number): string[] {
  const bad: string[] = [];
  for (const row of document.querySelectorAll<HTMLElement>(".rows tbody tr")) {
    const box = row.getBoundingClientRect();
    const text = row.textContent.replaceAll(/\s+/g, " ");
    if (box.height > highest) bad.push(`${box.height} px: ${text}`);
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest(".visually-hidden")) continue;
      for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) bad.push(`broken: ${word}`);
      }
    }
  }
  return bad;
}

export const LISTS = [
  "/agreements",
  "/email-collection/registrations",
  "/schedule/imports",
  "/club/settings?tab=users",
  "/account",
];

/** Registers the tests of lists of fifty on a phone. */
export function testRowLists(javaScript: boolean): void {
  describe(`a list of fifty, with JavaScript ${javaScript}`, () => {
    test.each(LISTS)("%s has rows of two lines on a phone, and no word broken", async (path) => {
      const page = await open(360, javaScript);
      await page.goto(path);
      expect(await page.locator(".rows tbody tr").count()).toBeGreaterThan(ROWS / 3);
      expect(await page.evaluate(badRows, HIGHEST)).toEqual([]);
      await checkPage(page);
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await page.evaluate(badRows, HIGHEST + 20)).toEqual([]);
      await page.context().close();
    });

    test("the chosen parents, and nobody else, are on the page that asks", async () => {
      const page = await open(360, javaScript);
      await page.goto("/agreements?status=unsent");
      await page.getByLabel(`Choose ${NAMES[4]} 4`, { exact: true }).check();
      await page.getByLabel(`Choose ${NAMES[4]} 10`, { exact: true }).check();
      await page.getByRole("button", { name: "Send to the Chosen" }).click();
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe(
        "Send the agreement to 2 parents?",
      );
      await checkPage(page);
      await page.context().close();
    });
  });
}
