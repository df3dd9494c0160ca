import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks } = await openLakeside();
const { control, platform } = world;
const { keepDayCounts } = await import("#app/domain/control/platform/day-counts.server.ts");
const { countDays } = await import("#app/journeys/club-week/steps.server.ts");
const { whatNeedsAPerson, NEEDS_SHOWN } = await import("#app/domain/control/platform/needs.server.ts");
afterAll(() => world.close());

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const kindsOf = async (role: "super_admin" | "admin" | "moderator") =>
  (await whatNeedsAPerson(control, role, new Date())).map(({ kind }) => kind);
const home = async (role: "super_admin" | "admin" | "moderator") => {
  const cookie = await world.signInStaff(role);
  return (await (await world.ask("/admin", { cookie })).text()).replaceAll("<!-- -->", "");
};

let number = 0;
const unique = () => {
  number += 1;
  return `made-${number}`;
};

const message = (hours: number, subject = "Help") => {
  const id = unique();
  return control
    .insertInto("contact_messages")
    .values({
      id,
      submission_key: id,
      category: "support",
      name: "Pat Parent",
      email: "pat@parents.example",
      subject,
      message: "Hello",
      created_at: ago(hours),
      state: "new",
      note: "",
      handled_by: null,
      handled_at: null,
    })
    .execute();
};
const verification = (hours: number, clubCode: string) =>
  control
    .insertInto("verifications")
    .values({
      id: unique(),
      number: 700 + number,
      club_code: clubCode,
      status: "in_review",
      actual_players: null,
      players_before: null,
      notes: "",
      asked_by: null,
      created_at: ago(hours + 1),
      submitted_at: ago(hours),
      reviewed_by: null,
      reviewed_at: null,
      replaced_at: null,
      version: 1,
    })
    .execute();
const deadJob = (hours: number, error: string) =>
  control
    .insertInto("jobs")
    .values({
      id: unique(),
      kind: "mail.send",
      key: null,
      payload: "{}",
      status: "dead",
      attempts: 12,
      run_at: ago(hours),
      locked_until: null,
      last_error: error,
      created_at: ago(hours + 7),
      finished_at: ago(hours),
      bulk: 0,
    })
    .execute();

beforeEach(async () => {
  await control.deleteFrom("contact_messages").execute();
  await control.deleteFrom("verifications").execute();
  await control.deleteFrom("jobs").execute();
  await control.deleteFrom("mail_counts").execute();
  await control.deleteFrom("mails").execute();
});

// product/platform-staff.md#platform-staff
describe("the home page of staff", () => {
  test("the home page says that nothing needs a person", async () => {
    const page = await home("super_admin");
    expect(page).toContain("Nothing needs you now");
    expect(page).not.toContain("What needs a person, the oldest first");
  });

  test("the home page lists open tasks, the oldest first, with the action, the deadline, and a link", async () => {
    await message(2, "How do we pay?");
    await verification(30, lakeside.code);
    await deadJob(50, "Error: gone");
    expect(await kindsOf("super_admin")).toEqual(["job", "verification", "message"]);
    const page = await home("super_admin");
    expect(page).toContain("3 things need you now");
    expect(page).toMatch(/href="\/admin\/jobs"[\s\S]*Mail: send[\s\S]*Try again: 1 given up/);
    expect(page).toMatch(
      new RegExp(`href="/admin/verification/${lakeside.code}"[\\s\\S]*6 hours late[\\s\\S]*decide`),
    );
    expect(page).toMatch(/How do we pay\?<\/a>[\s\S]*due in 21 hours[\s\S]*Read it and answer/);
  });

  test("the home page shows each role only its own areas", async () => {
    await message(2);
    await verification(3, lakeside.code);
    await deadJob(4, "Error: gone");
    expect(await kindsOf("admin")).toEqual(["verification", "message"]);
    expect(await kindsOf("moderator")).toEqual(["verification"]);
    const page = await home("moderator");
    expect(page).toContain("1 thing needs you now");
    for (const hidden of ["/admin/messages", "/admin/jobs", "/admin/billing", "Money in", "Bounced"])
      expect(page).not.toContain(hidden);
  });

  test("the home page lists a few of a kind and counts all of it", async () => {
    for (let hours = 1; hours <= NEEDS_SHOWN + 2; hours += 1) await message(hours);
    const needs = await whatNeedsAPerson(control, "admin", new Date());
    expect(needs).toHaveLength(NEEDS_SHOWN);
    expect(needs[0]).toMatchObject({ kind: "message", total: NEEDS_SHOWN + 2 });
    expect(await home("admin")).toContain(`Messages ${NEEDS_SHOWN + 2}`);
  });

  test("the home page names a club that is down, emails that failed and jobs that are behind", async () => {
    const { queueMail } = await import("#app/queue/mail-queue.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const club = { name: lakeside.name, code: lakeside.code };
    await inTransaction(control, (tx) =>
      queueMail(tx, {
        key: `club-down:${lakeside.code}:${ago(1)}`,
        template: "club-down",
        variables: { club, appUrl: "http://127.0.0.1", problem: "Gone", remedy: "Restore it." },
        to: "support@goodside.example",
        clubCode: lakeside.code,
      }),
    );
    await control.deleteFrom("jobs").execute();
    const day = new Date().toISOString().slice(0, 10);
    await control
      .insertInto("mail_counts")
      .values({ day, template: "staff-invitation", outcome: "failed", mails: 3 })
      .execute();
    await deadJob(2, "Error");
    await control.updateTable("jobs").set({ status: "queued", finished_at: null }).execute();
    const needs = await whatNeedsAPerson(control, "super_admin", new Date());
    expect(new Set(needs.map(({ kind }) => kind))).toEqual(new Set(["club-down", "mail", "behind"]));
    const page = await home("super_admin");
    expect(page).toContain("Restore its file from a backup");
    expect(page).toContain("See why: 3 not sent");
    expect(page).toContain("Start the jobs process: 1 wait");
  });

  test("the home page names a payment that is held or failed, and an invoice that is overdue", async () => {
    const at = ago(6);
    await control
      .insertInto("held_payments")
      .values({
        session_id: "cs_held",
        signup_id: "gone",
        payment_intent_id: "pi_held",
        asked_cents: 74_900,
        paid_cents: 70_000,
        currency: "usd",
        held_at: at,
        decision: null,
        decided_by: null,
        decided_at: null,
      })
      .execute();
    await control
      .insertInto("settlements")
      .values({
        id: "st_1",
        club_code: lakeside.code,
        subscription_id: "s",
        players: 900,
        plan_before: "standard",
        plan: "large",
        difference_cents: 75_000,
        created_at: at,
        voided_at: null,
      })
      .execute();
    await control
      .insertInto("invoices")
      .values({
        id: "in_1",
        settlement_id: "st_1",
        club_code: lakeside.code,
        number: "G-1",
        amount_cents: 75_000,
        status: "open",
        url: "https://stripe.example",
        pdf_url: "https://stripe.example",
        due_at: ago(48),
        created_at: at,
        paid_at: null,
        payment_intent_id: null,
        overdue_at: null,
        bank_payment: null,
        bank_payment_at: null,
      })
      .execute();
    const failed = {
      ...{ id: "sub_1", club_code: lakeside.code, signup_id: "s", plan: "standard" as const },
      ...{ price_cents: 74_900, player_cap: 800, starts_at: at, ends_at: ago(-9_000) },
      ...{ payment_status: "failed" as const, checkout_session_id: "cs_failed", payment_intent_id: null },
      ...{ customer_id: null, created_at: at, updated_at: at, refunded_at: null },
    };
    await control.insertInto("subscriptions").values(failed).execute();
    // A club that pays again is active.
    expect(await kindsOf("admin")).toEqual(["invoice", "held"]);
    await control
      .updateTable("clubs")
      .set({ status: "suspended" })
      .where("code", "=", lakeside.code)
      .execute();
    expect(new Set(await kindsOf("admin"))).toEqual(new Set(["invoice", "held", "payment"]));
    const page = await home("admin");
    expect(page).toContain("Accept or refund $700");
    expect(page).toContain("Resend or void $750, overdue");
    expect(page).toContain("Help it pay $749 again");
    await control.updateTable("clubs").set({ status: "active" }).where("code", "=", lakeside.code).execute();
    await control.updateTable("invoices").set({ bank_payment: "processing" }).execute();
    await control.updateTable("held_payments").set({ decision: "refunded" }).execute();
    // While the bank is working, no task is open.
    expect(await kindsOf("admin")).toEqual([]);
  });

  test("the home page names disputes and refusals, and a ledger that differs from Stripe’s", async () => {
    const at = ago(5);
    await control
      .insertInto("disputes")
      .values({
        id: "dp_1",
        payment_intent_id: "pi_1",
        club_code: lakeside.code,
        amount_cents: 74_900,
        reason: "fraudulent",
        status: "needs_response",
        answer_by: ago(-90),
        opened_at: at,
        updated_at: at,
      })
      .execute();
    await control
      .insertInto("refund_orders")
      .values({
        id: "ro_1",
        club_code: lakeside.code,
        payment_intent_id: "pi_2",
        amount_cents: 9_900,
        why: "guarantee",
        settlement_id: null,
        subscription_id: null,
        ordered_by: null,
        note: "",
        ordered_at: at,
        state: "refused",
        attempt: 1,
        refund_id: null,
        sent_at: null,
        settled_by: null,
        settled_at: null,
        settled_note: null,
      })
      .execute();
    await control
      .insertInto("stripe_checks")
      .values({
        id: "check",
        checked_at: ago(1),
        since: ago(800),
        movements: 4,
        stripe_cents: 1,
        ledger_cents: 2,
        differences: '["One","Two"]',
      })
      .execute();
    expect(new Set(await kindsOf("admin"))).toEqual(new Set(["dispute", "refund", "ledger"]));
    const page = await home("admin");
    expect(page).toContain("Answer at Stripe: $749 contested");
    expect(page).toContain("Retry or close a refund of $99");
    expect(page).toContain("Look at 2 differences");
    // Once they are dealt with, the list is empty.
    await control.updateTable("disputes").set({ status: "won" }).execute();
    await control.updateTable("refund_orders").set({ state: "settled" }).execute();
    await control.updateTable("stripe_checks").set({ differences: "[]" }).execute();
    expect(await kindsOf("admin")).toEqual([]);
  });

  test("the home page counts sign-ups, signatures and ratings, in a picture, in words and in a table", async () => {
    const day = (days: number) => ago(days * 24).slice(0, 10);
    const keep = (days: number, ratings: number, signed: number) =>
      keepDayCounts(control, lakeside.code, {
        from: day(84),
        days: [
          { day: day(40), ratings: 1, signed: 2 },
          { day: day(days), ratings, signed },
        ],
        at: new Date(),
      });
    await keep(10, 5, 7);
    // Counted again, a club changes the totals by the difference.
    await keep(10, 5, 7);
    await keep(10, 6, 7);
    const page = await home("moderator");
    expect(page).toContain("7 agreements signed in the last 4 full weeks, 5 more than before");
    expect(page).toMatch(/ratings? given in 28 days/);
    expect(page).toMatch(/<title[^>]*>Agreements signed by week<\/title><desc[^>]*>[^<]*: 2, [^<]*: 7[,<]/);
    expect(page).toMatch(/<caption[^>]*>Agreements signed by week<\/caption>/);
    expect(page).toContain("Show the figures");
    expect(page).toContain("Sign-ups by week");
    expect(page).not.toContain("Revenue by month");
    await control.deleteFrom("club_days").execute();
    await control.deleteFrom("day_totals").execute();
  });

  test("the home page counts a club's file when the jobs process reads it", async () => {
    const game = await world.game(lakeside, hawks, 30);
    await platform.clubs.use(lakeside.code, async (db) => {
      const week = { control, db, club: { code: lakeside.code }, at: new Date(), planned: null, first: true };
      await db
        .insertInto("ratings")
        .values({
          ...{
            id: "r1",
            game_id: game,
            side: "coach",
            score: 20,
            reason: "",
            tags: "[]",
            submission_key: "r1",
          },
          ...{ given_by: "x", given_by_name: "X", given_as: "head", correction_reason: "", saw_other: 0 },
          ...{ given_at: ago(1), superseded_at: null },
        })
        .execute();
      await countDays(week as never);
      await countDays({ ...week, first: false } as never);
      expect(await control.selectFrom("day_totals").selectAll().execute()).toEqual([
        { day: ago(1).slice(0, 10), ratings: 1, signed: 0 },
      ]);
      await db.deleteFrom("ratings").execute();
      await countDays({ ...week, first: false } as never);
      expect(await control.selectFrom("day_totals").select("ratings").execute()).toEqual([{ ratings: 0 }]);
    });
  });

  test("the home page counts clubs by their year and state, the term and not a stored status", async () => {
    const set = (term_ends_at: string, status: "active" | "suspended" = "active") =>
      control.updateTable("clubs").set({ term_ends_at, status }).where("code", "=", lakeside.code).execute();
    const terms = async () =>
      /Clubs by their year<\/title><desc[^>]*>([^<]*)</.exec(await home("moderator"))?.[1];
    const inDays = (days: number) => ago(-24 * days);
    await set(inDays(300));
    expect(await terms()).toBe(
      "Active, more than 30 days: 2, Active, ending in 30 days: 0, Read-only: 0, Suspended: 0",
    );
    await set(inDays(10));
    expect(await terms()).toBe(
      "Active, more than 30 days: 1, Active, ending in 30 days: 1, Read-only: 0, Suspended: 0",
    );
    await set(inDays(-10));
    expect(await terms()).toBe(
      "Active, more than 30 days: 1, Active, ending in 30 days: 0, Read-only: 1, Suspended: 0",
    );
    await set(inDays(-31));
    expect(await terms()).toBe(
      "Active, more than 30 days: 1, Active, ending in 30 days: 0, Read-only: 0, Suspended: 1",
    );
    await set(inDays(300), "suspended");
    expect(await terms()).toBe(
      "Active, more than 30 days: 1, Active, ending in 30 days: 0, Read-only: 0, Suspended: 1",
    );
    await set(inDays(300));
    expect(await home("moderator")).toContain("2 clubs in 1 state, most in Texas");
  });

  test("the home page takes revenue from the ledger, less refunds and lost disputes", async () => {
    const move = (kind: "payment" | "refund" | "dispute" | "dispute-returned", amount_cents: number) => {
      const id = unique();
      return control
        .insertInto("ledger")
        .values({
          ...{ id, kind, stripe_id: id, payment_intent_id: "pi", club_code: lakeside.code, amount_cents },
          ...{ moved_at: ago(0), recorded_at: ago(0) },
        })
        .execute();
    };
    await move("payment", 150_000);
    await move("refund", -10_000);
    await move("dispute", -74_900);
    await move("dispute", -20_000);
    await move("dispute-returned", 20_000);
    const page = await home("admin");
    expect(page).toContain("$651 in 12 months");
    expect(page).toMatch(
      /<td class="numeric">\$1,500<\/td><td class="numeric">-\$100<\/td><td class="numeric">-\$749<\/td><td class="numeric">\$651<\/td>/,
    );
  });

  test("the home page offers the search of all clubs to roles that may use it", async () => {
    expect(await home("admin")).toContain('action="/admin/search"');
    expect(await home("moderator")).not.toContain("/admin/search");
  });
});

// product/platform-staff.md#platform-staff
describe("background work that was given up", () => {
  test("failed background work is shown without addresses and retried, which is in the audit log", async () => {
    await deadJob(2, "Error: the address ann.cole@families.example is inactive");
    const cookie = await world.signInStaff("super_admin");
    const page = await (await world.ask("/admin/jobs", { cookie })).text();
    expect(page).toContain("Mail: send");
    expect(page).not.toContain("families.example");
    const [job] = await control.selectFrom("jobs").selectAll().execute();
    const retry = () => world.ask("/admin/jobs", { cookie, form: { job: job?.id ?? "" } });
    expect((await retry()).status).toBe(303);
    expect(await control.selectFrom("jobs").select(["status", "attempts"]).execute()).toEqual([
      { status: "queued", attempts: 0 },
    ]);
    // Idempotent.
    await retry();
    const audited = await control
      .selectFrom("audit")
      .select("detail")
      .where("kind", "=", "staff.job-retried")
      .execute();
    expect(audited).toEqual([{ detail: '{"job":"mail.send"}' }]);
    expect(await (await world.ask("/admin/jobs", { cookie })).text()).toContain("Nothing was given up");
  });

  test("failed background work is for super admins", async () => {
    const cookie = await world.signInStaff("admin");
    expect((await world.ask("/admin/jobs", { cookie })).status).toBe(403);
    expect((await world.ask("/admin/jobs", { cookie, form: { job: "x" } })).status).toBe(403);
  });
});

// product/verification.md#verification-center
describe("the verification queue", () => {
  test("the verification queue begins with the club that waits longest, whatever the deadline", async () => {
    const other = await world.club("Riverbend SC");
    await control
      .updateTable("clubs")
      .set({ verification_due_at: ago(-24) })
      .where("code", "=", other.code)
      .execute();
    await verification(2, other.code);
    await verification(20, lakeside.code);
    const cookie = await world.signInStaff("moderator");
    const page = (await (await world.ask("/admin/verification", { cookie })).text()).replaceAll(
      "<!-- -->",
      "",
    );
    const queue = page.slice(page.indexOf("Waiting for a decision"));
    expect(queue.indexOf("Lakeside")).toBeGreaterThan(0);
    expect(queue.indexOf("Lakeside")).toBeLessThan(queue.indexOf("Riverbend"));
    expect(queue).toMatch(/due in 3 hours[\s\S]*due in 21 hours/);
    const review = await world.ask(`/admin/verification/${lakeside.code}`, { cookie });
    expect((await review.text()).replaceAll("<!-- -->", "")).toMatch(/Decide by [^<]*UTC: due in 3 hours/);
  });
});

// product/platform-staff.md#platform-staff
describe("emails that failed", () => {
  const failedMail = async (
    hours: number,
    fields: Partial<Pick<MailsTable, "tag" | "status" | "delivery" | "variables" | "club_code">> &
      Pick<MailsTable, "last_error">,
  ) => {
    const id = unique();
    await control
      .insertInto("mails")
      .values({
        id,
        key: id,
        club_code: lakeside.code,
        stream: "outbound",
        tag: "agreement-request",
        to_address: "ann.cole@families.example",
        reply_to: null,
        from_name: "",
        ...{ subject: "", html: "", text: "" },
        variables: null,
        status: "failed",
        provider_id: null,
        created_at: ago(hours),
        attempted_at: null,
        sent_at: null,
        delivery: null,
        ...fields,
      })
      .execute();
    return id;
  };
  const list = async (cookie: string, path = "/admin/mails") =>
    (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");

  test("failed emails are listed with club, time, reason and remedy, and without an address", async () => {
    await failedMail(2, { last_error: "Inactive recipient: ann.cole@families.example" });
    await failedMail(4, {
      tag: "staff-invitation",
      club_code: null,
      last_error: "Invalid 'To' address: 'ann.cole@fam ilies.example'",
    });
    await failedMail(6, {
      tag: "weekly-report",
      last_error: "cannot be rendered: Error: no score of ann.cole@families.example",
      variables: "sealed",
    });
    const cookie = await world.signInStaff("admin");
    const page = await list(cookie);
    expect(page).toMatch(
      new RegExp(
        `Agreement request[\\s\\S]*Bounced before[\\s\\S]*${lakeside.name}[\\s\\S]*The club corrects the address`,
      ),
    );
    expect(page).toContain(`href="/admin/clubs/${lakeside.code}"`);
    expect(page).toMatch(/Staff invitation[\s\S]*Not an address[\s\S]*No club[\s\S]*another way/);
    expect(page).toMatch(/Weekly report[\s\S]*Try Again[\s\S]*no score of/);
    for (const part of ["ann.cole", "families.example", "ilies.example"]) expect(page).not.toContain(part);
    const one = await list(cookie, "/admin/mails?template=staff-invitation");
    expect(one).toContain("1 email of “Staff invitation”");
    expect(one.split("<table")[1]).not.toContain("Weekly report");
  });

  test("returned emails are in a list of their own, with the person who can act", async () => {
    const sent = { status: "sent", last_error: null } as const;
    await failedMail(2, { ...sent, delivery: "bounced" });
    await failedMail(3, { ...sent, tag: "weekly-report", delivery: "complained" });
    await failedMail(4, { ...sent, tag: "staff-invitation", delivery: "delivered" });
    const cookie = await world.signInStaff("admin");
    const page = await list(cookie, `/admin/mails?tab=came-back&club=${lakeside.code}`);
    expect(page).toMatch(/Agreement request[\s\S]*Bounced[\s\S]*The club corrects the address/);
    expect(page).toMatch(/Weekly report[\s\S]*Marked as spam[\s\S]*another way/);
    expect(page).not.toContain("Staff invitation");
    // We do not resend bounced mail.
    expect(page).not.toContain("/admin/mails/resend");
    expect(await list(cookie)).toContain("No email has failed");
  });

  test("failed emails have pages of 50, the newest first", async () => {
    for (let hours = 1; hours <= 51; hours += 1) await failedMail(hours, { last_error: "Inactive" });
    const cookie = await world.signInStaff("admin");
    const rows = (page: string) => page.split('class="row-name"').length - 2;
    const first = await list(cookie);
    expect(rows(first)).toBe(50);
    expect(first).toContain('href="/admin/mails?page=2"');
    const second = await list(cookie, "/admin/mails?page=2");
    expect(rows(second)).toBe(1);
    expect(second).not.toContain("Older");
  });

  test("emails that could not be rendered are sent again once, which is in the audit log", async () => {
    const id = await failedMail(2, { last_error: "cannot be rendered: Error", variables: "sealed" });
    const refused = await failedMail(2, { last_error: "Inactive" });
    const cookie = await world.signInStaff("admin");
    const retry = (mail: string) => world.ask("/admin/mails", { cookie, form: { mail } });
    expect((await retry(id)).status).toBe(303);
    await retry(id);
    await retry(refused);
    const states = await control.selectFrom("mails").select(["id", "status"]).execute();
    expect(new Set(states.map((mail) => `${mail.id} ${mail.status}`))).toEqual(
      new Set([`${id} queued`, `${refused} failed`]),
    );
    const jobs = await control.selectFrom("jobs").select(["kind", "payload"]).execute();
    expect(jobs).toEqual([{ kind: "mail.send", payload: JSON.stringify({ mailId: id }) }]);
    const audited = await control
      .selectFrom("audit")
      .select(["detail", "club_code"])
      .where("kind", "=", "staff.mail-retried")
      .execute();
    expect(audited).toEqual([{ detail: '{"email":"agreement-request"}', club_code: lakeside.code }]);
  });

  test("failed emails are for staff who manage emails", async () => {
    const cookie = await world.signInStaff("moderator");
    expect((await world.ask("/admin/mails", { cookie })).status).toBe(403);
    expect(await list(cookie, "/admin")).not.toContain('href="/admin/mails"');
  });
});

test("the menu of staff marks the page that is open, and the list that it belongs to", async () => {
  const cookie = await world.signInStaff("super_admin");
  const marked = async (path: string) =>
    [
      ...(await (await world.ask(path, { cookie })).text()).matchAll(
        /<a href="([^"]*)" aria-current="(\w+)"/g,
      ),
    ].map(([, href, current]) => `${href} ${current}`);
  expect(await marked("/admin")).toEqual(["/admin page"]);
  expect(await marked("/admin/clubs")).toEqual(["/admin/clubs page"]);
  expect(await marked(`/admin/clubs/${lakeside.code}/money`)).toEqual(["/admin/clubs true"]);
});
