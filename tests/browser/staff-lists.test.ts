import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { newPage } from "../support/browser.ts";
import { openDemo, openDemoWorld } from "../support/demo.ts";

const { site, browser, dataDir } = await openDemo();
const world = await openDemoWorld(dataDir);
afterAll(() => world.close());

/** Names of the greatest length, one of them without a break. */
const NAMES = [
  "Guadalupe Valley Youth Soccer Association of Central Texas",
  "Pflugerville United",
  "Kelly Armstrong Memorial Football Club",
  "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
];

/** Creates 60 clubs, which only the list of staff reads, 60 lines of the log, 60 emails that failed and 60 sessions. */
async function fill(): Promise<void> {
  const { inTransaction } = await import("#app/db/engine.server.ts");
  const { recordAudit } = await import("#app/domain/control/audit/audit.server.ts");
  const base = await world.control.selectFrom("clubs").selectAll().limit(1).executeTakeFirstOrThrow();
  await inTransaction(world.control, async (tx) => {
    for (let number = 0; number < 60; number += 1) {
      const code = `row${number}`;
      await tx
        .insertInto("clubs")
        .values({
          ...base,
          code,
          slug: code,
          name: `${NAMES[number % NAMES.length]} ${number}`,
          email: `the.contact.of.the.whole.board.${number}@an-address-with-a-long-name.example`,
          // In creation: nothing else of the demo reads it.
          status: "creating",
        })
        .execute();
      await tx
        .insertInto("mails")
        .values({
          ...{ id: code, key: code, club_code: code, stream: "outbound", tag: "agreement-request" },
          ...{ to_address: "x@y.example", reply_to: null, from_name: "", subject: "", html: "", text: "" },
          ...{ status: "failed", provider_id: null, created_at: new Date().toISOString() },
          ...{ attempted_at: null, sent_at: null, delivery: null },
          variables: number % 3 ? null : "sealed",
          last_error: number % 3 ? "Inactive recipient" : `cannot be rendered: Error: ${"no ".repeat(40)}`,
        })
        .execute();
      const person = { id: code, kind: "person", club_code: null, email: `${code}@people.example` } as const;
      const at = new Date().toISOString();
      await tx
        .insertInto("accounts")
        .values({
          ...{ ...person, name: `Maximiliana Featherstonehaugh ${number}`, phone: "", state: "", city: "" },
          created_at: at,
        })
        .execute();
      await tx
        .insertInto("sessions")
        .values({
          ...{ token_hash: code, id: code, account_id: code, club_code: code, remember: 1, created_at: at },
          ...{
            seen_at: at,
            expires_at: "2099-01-01T00:00:00.000Z",
            ip: "2001:db8:85a3:8d3:1319:8a2e:370:7348",
          },
          user_agent: "Mozilla/5.0 (Windows NT 10.0) Chrome/130.0",
        })
        .execute();
      await recordAudit(tx, {
        kind: number % 2 ? "verification.document-opened" : "billing.held-accepted",
        actor: { kind: "system", id: null },
        detail: { amount: "$1,499", reason: "asked-by-phone" },
        clubCode: code,
        at: new Date(),
      });
    }
  });
}

/** Signs in as this file's own super admin: another file sets up the second factor of the demo's. */
async function signIn(page: Page): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await page.context().addCookies([{ name, value, url: site.url }]);
}

const cookie = await world.signInStaff("super_admin");
await fill();
afterAll(async () => {
  await world.control
    .updateTable("platform_admins")
    .set({ removed_at: new Date().toISOString() })
    .where("last_name", "=", "Reyes")
    .execute();
  await world.control.deleteFrom("mails").where("id", "like", "row%").execute();
  await world.control.deleteFrom("sessions").where("id", "like", "row%").execute();
  await world.control.deleteFrom("accounts").where("id", "like", "row%").execute();
  await world.control.deleteFrom("clubs").where("code", "like", "row%").execute();
});

describe.each(["/admin/audit", "/admin/clubs", "/admin/mails", "/admin/sessions"])(
  "50 rows of %s",
  (path) => {
    test("50 rows have two lines each at 360 and 320 px: nothing breaks inside a word or scrolls sideways", async () => {
      const page = await newPage(browser, { baseURL: site.url, width: 360, javaScript: false });
      await signIn(page);
      await page.goto(path);
      for (const width of [360, 320]) {
        await page.setViewportSize({ width, height: 800 });
        const rows = await page.locator(".rows tbody tr").all();
        expect(rows.length).toBe(50);
        const heights = await page
          .locator(".rows tbody tr")
          .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
        expect(Math.max(...heights)).toBeLessThanOrEqual(80);
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await page.locator(".rows tbody").evaluate(wordsInTwoLines)).toEqual([]);
        // The filters cost a button, not a screen.
        expect((await page.locator("main form").first().boundingBox())?.height ?? 0).toBeLessThan(130);
      }
      await page.context().close();
    }, 60_000);
  },
);

/** Finds words of a part of the page that begin on one line and end on another. */
function wordsInTwoLines(part: Element): string[] {
  const broken: string[] = [];
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { index, 0: word } of (node.textContent ?? "").matchAll(/[\p{L}\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) broken.push(word);
    }
  }
  return broken;
}
