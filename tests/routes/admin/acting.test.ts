import { afterAll, describe, expect, test, vi } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { skipPauses } from "#tests/support/skip-pauses.ts";
import { cookiesOf, STAFF_PASSWORD, staffOf } from "../../support/staff.ts";

// product/support.md#acting-for-a-club
const cast = await openLakeside();
const { world, lakeside, riverside, hawks, ada, dana } = cast;
const { control } = world;
afterAll(() => world.close());
skipPauses();

const { staff, signIn, withAuthenticator } = staffOf(world);
const start = `/admin/clubs/${lakeside.code}/acting`;
const proved = { reason: "acting-asked", reference: "MSG-1042", password: STAFF_PASSWORD };
const begin = (cookie: string, form: Record<string, string> = {}, path = start) =>
  world.ask(path, { cookie, form: { ...proved, ...form } });
const plain = async (answer: Promise<Response>) =>
  (await (await answer).text())
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const page = (path: string, cookie: string) => plain(world.ask(path, { cookie }));
const statusOf = async (path: string, cookie: string, form?: Record<string, string>) =>
  (await world.ask(path, form ? { cookie, form } : { cookie })).status;
const supportAudit = async (actorId?: string) => {
  const rows = await control
    .selectFrom("audit")
    .select(["kind", "actor_id", "club_code", "detail"])
    .where("topic", "=", "support")
    .orderBy("seq")
    .execute();
  return rows.filter(({ actor_id }) => !actorId || actor_id === actorId);
};
const mails = () =>
  control
    .selectFrom("mails")
    .select(["to_address", "club_code"])
    .where("tag", "=", "support-acting")
    .orderBy("to_address")
    .execute();

async function acting(role: "admin" | "super_admin", path = start) {
  const person = await staff(role);
  const cookie = cookiesOf(await signIn(person.email));
  expect((await begin(cookie, {}, path)).headers.get("Location")).toBe("/dashboard");
  return { ...person, cookie };
}
const settings = {
  name: "Falcons",
  ageGroup: "U-12",
  gender: "Boys",
  season: "Fall 2026",
  playerCount: "12",
  description: "",
};
async function versionOf(path: string, cookie: string): Promise<Record<string, string>> {
  const html = await (await world.ask(path, { cookie })).text();
  const version = /name="version" value="([^"]*)"/.exec(html)?.[1] ?? "";
  const season = /<option value="([^"]+)" selected/.exec(html)?.[1] ?? settings.season;
  return { ...settings, season, version };
}

describe("beginning", () => {
  test("acting for a club needs a reason and a proof, and opens the dashboard or the teams", async () => {
    const { email } = await staff("admin");
    const cookie = cookiesOf(await signIn(email));
    expect(await page(start, cookie)).toContain("30 minutes at most");
    expect((await begin(cookie, { reason: "curious" })).status).toBe(422);
    expect((await begin(cookie, { password: "Wrong-Password-1" })).status).toBe(422);
    expect((await begin(cookie, { reference: "dana@people.example" })).status).toBe(422);
    expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toMatch(/^\/club\/login/);
    expect((await begin(cookie, { to: "teams" })).headers.get("Location")).toBe("/teams");
    expect(await page("/teams", cookie)).toContain("Hawks");
    expect(await page(`/admin/clubs/${lakeside.code}`, cookie)).toContain("You act for this club now");
  });

  test("acting for a club needs the code of an authenticator if there is one", async () => {
    const { cookie, codeAt } = await withAuthenticator("admin");
    expect((await begin(cookie)).status).toBe(422);
    expect((await begin(cookie, { code: codeAt(0) })).headers.get("Location")).toBe("/dashboard");
    expect((await begin(cookie, { code: codeAt(0) })).status).toBe(422);
  });

  test("acting for a club is for staff who manage clubs, and for clubs that are open", async () => {
    const moderator = await world.signInStaff("moderator");
    expect((await begin(moderator)).status).toBe(403);
    const closed = await world.club("Closed FC");
    await control.updateTable("clubs").set({ status: "suspended" }).where("code", "=", closed.code).execute();
    const cookie = await world.signInStaff("admin");
    const answer = await begin(cookie, {}, `/admin/clubs/${closed.code}/acting`);
    expect(answer.headers.get("Location")).toBe(`/admin/clubs/${closed.code}`);
    expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toMatch(/^\/club\/login/);
  });

  test("acting for a club is mailed once to each administrator, and the club reads it from start to end", async () => {
    const before = (await mails()).length;
    const { id, cookie } = await acting("admin");
    const sent = await mails();
    expect(sent.length - before).toBe(1);
    expect(sent.at(-1)).toEqual({ to_address: `admin@${lakeside.code}.example`, club_code: lakeside.code });
    await world.ask("/admin/acting/end", { cookie, form: {} });
    await world.ask("/admin/acting/end", { cookie, form: {} });
    expect((await supportAudit(id)).map(({ kind, club_code, detail }) => [kind, club_code, detail])).toEqual([
      [
        "support.started",
        lakeside.code,
        '{"reason":"acting-asked","reference":"MSG-1042","rights":"only-reads"}',
      ],
      ["support.ended", lakeside.code, "{}"],
    ]);
    const activity = await page("/club/settings?tab=activity", ada.cookie);
    expect(activity).toContain("the club asked for help with a page, reference: MSG-1042, reading only");
    expect(activity).toContain("Platform staff (Admin)");
  });
});

describe("while it lasts", () => {
  test("every page says so, even a refused one and a public one", async () => {
    const { cookie } = await acting("admin");
    for (const path of ["/dashboard", `/teams/${hawks}`, "/club/billing", "/faq", "/admin", "/nowhere"])
      expect(await page(path, cookie), path).toContain(`Robin, Admin, for ${lakeside.name}`);
    expect(await page("/dashboard", dana.cookie)).not.toContain("Robin, Admin");
  });

  test("an admin reads, and is refused every change", async () => {
    const { cookie } = await acting("admin");
    expect(await statusOf(`/teams/${hawks}/edit`, cookie)).toBe(403);
    expect(await statusOf("/teams/new", cookie, settings)).toBe(403);
    for (const path of [
      "/club/settings",
      "/account",
      "/club/billing",
      "/agreements/new",
      "/agreements/report.csv",
      "/rewards/new",
      "/seasons/new",
      "/incidents",
      "/search",
    ])
      expect(await statusOf(path, cookie), path).toBe(403);
  });

  test("a super admin corrects a team, and each change is in the club's activity", async () => {
    const { id, cookie } = await acting("super_admin");
    const edit = `/teams/${hawks}/edit`;
    const answer = await world.ask(edit, { cookie, form: await versionOf(edit, cookie) });
    expect(answer.headers.get("Location")).toBe(`/teams/${hawks}`);
    const rows = await world.platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("audit").select(["kind", "actor_kind", "actor_id", "detail"]).orderBy("seq").execute(),
    );
    expect(rows.at(-1)).toEqual({
      kind: "support.changed",
      actor_kind: "staff",
      actor_id: id,
      detail: '{"what":"a team\'s settings"}',
    });
    expect(await page("/club/settings?tab=activity", ada.cookie)).toContain(
      "Changed as the club's support: Falcons (a team's settings)",
    );
    const added = await world.ask("/teams/new", { cookie, form: { ...settings, name: "Kestrels" } });
    expect(added.status).toBe(303);
    expect(await page("/club/settings?tab=activity", ada.cookie)).toContain(
      "Changed as the club's support: Kestrels (a new team)",
    );
    expect(await statusOf(`/teams/${hawks}/delete`, cookie, {})).toBe(403);
    expect(await statusOf(`/teams/${hawks}/invite`, cookie)).toBe(403);
  });

  test("another club's things stay unknown, and beginning there ends it here", async () => {
    const { id, cookie } = await acting("super_admin");
    expect(await statusOf(`/teams/${cast.lynxes}`, cookie)).toBe(404);
    await begin(cookie, {}, `/admin/clubs/${riverside.code}/acting`);
    expect(await statusOf(`/teams/${cast.lynxes}`, cookie)).toBe(200);
    expect(await statusOf(`/teams/${hawks}`, cookie)).toBe(404);
    expect((await supportAudit(id)).map(({ kind, club_code }) => `${kind} ${club_code}`)).toEqual([
      `support.started ${lakeside.code}`,
      `support.ended ${lakeside.code}`,
      `support.started ${riverside.code}`,
    ]);
  });

  test("staff who act for a club get a public page that shows members more", async () => {
    const { cookie, id } = await acting("admin");
    expect(await statusOf("/leaders", `${cookie}; ${ada.cookie}`)).toBe(200);
    expect(await statusOf("/help", `${cookie}; ${ada.cookie}`)).toBe(200);
    const rows = await control
      .selectFrom("audit")
      .select("detail")
      .where("kind", "=", "access.refused")
      .where("actor_id", "=", id)
      .execute();
    expect(rows).toEqual([]);
  });

  test("a club's session in the same browser is suspended meanwhile", async () => {
    const { cookie } = await acting("admin", `/admin/clubs/${riverside.code}/acting`);
    const both = `${cookie}; ${ada.cookie}`;
    expect(await page("/teams", both)).toContain("Lynxes");
    expect(await statusOf("/club/settings", both)).toBe(403);
    await world.ask("/admin/acting/end", { cookie: both, form: {} });
    expect(await page("/teams", both)).toContain("Otters");
  });
});

describe("what stays closed", () => {
  test("sealed results, their notes, incidents and addresses stay closed to staff who act for a club", async () => {
    const rate = async (gameId: string, form: Record<string, string>) => {
      const submission = `form-${gameId.slice(0, 17).padStart(17, "0")}`;
      const answer = await world.ask(`/rating/${gameId}`, {
        cookie: dana.cookie,
        form: { submission, ...form },
      });
      expect(answer.status).toBeLessThan(400);
    };
    const sealed = await world.game(lakeside, hawks, 4, { opponent: "Canaries" });
    await rate(sealed, { score: "10", happened: "dissent", reason: "sealedcanary" });
    const major = await world.game(lakeside, hawks, 5, { opponent: "Sparrows" });
    await rate(major, { score: "0", happened: "profanity-threats", reason: "incidentcanary" });
    const pages = ["/dashboard", "/teams", `/teams/${hawks}`, "/schedule", "/rating", `/rating/${sealed}`];
    pages.push(`/rating/${major}`, "/reports", "/reports?tab=teams", "/reports?tab=trends", "/reports/games");
    pages.push("/reports?type=behavior", "/reports?type=summary", "/leaderboard", "/rating?show=all");
    for (const role of ["admin", "super_admin"] as const) {
      const { cookie } = await acting(role);
      for (const path of pages) {
        const answer = await world.ask(path, { cookie });
        expect([path, answer.status]).toEqual([path, 200]);
        const html = (await answer.text()).toLowerCase();
        for (const word of ["sealedcanary", "incidentcanary", "@people.example", `admin@${lakeside.code}`])
          expect(html.includes(word), `${path} shows ${word}`).toBe(false);
      }
      expect(await page(`/rating/${sealed}`, cookie)).toMatch(/sealed/i);
      expect(await page(`/teams/${hawks}`, cookie)).toContain("2 of them sealed");
      expect(await page(`/rating/${sealed}`, ada.cookie)).toContain("sealedcanary");
      expect(await statusOf("/reports?type=incidents", cookie)).toBe(403);
    }
  });
});

describe("what is open to read", () => {
  const at = new Date().toISOString();
  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const season = {
    ...{
      id: "season-of-acting",
      name: "Fall of Support",
      name_key: "fallofsupport",
      starts_on: dayFrom(-30),
    },
    ...{ ends_on: dayFrom(60), description: "", planned_games: null, all_teams: 1, archived_at: null },
    ...{ created_at: at, updated_at: at },
  };

  test("staff who act for a club read agreements in numbers, seasons without results and rewards without their recipients", async () => {
    const { parentLink } = await import("#tests/support/parent-link.ts");
    const parent = { name: "Parentcanary Quill", email: "parentcanary@quill.example" };
    await parentLink(world, lakeside, { ...parent, children: [{ name: "Childcanary", teamId: hawks }] });
    await world.platform.clubs.use(lakeside.code, async (db) => {
      await db.insertInto("seasons").values(season).execute();
      await db
        .insertInto("reward_programs")
        .values({
          ...{ id: "p", name: "Heroes", description: "", type: "individual", season_id: null, is_active: 1 },
          ...{ starts_on: "2020-01-01", ends_on: null, budget_cents: 500_00, archived_at: null },
          ...{ created_at: at, updated_at: at },
        })
        .execute();
      await db
        .insertInto("rewards")
        .values({
          ...{ id: "r", program_id: "p", title: "Snack voucher", description: "", type: "custom" },
          ...{ score_threshold: 20, game_count: 1, improvement_percent: 25, consecutive_games: 3 },
          ...{ counts_after: "any", value_cents: 10_00, status: "active", color: "gold", auto_trigger: 0 },
          ...{ notification_enabled: 0, last_triggered_at: at, created_at: at, updated_at: at },
        })
        .execute();
      await db
        .insertInto("earned_rewards")
        .values({
          ...{ id: "e", reward_id: "r", program_id: "p", team_id: hawks, game_id: null, score: null },
          ...{ game_date: at.slice(0, 10), criteria: "Given by hand", recipient: "Recipientcanary" },
          ...{ value_cents: 10_00, status: "awarded", earned_at: at, awarded_at: at, awarded_by_name: "Ada" },
          ...{ taken_back_at: null, taken_back_why: "", notified: "nobody" },
        })
        .execute();
    });
    const pages = [
      "/agreements",
      "/agreements?q=parentcanary",
      "/seasons",
      `/seasons/${season.id}`,
      "/rewards",
    ];
    pages.push(
      "/rewards?tab=earned",
      "/rewards?tab=analytics",
      "/rewards?tab=rewards",
      "/seasons?tab=templates",
    );
    for (const role of ["admin", "super_admin"] as const) {
      const { cookie } = await acting(role);
      for (const path of pages) {
        const answer = await world.ask(path, { cookie });
        expect([path, answer.status]).toEqual([path, 200]);
        const html = await answer.text();
        for (const word of ["arentcanary", "hildcanary", "ecipientcanary", "quill.example", "Points a game"])
          expect(html.includes(word), `${path} shows ${word}`).toBe(false);
        // No link or button leads to a page where support is refused.
        const links = [...html.matchAll(/(?:href|action)="(\/[^"?#]*)/g)].map(([, to = ""]) => to);
        for (const to of new Set(
          links.filter((link) => /^\/(seasons|rewards|agreements|teams|reports)/.test(link)),
        ))
          expect([path, to, await statusOf(to, cookie)]).not.toEqual([path, to, 403]);
      }
      expect(await page("/agreements", cookie)).toMatch(/Total 1 /);
      expect(await page("/rewards?tab=earned", cookie)).toContain("Snack voucher");
      expect(await page(`/seasons/${season.id}`, cookie)).not.toMatch(/Average|Perfect games/);
      expect(await page("/seasons", cookie)).toContain("Fall of Support");
    }
    expect(await page("/agreements", ada.cookie)).toContain("Parentcanary Quill");
    expect(await page("/rewards?tab=earned", ada.cookie)).toContain("Recipientcanary");
  });

  test("a super admin corrects a season, and its name is in the club's activity", async () => {
    const edit = `/seasons/${season.id}/edit`;
    const { cookie } = await acting("admin");
    expect(await statusOf(edit, cookie)).toBe(403);
    const boss = await acting("super_admin");
    const form = {
      ...{ name: "Fall of Help", startsOn: dayFrom(-30), endsOn: dayFrom(59), description: "" },
      ...{ plannedGames: "", teams: "all" },
    };
    const saved = await world.save(edit, { cookie: boss.cookie, form });
    expect(saved.status, plainOf(await saved.text())).toBe(303);
    expect(await page("/club/settings?tab=activity", ada.cookie)).toContain(
      "Changed as the club's support: Fall of Help (a season’s days and teams)",
    );
  });
});

const plainOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").slice(-400);

describe("it ends", () => {
  const isOver = async (cookie: string) => (await statusOf("/dashboard", cookie)) === 302;

  test("acting for a club ends by the clock, with its end time in the audit log", async () => {
    const { id, cookie } = await acting("admin");
    const at = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: at + 31 * 60_000 });
    // An active user is still signed in.
    await control
      .updateTable("platform_sessions")
      .set({ seen_at: new Date().toISOString() })
      .where("admin_id", "=", id)
      .execute();
    const answer = await world.ask("/dashboard", { cookie });
    expect(answer.headers.get("Location")).toBe(`/admin/clubs/${lakeside.code}?acting=over`);
    expect(await page(`/admin/clubs/${lakeside.code}?acting=over`, cookie)).toContain("You no longer act");
    const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
    await jobHandlers["acting.end"](world.platform);
    await jobHandlers["acting.end"](world.platform);
    const ended = await control
      .selectFrom("audit")
      .select("at")
      .where("kind", "=", "support.ended")
      .where("actor_id", "=", id)
      .execute();
    expect(ended).toHaveLength(1);
    expect(Math.abs(Date.parse(ended[0]?.at ?? "") - at - 30 * 60_000)).toBeLessThan(60_000);
    vi.useRealTimers();
  });

  test("acting for a club ends with the staff session, the colleague and the role", async () => {
    const { endColleagueSessions, changeColleagueRole } = await import(
      "#app/domain/control/platform/help-staff.server.ts"
    );
    const { removeAdmin } = await import("#app/domain/control/platform/admins.server.ts");
    const boss = await staff("super_admin");
    const helper = { ...boss, firstName: "Robin", lastName: "Reyes" };
    const ways: ((person: { id: string; email: string; cookie: string }) => Promise<unknown>)[] = [
      ({ cookie }) => world.ask("/admin/sign-out", { cookie, form: {} }),
      (person) => endColleagueSessions(control, person, "all", helper),
      (person) => changeColleagueRole(control, person, { role: "moderator", was: "admin" }, helper),
      ({ id }) => removeAdmin(control, id, boss.id),
    ];
    for (const end of ways) {
      const person = await acting("admin");
      await end(person);
      expect(await isOver(person.cookie)).toBe(true);
      expect((await supportAudit(person.id)).map(({ kind }) => kind)).toEqual([
        "support.started",
        "support.ended",
      ]);
    }
  });

  test("acting for a club ends if the club is suspended meanwhile", async () => {
    const { cookie } = await acting("admin", `/admin/clubs/${riverside.code}/acting`);
    await control
      .updateTable("clubs")
      .set({ status: "suspended" })
      .where("code", "=", riverside.code)
      .execute();
    expect((await world.ask("/teams", { cookie })).headers.get("Location")).toBe("/club/suspended");
    await control.updateTable("clubs").set({ status: "active" }).where("code", "=", riverside.code).execute();
  });
});

test("two who begin at once act for one club each, and one person for one club", async () => {
  const { id, email } = await staff("admin");
  const [one, other] = [cookiesOf(await signIn(email)), cookiesOf(await signIn(email))];
  await Promise.all([begin(one), begin(other, {}, `/admin/clubs/${riverside.code}/acting`)]);
  const open = await control.selectFrom("platform_acting").selectAll().where("admin_id", "=", id).execute();
  expect(open).toHaveLength(1);
  const kinds = (await supportAudit(id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["support.started", "support.ended", "support.started"]);
});

test("acting belongs to its session: another one of the same person acts for no club", async () => {
  const { email, cookie } = await acting("admin");
  const other = cookiesOf(await signIn(email));
  expect(await statusOf("/teams", cookie)).toBe(200);
  expect((await world.ask("/teams", { cookie: other })).headers.get("Location")).toMatch(/^\/club\/login/);
});
