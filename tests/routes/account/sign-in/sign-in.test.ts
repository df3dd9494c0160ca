import { afterAll, describe, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());

const lakeside = await world.club("Lakeside", { code: "lakeside7" });
const hillside = await world.club("Hillside");
const hawks = await world.team(lakeside, "Hawks");
const owls = await world.team(hillside, "Owls");
await world.person("Dana Coach", lakeside, [{ team: hawks, role: "coach" }]);
await world.person("Max Manager", lakeside, [{ team: hawks, role: "manager" }]);
await world.person("Max Manager", hillside, [{ team: owls, role: "manager" }]);
const password = "Sideline-2026";

const signIn = (identifier: string, typed = password, more: Record<string, string> = {}) =>
  world.ask("/club/login", { form: { identifier, password: typed, ...more } });
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";

// product/accounts.md#sessions
describe("signing in", () => {
  test("signing in with the club code, in any case, opens the club's dashboard", async () => {
    const first = await signIn("LakeSide7");
    expect(first.status).toBe(303);
    expect(first.headers.get("Location")).toBe("/dashboard?new=true");
    expect((await signIn(" lakeside7 ")).headers.get("Location")).toBe("/dashboard");
    const dashboard = await world.ask("/dashboard", { cookie: cookieOf(first) });
    expect(dashboard.status).toBe(200);
    expect(await dashboard.text()).toContain("Lakeside");
  });

  test("the sign-in names its busy button, and the password field that the script adds a button to", async () => {
    const html = await (await world.ask("/club/login?code=lakeside7")).text();
    expect(html).toContain('data-busy="Signing in..."');
    expect(html).toContain('value="LAKESIDE7"');
    expect(html).toMatch(/<script src="[^"]+" defer=""><\/script>/);
  });

  test("signing in at /coach/login and /manager/login is the same", async () => {
    for (const path of ["/coach/login", "/manager/login?redirectTo=%2Frating"]) {
      const answer = await world.ask(path);
      expect([answer.status, answer.headers.get("Location")]).toEqual([
        301,
        path.replace(/coach|manager/, "club"),
      ]);
    }
  });

  test("signing in with an email opens a coach's only club", async () => {
    const answer = await signIn("Dana.Coach@people.example");
    expect(answer.headers.get("Location")).toBe("/dashboard");
    const html = await (await world.ask("/dashboard", { cookie: cookieOf(answer) })).text();
    expect(html).toContain("Nothing to rate right now");
    expect(html).not.toContain("Getting Started");
  });

  test("a member of two clubs is asked which one, and can switch", async () => {
    const answer = await signIn("max.manager@people.example");
    expect(answer.headers.get("Location")).toBe("/club/choose");
    const cookie = cookieOf(answer);
    expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toBe("/club/choose");
    const list = await (await world.ask("/club/choose", { cookie })).text();
    expect(list).toContain("Lakeside");
    expect(list).toContain("Hillside");
    const chosen = await world.ask("/club/choose", { cookie, form: { club: hillside.code } });
    expect(chosen.headers.get("Location")).toBe("/dashboard");
    expect(await (await world.ask("/dashboard", { cookie })).text()).toContain("Hillside");
  });

  test("a user cannot choose a club without a membership", async () => {
    const cookie = cookieOf(await signIn("dana.coach@people.example"));
    const answer = await world.ask("/club/choose", { cookie, form: { club: hillside.code } });
    expect(answer.status).toBe(404);
    expect(await (await world.ask("/dashboard", { cookie })).text()).not.toContain("Hillside");
  });

  test.each([
    ["dana.coach@people.example", "Invalid email or password for coach/manager account."],
    ["nobody@people.example", "Invalid email or password for coach/manager account."],
    ["lakeside7", "Invalid club code or password."],
    ["nowhere1", "Invalid club code or password."],
  ])(
    "signing in as %s with a wrong password is refused without revealing the wrong part",
    async (identifier, message) => {
      const answer = await signIn(identifier, "wrong password");
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(html).toContain(message);
      expect(html).toContain(`value="${identifier}"`);
      expect(html).not.toContain("wrong password");
      expect(answer.headers.getSetCookie()).toEqual([]);
    },
  );

  test("empty fields are named in the refusal", async () => {
    const half = await (await signIn(" ", "typed-once")).text();
    expect(half).toContain("Enter it again: passwords are not kept.");
    expect(half).not.toContain("typed-once");
    const html = await (await world.ask("/club/login", { form: { identifier: " ", password: "" } })).text();
    expect(html).not.toContain("Enter it again");
    expect(html).toContain("Enter your club code or email");
    expect(html).toContain("Enter your password");
    expect(html).toContain("There is a problem");
    // Read first by screen readers.
    expect(html).toMatch(/<title[^>]*>Error: /);
  });

  test("signing in returns to the page that required it, never to another site", async () => {
    const asked = await world.ask("/club/choose");
    expect(asked.headers.get("Location")).toBe("/club/login?redirectTo=%2Fclub%2Fchoose");
    const to = async (redirectTo: string) =>
      (await signIn("dana.coach@people.example", password, { redirectTo })).headers.get("Location");
    expect(await to("/teams?sort=name")).toBe("/teams?sort=name");
    for (const evil of [
      "//evil.example",
      "/\\evil.example",
      "https://evil.example",
      "/\t/evil.example",
      "javascript:alert(1)",
    ]) {
      expect(await to(evil)).toBe("/dashboard");
    }
  });

  test("a POST without a session reports the unsaved form, and signing in returns to its page", async () => {
    const sent = await world.ask("/mobile-rating?game=g1", { form: { score: "20" } });
    const location = sent.headers.get("Location") ?? "";
    expect(location).toBe("/club/login?redirectTo=%2Fmobile-rating%3Fgame%3Dg1&message=signed-out");
    const page = await (await world.ask(location)).text();
    expect(page).toContain("What you just sent was not saved.");
    expect(page).toContain('name="redirectTo" value="/mobile-rating?game=g1"');
    const asked = await world.ask("/mobile-rating?game=g1");
    expect(await (await world.ask(asked.headers.get("Location") ?? "")).text()).not.toContain("not saved");
  });

  test("'Remember me' keeps the cookie for 30 days, otherwise it ends with the browser", async () => {
    const kept = await signIn("lakeside7", password, { remember: "on" });
    expect(kept.headers.getSetCookie()[0]).toContain("Max-Age=2592000");
    const short = (await signIn("lakeside7")).headers.getSetCookie()[0];
    expect(short).not.toContain("Max-Age");
    expect(short).toContain("HttpOnly");
    expect(short).toContain("SameSite=Lax");
  });

  test("signing out ends the session itself, not only the cookie", async () => {
    const cookie = cookieOf(await signIn("lakeside7"));
    expect((await world.ask("/sign-out", { cookie, method: "POST", body: "" })).status).toBe(303);
    expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toContain("/club/login");
  });

  test("an idle session ends after 12 hours, a remembered one does not", async () => {
    const long = cookieOf(await signIn("lakeside7", password, { remember: "on" }));
    const short = cookieOf(await signIn("lakeside7"));
    const thirteenHoursAgo = new Date(Date.now() - 13 * 3_600_000).toISOString();
    await world.control.updateTable("sessions").set({ seen_at: thirteenHoursAgo }).execute();
    expect((await world.ask("/dashboard", { cookie: short })).status).toBe(302);
    expect((await world.ask("/dashboard", { cookie: long })).status).toBe(200);
  });

  test("a session in use continues, and ends after 30 days at the latest", async () => {
    const cookie = cookieOf(await signIn("lakeside7", password, { remember: "on" }));
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const sessions = (change: { seen_at?: string; expires_at?: string }) =>
      world.control.updateTable("sessions").set(change).where("remember", "=", 1).execute();
    await sessions({ seen_at: inHours(-11) });
    expect((await world.ask("/dashboard", { cookie })).status).toBe(200);
    const seen = await world.control.selectFrom("sessions").select("seen_at").orderBy("seen_at", "desc");
    expect((await seen.executeTakeFirstOrThrow()).seen_at > inHours(-0.1)).toBe(true);
    await sessions({ expires_at: inHours(-0.01) });
    expect((await world.ask("/dashboard", { cookie })).status).toBe(302);
    const ahead = cookieOf(await signIn("lakeside7", password, { remember: "on" }));
    // As if set by a clock running forty days ahead.
    await sessions({ expires_at: inHours(70 * 24) });
    expect((await world.ask("/dashboard", { cookie: ahead })).status).toBe(302);
  });

  test("a hash with weaker parameters is replaced at the next sign-in", async () => {
    const { hash } = await import("@node-rs/argon2");
    const ofLakeside = world.control.updateTable("accounts").where("club_code", "=", "lakeside7");
    await ofLakeside
      .set({ password_hash: await hash(password, { memoryCost: 1_024, timeCost: 1 }) })
      .execute();
    expect((await signIn("lakeside7")).status).toBe(303);
    const account = world.control.selectFrom("accounts").select("password_hash");
    const kept = await account.where("club_code", "=", "lakeside7").executeTakeFirstOrThrow();
    expect(kept.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn("lakeside7")).status).toBe(303);
  });

  test("a sign-in over the limit of a rush is asked to send the form again", async () => {
    const { availableParallelism } = await import("node:os");
    const { createLink } = await import("#app/domain/control/links/links.server.ts");
    const email = "admin@lakeside7.example";
    const link = {
      purpose: "reset" as const,
      club_code: "lakeside7",
      subject_id: lakeside.adminAccount,
      email,
    };
    await createLink(world.control, { ...link, token: "rst_rush" }, new Date());
    // Resets reach the queue before sign-ins do, so they fill it first.
    const resets = Array.from({ length: availableParallelism() + 64 }, () =>
      world.ask("/account/reset-password?token=rst_rush", { form: { password, confirmPassword: password } }),
    );
    const answers = await Promise.all([...resets, signIn("rush1"), signIn("rush2"), signIn("rush3")]);
    const busy = [answers.slice(0, -3), answers.slice(-3)].map((of) =>
      of.find(({ status }) => status === 503),
    );
    for (const answer of busy) {
      expect([answer?.status, answer?.headers.get("Retry-After")]).toEqual([503, "10"]);
      expect(await answer?.text()).toContain("Please wait a few seconds and send this again");
    }
    const done = answers.filter(({ headers }) => headers.get("Location")?.includes("password-set"));
    expect(done).toHaveLength(1);
  }, 30_000);

  test("the control database decides who is a member, whatever the club's file says", async () => {
    const team = await world.team(lakeside, "Lost");
    const person = await world.person("Lou Lost", lakeside, [{ team, role: "coach" }]);
    const cookie = await world.signIn(person, lakeside.code);
    expect((await world.ask("/dashboard", { cookie })).status).toBe(200);
    await world.control.deleteFrom("memberships").where("account_id", "=", person).execute();
    const answer = await world.ask("/dashboard", { cookie });
    expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/club/choose?left=true"]);
    expect(await (await world.ask("/club/choose", { cookie })).text()).not.toContain("Lakeside");
  });

  test("a coach without a team sees only a message", async () => {
    const team = await world.team(lakeside, "Gone");
    const person = await world.person("Gil Gone", lakeside, [{ team, role: "coach" }]);
    const cookie = await world.signIn(person, lakeside.code);
    expect((await world.ask("/dashboard", { cookie })).status).toBe(200);
    await world.platform.clubs.use(lakeside.code, (db) =>
      db.updateTable("staff").set({ status: "removed" }).where("account_id", "=", person).execute(),
    );
    const answer = await world.ask("/dashboard", { cookie });
    expect(answer.headers.get("Location")).toBe("/club/choose?noTeam=true");
    expect(await (await world.ask("/club/choose?noTeam=true", { cookie })).text()).toContain(
      "You have no team at Lakeside",
    );
  });

  test("signing in works with 'demo 1' instead of DEMO1, and with a blank at either end of the password", async () => {
    expect((await signIn("lake side 7", ` ${password}\t`)).status).toBe(303);
    expect((await signIn("dana.coach@people.example", `${password} `)).status).toBe(303);
    expect((await signIn("lakeside7", "Sideline -2026")).status).toBe(422);
  });

  test("signing in again ends the session that the browser had", async () => {
    const first = cookieOf(await signIn("lakeside7"));
    const again = await world.ask("/club/login", {
      form: { identifier: "dana.coach@people.example", password },
      cookie: first,
    });
    expect((await world.ask("/dashboard", { cookie: cookieOf(again) })).status).toBe(200);
    expect((await world.ask("/dashboard", { cookie: first })).headers.get("Location")).toContain(
      "/club/login",
    );
  });

  test.each(["/coach/login", "/manager/login"])("%s leads to the one sign-in form", async (path) => {
    const answer = await world.ask(`${path}?message=password-set`);
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      301,
      "/club/login?message=password-set",
    ]);
  });

  describe("as an administrator with the email of the club", () => {
    const choices = (html: string) =>
      [...html.matchAll(/name="club" value="(\w+)".*?name="account" value="([\w-]+)"/gs)].map(
        ([, club = "", account = ""]) => ({ club, account }),
      );

    test("an administrator's sign-in with the email of the club opens the club", async () => {
      const answer = await signIn("Admin@lakeside7.example");
      expect(answer.headers.get("Location")).toBe("/dashboard");
      expect(await (await world.ask("/teams", { cookie: cookieOf(answer) })).text()).toContain(
        "Add New Team",
      );
    });

    test("an administrator of two clubs and a team is asked which one, and can switch among them", async () => {
      const email = "olive.owner@people.example";
      const eastside = await world.club("Eastside", { code: "eastside1" });
      const westside = await world.club("Westside", { code: "westside1" });
      for (const club of [eastside, westside]) {
        await world.control.updateTable("clubs").set({ email }).where("code", "=", club.code).execute();
      }
      const otters = await world.team(westside, "Otters");
      await world.person("Olive Owner", westside, [{ team: otters, role: "coach" }]);
      const answer = await signIn(email, password, { redirectTo: "/teams" });
      expect(answer.headers.get("Location")).toBe("/club/choose?redirectTo=%2Fteams");
      const cookie = cookieOf(answer);
      expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toBe("/club/choose");
      const page = await (await world.ask("/club/choose", { cookie })).text();
      const found = choices(page);
      expect(found.map(({ club }) => club).sort()).toEqual(["eastside1", "westside1", "westside1"]);
      expect(page).toContain("Administrator");
      expect(page).toContain("Coach or team manager");

      const choose = (place: { club: string; account: string }) =>
        world.ask("/club/choose", { cookie, form: place });
      const shown = async () => (await world.ask("/teams", { cookie })).text();
      const coach = found.find(
        ({ club, account }) => club === "westside1" && account !== westside.adminAccount,
      );
      if (!coach) throw new Error("no place as a coach");
      const known = (await choose(coach)).headers.getSetCookie().find((line) => line.startsWith("browser="));
      // Account whose form is kept if the session ends.
      const { lastAccount } = await import("#app/auth/known-browser.server.ts");
      const browser = new Request("http://goodside.test/", {
        headers: { Cookie: known?.split(";")[0] ?? "" },
      });
      expect(await lastAccount(browser)).toBe(coach.account);
      expect(await shown()).not.toContain("Add New Team");
      expect(await shown()).toContain("/club/choose");
      await choose({ club: "westside1", account: westside.adminAccount });
      expect(await shown()).toContain("Add New Team");
      // An account that was not signed in to, and a club of another account.
      expect((await choose({ club: "lakeside7", account: lakeside.adminAccount })).status).toBe(404);
      expect((await choose({ club: "eastside1", account: coach.account })).status).toBe(404);

      const { replacePassword } = await import("#app/domain/control/accounts/accounts.server.ts");
      const { inTransaction } = await import("#app/db/engine.server.ts");
      const changed = await (await import("@node-rs/argon2")).hash("another password");
      await inTransaction(world.control, (tx) =>
        replacePassword(tx, eastside.adminAccount, changed, new Date()),
      );
      expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toContain("/club/login");
      const without = await signIn(email);
      const rest = choices(await (await world.ask("/club/choose", { cookie: cookieOf(without) })).text());
      expect(rest.map(({ club }) => club)).toEqual(["westside1", "westside1"]);
    });

    test("an administrator of a suspended club is led to its payment, and of one without a password nowhere", async () => {
      const late = await world.club("Lateside", { code: "lateside1" });
      await world.control
        .updateTable("clubs")
        .set({ status: "suspended" })
        .where("code", "=", late.code)
        .execute();
      const cookie = cookieOf(await signIn("admin@lateside1.example"));
      expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toBe("/club/suspended");
      await world.control
        .updateTable("accounts")
        .set({ password_hash: null })
        .where("id", "=", late.adminAccount)
        .execute();
      expect((await signIn("admin@lateside1.example")).status).toBe(422);
    });
  });

  describe("after ten failures under a name", () => {
    const max = "max.manager@people.example";
    const from = (ip: string, typed = password, cookie?: string) =>
      world.ask("/club/login", { form: { identifier: max, password: typed }, ip, cookie });
    const markOf = (answer: Response) =>
      answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0])
        .filter((cookie) => cookie?.startsWith("browser="))
        .join("; ");
    let before: Response;

    test("ten failures under a name lock that name for that network, even with the right password", async () => {
      before = await from("198.51.100.1");
      const guesses = Array.from({ length: 10 }, (_, index) => from("198.51.100.9", `guess ${index}`));
      await Promise.all(guesses);
      const locked = await from("198.51.100.9");
      expect(locked.status).toBe(429);
      expect(await locked.text()).toContain("Too many failed sign-ins");
      const dana = { form: { identifier: "dana.coach@people.example", password }, ip: "198.51.100.9" };
      expect((await world.ask("/club/login", dana)).status).toBe(303);
    }, 30_000);

    test("ten failures under a name let the owner in from anywhere else, and there with a browser that signed in before", async () => {
      expect((await from("198.51.100.2")).status).toBe(303);
      const known = markOf(before);
      expect(known).toContain("browser=");
      expect((await from("198.51.100.9", password, known)).status).toBe(303);
      expect((await from("198.51.100.9")).status).toBe(429);
    }, 30_000);

    test("ten failures under a name are not excused by a mark of another account's browser, or a forged one", async () => {
      const dana = await signIn("dana.coach@people.example");
      expect((await from("198.51.100.9", password, markOf(dana))).status).toBe(429);
      const forged = Buffer.from(JSON.stringify([{ account: "max", browser: "x" }])).toString("base64");
      expect((await from("198.51.100.9", password, `browser=${forged}.x`)).status).toBe(429);
    }, 30_000);

    test("a browser stays known when it signs out", async () => {
      const known = markOf(before);
      const out = await world.ask("/sign-out", { cookie: known, method: "POST", body: "" });
      expect(out.headers.getSetCookie().join()).not.toContain("browser=");
    });
  });
});
