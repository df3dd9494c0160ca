import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtRoutes } from "#tests/architecture/manifest.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink } from "#tests/support/parent-link.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, ada, dana } = cast;
afterAll(() => world.close());

const { openAfterTerm } = await import("#app/auth/club-access.server.ts");
/** The button of the parents' form. */
const SIGN = "Sign the agreement";
const DAY = 86_400_000;
const routes = (await builtRoutes()).filter(({ id }) => id.startsWith("routes/club/"));
const posts = routes.filter(({ methods }) => methods.includes("POST")).map(({ path }) => path);

/** Moves the end of the club's year. */
const endedFor = (days: number) =>
  world.control
    .updateTable("clubs")
    .set({ term_ends_at: new Date(Date.now() - days * DAY).toISOString() })
    .where("code", "=", lakeside.code)
    .execute();
const textOf = async (answer: Response | Promise<Response>) =>
  (await (await answer).text()).replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
const addressOf = (path: string) => path.replace(/:(\w+)/g, "some-$1");

let game: string;
beforeAll(async () => {
  game = await world.game(lakeside, hawks, 3);
});

// product/billing.md#term
describe("while the club can only be read", () => {
  beforeAll(() => endedFor(10));

  test("the club has forms to refuse, and some that are open", () => {
    expect(posts.length).toBeGreaterThan(50);
    expect(posts.filter(openAfterTerm).sort()).toEqual(
      expect.arrayContaining(["/account", "/account/email", "/club/billing/renew", "/verification"]),
    );
    expect(posts.filter(openAfterTerm).length).toBeLessThan(22);
  });

  test.each(posts.filter((path) => !openAfterTerm(path)))(
    "POST %s is refused, for every role",
    async (path) => {
      for (const { cookie } of [ada, dana]) {
        const answer = await world.ask(addressOf(path), { cookie, form: { nothing: "" } });
        expect(answer.status).toBe(402);
      }
    },
  );

  test.each(posts.filter(openAfterTerm))("POST %s is not refused because the year is over", async (path) => {
    const answer = await world.ask(addressOf(path), { cookie: ada.cookie, form: { nothing: "" } });
    expect(answer.status).not.toBe(402);
    expect(answer.status).toBeLessThan(500);
  });

  test("the refusal names the day on which the year ended, and who can renew", async () => {
    const ask = (cookie: string) => textOf(world.ask("/teams/new", { cookie, form: { name: "Otters" } }));
    const admins = await ask(ada.cookie);
    expect(admins).toContain("Your club can be read, not changed");
    expect(admins).toMatch(/Your year ended on \w+ \d+, \d{4}; everything can be read/);
    expect(admins).toContain('href="/club/billing/renew"');
    const coachs = await ask(dana.cookie);
    expect(coachs).toContain("ask your club's administrator to renew");
    expect(coachs).not.toContain('href="/club/billing/renew"');
  });

  test("a typed rating is shown, kept, and filled in again once the club is renewed", async () => {
    const form = {
      score: "10",
      reason: "Shouting after the second goal",
      submission: "after-term-0123456789",
    };
    const path = `/rating/${game}?as=coach`;
    const answer = await world.ask(path, { cookie: dana.cookie, form });
    expect(answer.status).toBe(402);
    const page = await textOf(answer);
    expect(page).toContain("Shouting after the second goal");
    expect(page).toContain("kept for one hour");
    await endedFor(-300);
    expect(await textOf(world.ask(path, { cookie: dana.cookie }))).toContain(
      "Shouting after the second goal",
    );
    await endedFor(10);
  });

  test("every page says so, and no rating is offered", async () => {
    for (const path of ["/dashboard", "/rating", "/schedule", `/teams/${hawks}`, `/rating/${game}`]) {
      const page = await textOf(world.ask(path, { cookie: dana.cookie }));
      expect(page).toContain("Your year ended on");
      expect(page).toContain("ask your club's administrator to renew");
      expect(page).not.toMatch(
        /Rate This Game|games? to rate<|Rate Sideline|href="\/mobile-rating|class="form rating-form"/,
      );
    }
    const admins = await textOf(world.ask("/dashboard", { cookie: ada.cookie }));
    expect(admins).toContain('href="/club/billing/renew"');
    const phone = await world.ask(`/mobile-rating?game=${game}`, { cookie: dana.cookie });
    expect(phone.headers.get("Location")).toBe("/rating");
  });

  test("a form that would be refused is shown without its buttons; one that is open has them", async () => {
    const submits = (page: string) => /<main.*<button type="submit"/s.test(page);
    for (const path of ["/seasons/new", "/teams/new", `/teams/${hawks}/edit`, "/club/settings"]) {
      const page = await textOf(world.ask(path, { cookie: ada.cookie }));
      expect(submits(page), path).toBe(false);
      expect(page, path).toContain("Nothing can be changed until your club renews.");
      expect(page, path).toMatch(/<fieldset[^>]*disabled/);
    }
    expect(await textOf(world.ask(`/teams/${hawks}/edit`, { cookie: ada.cookie }))).toContain(
      'value="Hawks"',
    );
    for (const path of ["/notifications?tab=preferences", "/account"])
      expect(submits(await textOf(world.ask(path, { cookie: ada.cookie }))), path).toBe(true);
    await endedFor(-300);
    expect(submits(await textOf(world.ask("/seasons/new", { cookie: ada.cookie })))).toBe(true);
    await endedFor(10);
  });

  test("pure downloads still work in a read-only club", async () => {
    const activity = await world.ask("/club/settings/activity/export", { cookie: ada.cookie, form: {} });
    expect([activity.status, activity.headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
    const incidents = await world.ask("/incidents/export", { cookie: ada.cookie, form: {} });
    expect(incidents.headers.get("Content-Disposition")).toContain("incidents-");
    const report = await world.ask("/reports/pdf", { cookie: dana.cookie, form: {} });
    expect(report.headers.get("Location")).toMatch(/^\/reports\/pdf\/./);
    const settings = await textOf(world.ask("/club/settings?tab=activity", { cookie: ada.cookie }));
    expect(settings).toContain("Download as CSV");
    expect(await textOf(world.ask("/reports", { cookie: dana.cookie }))).toContain("Make a PDF");
  });

  test("settings and billing lead to the renewal", async () => {
    for (const path of ["/club/settings", "/club/billing"])
      expect(await textOf(world.ask(path, { cookie: ada.cookie }))).toContain('href="/club/billing/renew"');
  });

  test("parents can sign, and registration is closed", async () => {
    const open = await parentLink(world, lakeside, { children: [{ name: "Kit", teamId: hawks }] });
    expect(await textOf(world.ask(open.path))).toContain(SIGN);
    expect(await textOf(world.ask(`/register/${lakeside.code}`))).not.toContain("<form");
  });
});

describe("before its end", () => {
  test("settings and billing name the day from which it can be renewed", async () => {
    await endedFor(-100);
    for (const path of ["/club/settings", "/club/billing"]) {
      const page = await textOf(world.ask(path, { cookie: ada.cookie }));
      expect(page).toMatch(/You can renew from \w+ \d+, \d{4} on\./);
      expect(page).not.toContain("Your year ended on");
    }
  });
});

describe("30 days after the year, before any job has stored it", () => {
  beforeAll(() => endedFor(30.01));

  test("members are led to the page with the reason, and nothing is signed", async () => {
    const { status } = await world.control
      .selectFrom("clubs")
      .select("status")
      .where("code", "=", lakeside.code)
      .executeTakeFirstOrThrow();
    expect(status).toBe("active");
    for (const { cookie } of [ada, dana]) {
      const page = await world.ask("/dashboard", { cookie });
      expect(page.headers.get("Location")).toBe("/club/suspended");
      const sent = await world.ask("/teams/new", { cookie, form: { name: "Otters" } });
      expect(sent.headers.get("Location")).toBe("/club/suspended");
    }
    expect(await textOf(world.ask("/club/suspended", { cookie: ada.cookie }))).toContain(
      'href="/club/billing/renew"',
    );
    expect(await textOf(world.ask("/club/suspended", { cookie: dana.cookie }))).toContain(
      "administrator can renew",
    );
    const open = await parentLink(world, lakeside, { children: [{ name: "Kit", teamId: hawks }] });
    expect(await textOf(world.ask(open.path))).not.toContain(SIGN);
  });

  test("only administrators reach the club's data and can leave", async () => {
    expect(await textOf(world.ask("/club/suspended", { cookie: ada.cookie }))).toContain(
      'href="/club/leave"',
    );
    expect(await textOf(world.ask("/club/suspended", { cookie: dana.cookie }))).not.toContain("/club/leave");
    expect(await textOf(world.ask("/club/leave", { cookie: ada.cookie }))).toContain("Download everything");
    const zip = await world.ask("/club/leave/download", { cookie: ada.cookie, form: {} });
    expect([zip.status, zip.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
    await zip.arrayBuffer();
    expect((await world.ask("/club/leave/cancel", { cookie: ada.cookie })).status).toBe(200);
    expect((await world.ask("/club/leave", { cookie: dana.cookie })).status).toBe(403);
  });

  test("billing, verification and one's own account stay open, and nothing else of the club", async () => {
    const paused = await textOf(world.ask("/club/suspended", { cookie: ada.cookie }));
    for (const path of ["/club/billing", "/verification", "/account"]) {
      expect(paused).toContain(`href="${path}"`);
      expect((await world.ask(path, { cookie: ada.cookie })).status).toBe(200);
    }
    expect(await textOf(world.ask("/club/billing", { cookie: ada.cookie }))).toContain("Paused");
    expect((await world.ask("/account", { cookie: dana.cookie })).status).toBe(200);
    expect((await world.ask("/club/billing", { cookie: dana.cookie })).status).toBe(403);
    for (const path of ["/teams", "/club/settings", "/club/announcements"])
      expect((await world.ask(path, { cookie: ada.cookie })).headers.get("Location")).toBe("/club/suspended");
  });

  test("no notifications are sent", async () => {
    const { mailedPeople } = await import("#app/domain/control/notifications/people.server.ts");
    const who = { administrators: true, accountIds: [dana.id] };
    expect(await mailedPeople(world.control, lakeside.code, who)).toEqual([]);
    await endedFor(10);
    expect((await mailedPeople(world.control, lakeside.code, who)).length).toBeGreaterThan(0);
  });
});
