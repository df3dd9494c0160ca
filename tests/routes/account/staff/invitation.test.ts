import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { templates } from "#app/mail/templates.ts";
import { readMails } from "#tests/support/mails.ts";
import { openWorld, type TestClub } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { findInvitation } = await import("#app/journeys/staff/staff.server.ts");
const { acceptStaffInvitation } = await import("#app/routes/account/staff/accept-invitation.server.ts");

let lakeside: TestClub;
let hillside: TestClub;
let hawks: string;
let lions: string;
let owls: string;
let admin: string;

beforeAll(async () => {
  lakeside = await world.club("Lakeside");
  hillside = await world.club("Hillside");
  hawks = await world.team(lakeside, "Hawks");
  lions = await world.team(lakeside, "Lions");
  owls = await world.team(hillside, "Owls");
  admin = await world.signIn(lakeside.adminAccount, lakeside.code);
});

type Role = "manager" | "head" | "assistant";

async function invite(email: string, team = hawks, as: Role = "head", club = lakeside) {
  const cookie = club === lakeside ? admin : await world.signIn(club.adminAccount, club.code);
  const form: Record<string, string> =
    as === "manager" ? { email, role: "manager" } : { email, role: "coach", coachRole: as };
  return world.ask(`/teams/${team}/invite`, { cookie, form });
}

const linkIn = (text = "") => /http:\/\/goodside\.test(\/contact\S+)/.exec(text)?.[1] ?? "";

/** Returns the page behind a link, which the documented address redirects to. */
const pageOf = async (link: string) => (await world.ask(link)).headers.get("Location") ?? "";

/** Returns the link in the newest invitation to an address. */
const mailedLink = async (email: string) => linkIn((await mailsTo(email, "invitation")).at(-1)?.text);

/** Returns the page behind that link. */
const linkFor = async (email: string) => pageOf(await mailedLink(email));

const mailsTo = (email: string, tag: string) =>
  readMails(
    world.control
      .selectFrom("mails")
      .selectAll()
      .where("to_address", "=", email)
      .where("tag", "=", tag)
      .orderBy("created_at")
      .execute(),
  );

const staffOf = (email: string, club = lakeside) =>
  world.platform.clubs.use(club.code, (db) =>
    db.selectFrom("staff").selectAll().where("email", "=", email).orderBy("invited_at").execute(),
  );

const accountsOf = (email: string) =>
  world.control.selectFrom("accounts").selectAll().where("email", "=", email).execute();

const account = {
  fullName: "Riley Reed",
  phone: "(555) 010-0142",
  state: "TX",
  city: "Austin",
  password: "quiet sidelines 8",
  confirmPassword: "quiet sidelines 8",
  agreedToTerms: "on",
};

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .findLast((cookie) => !cookie.startsWith("browser="))
    ?.split(";")[0] ?? "";

/** Moves the clock of the app forward, as /sandbox/clock does. */
const wait = (hours: number) => writeFileSync(join(world.dataDir, "clock-offset"), String(hours * 3_600_000));

// product/teams.md#invitations
describe("inviting", () => {
  test("an invitation sends one email that names the role, however often the form is sent", async () => {
    const answers = await Promise.all([
      invite("riley@people.example", hawks, "assistant"),
      invite("Riley@People.example", hawks, "assistant"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const flash = await world.ask("/teams", { cookie: `${admin}; ${cookieOf(answers[0] as Response)}` });
    expect(await flash.text()).toContain(
      "Assistant Coach invitation sent successfully to riley@people.example",
    );
    expect(await staffOf("riley@people.example")).toHaveLength(1);
    const mails = await mailsTo("riley@people.example", "invitation");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe("Lakeside: join Hawks as Assistant Coach");
    expect(await mailedLink("riley@people.example")).toMatch(
      new RegExp(`^/contact\\?invite=coach&team=${hawks}&token=[\\w-]{43}&email=riley%40people.example$`),
    );
  });

  test.each([
    [{ email: "", role: "coach" }, "Enter the email address to invite"],
    [{ email: "riley", role: "coach" }, "Enter an email address in the format name@example.com"],
    [{ email: "a@b.example\r\nBcc: all@b.example", role: "coach" }, "Enter an email address in the format"],
    [{ email: "kit@people.example", role: "owner" }, "Choose manager or coach"],
    [{ email: "kit@people.example", role: "coach", coachRole: "king" }, "Choose head or assistant coach"],
  ])("an invitation refuses %j", async (form, message) => {
    const answer = await world.ask(`/teams/${hawks}/invite`, { cookie: admin, form });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(message);
    expect(await staffOf("kit@people.example")).toHaveLength(0);
  });

  test("a second manager is refused; the button says Resend while the first is pending", async () => {
    expect((await invite("mo@people.example", lions, "manager")).status).toBe(303);
    const team = await world.ask(`/teams/${lions}`, { cookie: admin });
    expect(await team.text()).toContain("Resend Manager");
    const refused = await invite("ma@people.example", lions, "manager");
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("This team has a manager, or one is invited.");
    const page = await world.ask(`/teams/${lions}/invite?role=manager`, { cookie: admin });
    expect(await page.text()).toContain("mo@people.example is already invited");
  });

  test("an invitation over a club's daily limit is refused and writes nothing", async () => {
    const club = await world.club("Harbor");
    const team = await world.team(club, "Gulls");
    const { INVITATIONS_A_DAY } = await import("#app/domain/values/daily-limits.ts");
    const { queueMail } = await import("#app/queue/mail-queue.server.ts");
    await invite("early@people.example", team, "assistant", club);
    for (let i = 1; i < INVITATIONS_A_DAY; i += 1) {
      await queueMail(world.control, {
        key: `many:${i}`,
        template: "invitation",
        variables: templates.invitation.sample,
        to: "a@b.example",
        clubCode: club.code,
      });
    }
    const refused = await invite("late@people.example", team, "head", club);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain("which is the limit");
    expect(await staffOf("late@people.example", club)).toHaveLength(0);
    await world.platform.clubs.use(club.code, (db) =>
      db.updateTable("staff").set({ invited_at: "2026-01-01T00:00:00.000Z" }).execute(),
    );
    const [early] = await staffOf("early@people.example", club);
    const cookie = await world.signIn(club.adminAccount, club.code);
    await world.ask(`/teams/${team}/staff/${early?.id}/invitations`, { cookie, form: {} });
    expect(await staffOf("early@people.example", club)).toMatchObject([{ id: early?.id, issue: 1 }]);
  });
});

test("sixty invitations at once send no more than the daily limit leaves", async () => {
  const club = await world.club("Bayside");
  const team = await world.team(club, "Terns");
  const cookie = await world.signIn(club.adminAccount, club.code);
  const { INVITATIONS_A_DAY } = await import("#app/domain/values/daily-limits.ts");
  const { mayInvite } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");
  for (let i = 0; i < INVITATIONS_A_DAY - 25; i += 1) await mayInvite(club.code, INVITATIONS_A_DAY);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, i) =>
      world.ask(`/teams/${team}/invite`, {
        cookie,
        form: { email: `p${i}@people.example`, role: "coach", coachRole: "assistant" },
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(25);
  const sent = await world.control
    .selectFrom("mails")
    .select("key")
    .where("tag", "=", "invitation")
    .where("club_code", "=", club.code)
    .execute();
  expect(sent).toHaveLength(25);
  // A refusal for another reason does not count toward the limit.
  const again = await world.ask(`/teams/${team}/invite`, {
    cookie,
    form: { email: "no address", role: "coach" },
  });
  expect(again.status).toBe(422);
});

describe("the link", () => {
  test("the link works in both spellings and shows the form with the email locked", async () => {
    await invite("sam@people.example", hawks);
    const link = await mailedLink("sam@people.example");
    const other = link.replace("invite=", "role=").replace("team=", "teamId=");
    for (const path of [link, other]) {
      const answer = await world.ask(await pageOf(path));
      expect(answer.status).toBe(200);
      const html = await answer.text();
      expect(html).toContain("Join as Coach");
      expect(html).toContain("You&#x27;ve been invited to join <strong>Lakeside</strong>");
      expect(html).toContain("This account is FREE - the club has already covered all costs.");
      expect(html).toMatch(
        /<input[^>]*readOnly=""[^>]*value="sam@people.example"|value="sam@people.example"[^>]*readOnly/i,
      );
      // State and city come from the club, so that phone and password are left to type.
      expect(html).toMatch(/<option value="TX" selected="">/);
      expect(html).toMatch(/name="city"[^>]*value="Austin"/);
      expect(html).toContain('<option value="DC">DC – District of Columbia</option>');
      expect(html).toContain("Create Coach Account");
      expect(html).toContain('data-busy="Creating Account..."');
      expect(html).toContain('data-strength="password"');
      expect(html.match(/<script[^>]*>/g)).toEqual([
        expect.stringMatching(/ src="[^"]+\/client-[^"]+" defer=""/),
        expect.stringMatching(/ src="[^"]+\/passwords-[^"]+" defer=""/),
      ]);
    }
  });

  test("the link says 'Invalid Invitation' for a missing or mismatched parameter", async () => {
    await invite("uma@people.example", hawks);
    const link = await linkFor("uma@people.example");
    const cases = [
      ["/account/invitation?role=coach", "This invitation link is missing required parameters."],
      [
        `/account/invitation?role=manager&team=${hawks}`,
        "This invitation link is missing required parameters.",
      ],
      [link.replace(/token=[^&]+/, "token=guess"), "This invitation link is not valid."],
      [link.replace(hawks, lions), "This invitation link is not valid."],
      [link.replace("role=coach", "role=manager"), "This invitation link is not valid."],
    ] as const;
    for (const [path, words] of cases) {
      for (const answer of [await world.ask(path), await follow(await world.ask(path, { form: account }))]) {
        expect(answer.status).toBe(404);
        const html = await answer.text();
        expect(html).toContain("<title>Invalid Invitation · ");
        expect(html).toContain("Invalid Invitation</h1>");
        expect(html).toContain(words);
        expect(html).not.toContain("Lakeside");
        expect(html).not.toMatch(/debug/i);
      }
    }
    expect(await accountsOf("uma@people.example")).toHaveLength(0);
  });

  test("the link changes nothing when it is opened", async () => {
    await invite("vic@people.example", hawks);
    const link = await linkFor("vic@people.example");
    await world.ask(link);
    await world.ask(link, { method: "HEAD" });
    expect((await staffOf("vic@people.example"))[0]?.status).toBe("pending");
    expect((await world.ask(link)).status).toBe(200);
  });

  test("the link stops working after a resend, and the new one works for 7 days", async () => {
    await invite("wes@people.example", hawks);
    const first = await linkFor("wes@people.example");
    const [member] = await staffOf("wes@people.example");
    const resend = () =>
      world.ask(`/teams/${hawks}/staff/${member?.id}/invitations`, { cookie: admin, form: {} });
    expect((await resend()).status).toBe(303);
    expect(await mailsTo("wes@people.example", "invitation")).toHaveLength(1);
    try {
      wait(1);
      await Promise.all([resend(), resend()]);
      const mails = await mailsTo("wes@people.example", "invitation");
      expect(mails).toHaveLength(2);
      const second = await linkFor("wes@people.example");
      expect(second).not.toBe(first);
      expect(await (await world.ask(first)).text()).toContain("Invalid Invitation");
      expect((await world.ask(second)).status).toBe(200);
      wait(1 + 7 * 24 + 0.01);
      const late = await world.ask(second);
      expect(late.status).toBe(404);
      expect(await late.text()).toContain("This invitation has expired.");
      expect((await follow(await world.ask(second, { form: account }))).status).toBe(404);
      expect((await staffOf("wes@people.example"))[0]?.status).toBe("pending");
      const team = await world.ask(`/teams/${hawks}`, {
        cookie: await world.signIn(lakeside.adminAccount, lakeside.code),
      });
      expect(await team.text()).toContain("Expired");
    } finally {
      wait(0);
    }
  });

  test("the link stops working after the invitation is withdrawn, and the address can be invited again", async () => {
    await invite("xan@people.example", hawks);
    const link = await linkFor("xan@people.example");
    const [member] = await staffOf("xan@people.example");
    const path = `/teams/${hawks}/staff/${member?.id}/remove`;
    expect(await (await world.ask(path, { cookie: admin })).text()).toContain("take back the invitation of");
    expect((await world.ask(path, { cookie: admin, form: {} })).status).toBe(303);
    expect((await world.ask(path, { cookie: admin, form: {} })).status).toBe(303);
    const html = await (await world.ask(link)).text();
    expect(html).toContain("withdrawn, or a newer one has replaced it");
    expect((await invite("xan@people.example", hawks)).status).toBe(303);
    expect((await world.ask(await linkFor("xan@people.example"))).status).toBe(200);
  });

  test("a link withdrawn while its form is being sent leads back to its page and signs nobody in", async () => {
    const email = "yan@people.example";
    await invite(email, hawks);
    const link = await linkFor(email);
    const [member] = await staffOf(email);
    const query = new URL(link, "http://goodside.test").searchParams;
    const [role = "", teamId = "", token = ""] = ["role", "team", "token"].map(
      (name) => query.get(name) ?? "",
    );
    const { db, release } = await world.platform.clubs.lease(lakeside.code);
    try {
      const found = await findInvitation(world.control, async () => db, { role, teamId, token });
      if (!found.ok) throw new Error(found.problem);
      const path = `/teams/${hawks}/staff/${member?.id}/remove`;
      expect((await world.ask(path, { cookie: admin, form: {} })).status).toBe(303);
      const { platform, control } = world;
      const client = { ip: "192.0.2.1", userAgent: "", requestId: "test" };
      const request = new Request(`http://goodside.test${link}`, {
        method: "POST",
        body: new URLSearchParams(account),
      });
      const ctx = { control, platform, client, note: () => {}, onFinish: () => {} };
      const answer = await acceptStaffInvitation(ctx, request, found.invitation);
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toBe(link);
      expect(answer.headers.get("Set-Cookie")).toBeNull();
    } finally {
      release();
    }
  });
});

/** Follows a redirect within the site once. */
async function follow(answer: Response, cookie?: string): Promise<Response> {
  const to = answer.headers.get("Location");
  return to ? world.ask(to, { cookie }) : answer;
}

describe("joining", () => {
  test("joining creates the account, accepts every invitation of the address in this club only, and signs in", async () => {
    const email = "yui@people.example";
    await invite(email, lions, "assistant");
    await invite(email, hawks, "head");
    await invite(email, owls, "manager", hillside);
    const mails = await mailsTo(email, "invitation");
    const link = await Promise.all(mails.map(({ text }) => pageOf(linkIn(text))));
    const fromHawks = link.find((address) => address.includes(hawks)) ?? "";
    const page = await (await world.ask(fromHawks)).text();
    expect(page).toContain("Additional Teams");
    expect(page).toContain("Lions (Assistant Coach)");
    expect(page).not.toContain("Owls");

    const answer = await world.ask(fromHawks, { form: { ...account, fullName: "Yui <b>Yo</b>" } });
    expect(answer.status).toBe(303);
    const to = answer.headers.get("Location") ?? "";
    expect(to).toMatch(/^\/account\/welcome\?role=coach&/);
    const cookie = cookieOf(answer);
    const welcome = await (await world.ask(to, { cookie })).text();
    expect(welcome).toContain("Welcome to the Team, Yui &lt;b&gt;Yo&lt;/b&gt;!");
    expect(welcome.indexOf("Hawks")).toBeLessThan(welcome.indexOf("Lions"));
    for (const words of ["Primary", "Additional", "merged", "Lakeside", "Go to Dashboard", "24 hours"]) {
      expect(welcome).toContain(words);
    }
    expect((await world.ask("/dashboard", { cookie })).status).toBe(200);
    expect((await staffOf(email)).map(({ status, name }) => [status, name])).toEqual([
      ["active", "Yui <b>Yo</b>"],
      ["active", "Yui <b>Yo</b>"],
    ]);
    expect((await staffOf(email, hillside)).map(({ status }) => status)).toEqual(["pending"]);
    const [person] = await accountsOf(email);
    expect(person).toMatchObject({ kind: "person", phone: "(555) 010-0142", state: "TX", city: "Austin" });
    expect(person?.password_hash).toMatch(/^\$argon2id\$/);
    const [mail] = await mailsTo(email, "staff-welcome");
    expect(mail?.text).toContain("Welcome to the Team");
    expect(mail?.text).not.toContain(account.password);
    for (const used of link.filter((address) => !address.includes(owls))) {
      expect(await (await world.ask(used)).text()).toContain("This invitation has already been used.");
    }
  });

  test("joining with an existing account asks for its password and adds the club", async () => {
    const email = "yui@people.example";
    const link = await linkFor(email);
    expect(link).toContain(owls);
    const page = await (await world.ask(link)).text();
    expect(page).toContain("Sign in to join");
    expect(page).not.toContain("Create Your Account");
    const wrong = await world.ask(link, { form: { ...account, password: "not the password" } });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("Invalid email or password for coach/manager account.");
    expect((await staffOf(email, hillside))[0]?.status).toBe("pending");
    const right = await world.ask(link, { form: { password: account.password } });
    expect(right.status).toBe(303);
    const cookie = cookieOf(right);
    expect(await (await follow(right, cookie)).text()).toContain("Hillside");
    expect(await accountsOf(email)).toHaveLength(1);
    const [person] = await accountsOf(email);
    const clubs = await world.control
      .selectFrom("memberships")
      .select("club_code")
      .where("account_id", "=", person?.id ?? "")
      .orderBy("club_code")
      .execute();
    expect(clubs.map(({ club_code }) => club_code)).toEqual([hillside.code, lakeside.code].sort());
  });

  test("joining is one button for the signed-in invitee, and asks anybody else for the password", async () => {
    const dana = await world.person("Dana Diaz", hillside, [{ team: owls, role: "coach" }]);
    const email = "dana.diaz@people.example";
    await invite(email, hawks, "assistant");
    const link = await linkFor(email);
    const stranger = await (await world.ask(link, { cookie: admin })).text();
    expect(stranger).toContain("Sign in to join");
    expect(stranger).toContain("You are signed in as");
    expect((await world.ask(link, { cookie: admin, form: {} })).status).toBe(422);
    const cookie = await world.signIn(dana, hillside.code);
    const page = await (await world.ask(link, { cookie })).text();
    expect(page).toMatch(/Join (<!-- -->)?Hawks/);
    expect(page).not.toContain('type="password"');
    const joined = await world.ask(link, { cookie, form: {} });
    expect(joined.status).toBe(303);
    const fresh = cookieOf(joined);
    expect(fresh).not.toBe(cookie);
    expect((await world.ask("/teams", { cookie })).headers.get("Location")).toMatch(/^\/club\/login/);
    const teams = await (await world.ask("/teams", { cookie: fresh })).text();
    expect(teams).toContain("Hawks");
    expect(teams).not.toContain("Owls");
  });

  test.each([
    ["password", "short", "❌ Password must be at least 8 characters"],
    ["password", "password1", "This password is one of the most common ones."],
    ["password", "x".repeat(129), "Password must be at most 128 characters"],
    ["confirmPassword", "something else", "❌ Passwords do not match"],
    ["fullName", "", "Enter your full name"],
    ["phone", "call me", "Enter a phone number"],
    ["state", "ZZ", "Choose your state"],
    ["city", "", "Enter your city"],
    ["agreedToTerms", "", "Accept the Terms of Service and the Privacy Policy"],
  ])(
    "joining refuses %s '%s' at its field, and keeps the rest but no password",
    async (field, value, message) => {
      const email = "zoe@people.example";
      if ((await staffOf(email)).length === 0) await invite(email, hawks, "assistant");
      const form = { ...account, fullName: "Zoe Zane", [field]: value };
      if (field === "password") form.confirmPassword = value;
      const answer = await world.ask(await linkFor(email), { form });
      expect(answer.status).toBe(422);
      const html = await answer.text();
      expect(html).toContain(message);
      expect(html).toContain(`id="field-${field}-error"`);
      if (field !== "fullName") expect(html).toContain("Zoe Zane");
      expect(html).not.toContain(account.password);
      expect(await accountsOf(email)).toHaveLength(0);
    },
  );

  test("joining three times at once creates one account, one staff row and one welcome email, and signs in each time", async () => {
    const email = "abe@people.example";
    await invite(email, hawks, "assistant");
    const link = await linkFor(email);
    const answers = await Promise.all([1, 2, 3].map(() => world.ask(link, { form: account })));
    for (const answer of answers) {
      expect(answer.status).toBe(303);
      expect((await follow(answer, cookieOf(answer))).status).toBe(200);
    }
    expect(await accountsOf(email)).toHaveLength(1);
    expect((await staffOf(email)).map(({ status }) => status)).toEqual(["active"]);
    expect(await mailsTo(email, "staff-welcome")).toHaveLength(1);
    // Sent again later, the form is a sign-in; with another password it is not.
    expect((await world.ask(link, { form: account })).headers.get("Location")).toContain("/account/welcome");
    const stranger = await follow(
      await world.ask(link, { form: { ...account, password: "something else" } }),
    );
    expect(await stranger.text()).toContain("Invalid Invitation");
  });

  test("wrong passwords at the link count like any other failed sign-in", async () => {
    await world.person("Lee Lock", hillside, [{ team: owls, role: "coach" }]);
    const email = "lee.lock@people.example";
    await invite(email, hawks, "assistant");
    const link = await linkFor(email);
    const wrong = () => world.ask(link, { form: { password: "not this one" }, ip: "198.51.100.9" });
    await Promise.all(Array.from({ length: 10 }, wrong));
    const answer = await world.ask(link, { form: { password: "Sideline-2026" }, ip: "198.51.100.9" });
    expect(answer.status).toBe(429);
    expect(await answer.text()).toContain("Too many failed sign-ins");
    expect((await staffOf(email))[0]?.status).toBe("pending");
    // The ten also count for the client: twenty more under other names lock it.
    const signIn = (identifier: string, password: string, ip: string) =>
      world.ask("/club/login", { form: { identifier, password }, ip });
    const others = Array.from({ length: 20 }, (_, n) => `other${n}@people.example`);
    await Promise.all(others.map((name) => signIn(name, "not this one", "198.51.100.9")));
    const late = await signIn(lakeside.code, "Sideline-2026", "198.51.100.9");
    expect(await late.text()).toContain("Too many failed sign-ins");
    expect((await signIn(lakeside.code, "Sideline-2026", "198.51.100.10")).status).toBe(303);
  });

  test("joining over the limit of a rush keeps the input and can be sent again", async () => {
    const email = "rush@people.example";
    await invite(email, hawks, "assistant");
    const link = await linkFor(email);
    const form = { ...account, fullName: "Robin Rush" };
    const answers = await Promise.all(
      Array.from({ length: availableParallelism() + 64 }, () => world.ask(link, { form })),
    );
    const busy = answers.filter(({ status }) => status === 503);
    expect(busy).not.toEqual([]);
    for (const answer of busy) {
      expect(answer.headers.get("Retry-After")).toBe("10");
      const html = await answer.text();
      expect(html).toContain("Please wait a few seconds and send this again");
      // A page loaded after another of them had joined asks for the password of the existing account.
      if (!html.includes("<h2>Sign in to join")) expect(html).toContain('value="Robin Rush"');
      expect(html).not.toContain(account.password);
    }
    expect(await accountsOf(email)).toHaveLength(1);
    expect((await staffOf(email)).map(({ status }) => status)).toEqual(["active"]);
  }, 30_000);

  test("removal asks first, takes effect at the next request and leaves the other club alone", async () => {
    const email = "dana.diaz@people.example";
    const [person] = await accountsOf(email);
    const [member] = await staffOf(email);
    const cookie = await world.signIn(person?.id ?? "", lakeside.code);
    expect((await world.ask("/teams", { cookie })).status).toBe(200);
    const path = `/teams/${hawks}/staff/${member?.id}/remove`;
    expect(await (await world.ask(path, { cookie: admin })).text()).toContain("Do you want to remove");
    expect((await world.ask("/teams", { cookie })).status).toBe(200);
    expect((await world.ask(path, { cookie: admin, form: {} })).status).toBe(303);
    expect((await world.ask("/teams", { cookie })).headers.get("Location")).toMatch(/^\/club\/choose/);
    const clubs = await world.control
      .selectFrom("memberships")
      .select("club_code")
      .where("account_id", "=", person?.id ?? "")
      .execute();
    expect(clubs).toEqual([{ club_code: hillside.code }]);
  });
});

describe("the welcome", () => {
  test("the welcome needs a session, and ignores the claims of the address", async () => {
    const claim = `/account/welcome?role=manager&name=${encodeURIComponent("<i>Eve</i>")}&teams=${encodeURIComponent('["Evil Team"]')}`;
    expect((await world.ask(claim)).headers.get("Location")).toMatch(/^\/club\/login/);
    const max = await world.person("Max Moe", lakeside, [{ team: lions, role: "coach" }]);
    const cookie = await world.signIn(max, lakeside.code);
    for (const path of [claim, claim.replace(/teams=.*/, "teams=[oops"), `${claim}${"x".repeat(5000)}`]) {
      const html = await (await world.ask(path, { cookie })).text();
      expect(html).toContain("Welcome to the Team, Max Moe!");
      expect(html).toContain("Coach");
      expect(html).toContain("Lions");
      expect(html).not.toMatch(/Eve|Evil/);
    }
    expect((await world.ask(claim, { cookie, form: {} })).status).toBe(405);
  });
});
