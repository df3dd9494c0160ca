import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { skipPauses } from "#tests/support/skip-pauses.ts";
import { readMails } from "../../support/mails.ts";
import { cookiesOf, staffOf } from "../../support/staff.ts";

const cast = await openLakeside();
const { world, lakeside, ada, mia, dana } = cast;
const { control } = world;
const { limiter } = await import("#app/db/storage/limits.server.ts");
afterAll(() => world.close());
skipPauses();

const { staff, signIn } = staffOf(world);
const club = `/admin/clubs/${lakeside.code}`;
const miaEmail = "mia.manager@people.example";
const admin = await world.signInStaff("admin");
const text = async (answer: Response | Promise<Response>) =>
  (await (await answer).text()).replaceAll("<!-- -->", "");
const get = (path: string, cookie = admin) => text(world.ask(path, { cookie }));
const open = (cookie = admin) => world.ask(club, { cookie, form: { reason: "asked-by-phone" } });
const help = (accountId: string, form: Record<string, string>, cookie = admin) =>
  world.ask(`${club}/people/${accountId}`, { cookie, form: { reason: "lost-device", ...form } });
const audit = async (kind: string) =>
  control
    .selectFrom("audit")
    .select(["actor_kind", "subject", "club_code", "detail"])
    .where("kind", "=", kind)
    .orderBy("seq", "desc")
    .execute();
const plain = (html: string) =>
  html
    .replaceAll("&#x27;", "'")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ");
const isSignedIn = async (cookie: string) => (await world.ask("/dashboard", { cookie })).status === 200;
const tryWrong = (identifier: string, ip: string) =>
  world.ask("/club/login", { form: { identifier, password: "Wrong-Password-1" }, ip });

/** Fails until the name is locked for one network. */
async function lock(identifier: string, ip: string): Promise<void> {
  for (let tries = 0; tries < 11; tries += 1) await tryWrong(identifier, ip);
  expect((await tryWrong(identifier, ip)).status).toBe(429);
}

describe("finding a club", () => {
  test("a club is found by code, a part of the name, its email or that of one of its people", async () => {
    await world.club("Somewhere Else");
    for (const search of ["LAKE", lakeside.code.toUpperCase(), `admin@${lakeside.code}.example`, miaEmail]) {
      const html = await get(`/admin/clubs?q=${encodeURIComponent(search)}`);
      expect(html, search).toContain(`href="${club}"`);
      expect(html, search).not.toContain("Somewhere Else");
    }
    expect(await get("/admin/clubs?q=nothing-is-called-so")).toContain("No club found");
    expect(await get("/admin/clubs")).toContain("Somewhere Else");
  });

  test("moderators cannot find clubs", async () => {
    const cookie = await world.signInStaff("moderator");
    const answer = await world.ask("/admin/clubs", { cookie });
    expect(answer.status).toBe(403);
    expect(await text(answer)).toContain("ask a super admin of the platform");
  });
});

describe("a club's people", () => {
  test("a club's people are shown for half an hour to staff who give a reason, and the club reads it", async () => {
    const cookie = await world.signInStaff("admin");
    expect(await get(club, cookie)).not.toContain(miaEmail);
    const path = `${club}/people/${mia.id}`;
    const asked = `${club}?person=${mia.id}`;
    expect((await world.ask(path, { cookie })).headers.get("Location")).toBe(asked);
    expect((await help(mia.id, { intent: "end" }, cookie)).headers.get("Location")).toBe(asked);
    expect(await get(asked, cookie)).toContain("led on to whom you looked for");
    expect((await world.ask(club, { cookie, form: { reason: "curious" } })).status).toBe(422);
    const said = await world.ask(asked, { cookie, form: { reason: "asked-by-phone", person: mia.id } });
    expect(said.headers.get("Location")).toBe(path);
    expect(await get(club, cookie)).toContain(miaEmail);
    expect((await audit("club.people-seen"))[0]).toEqual({
      actor_kind: "staff",
      subject: null,
      club_code: lakeside.code,
      detail: '{"reason":"asked-by-phone"}',
    });
    const activity = plain(await get("/club/settings?tab=activity", ada.cookie));
    expect(activity).toMatch(/Looked at how the club's people sign in \(they asked by phone\)/);
    const { first_name, last_name } = await control
      .selectFrom("platform_admins")
      .select(["first_name", "last_name"])
      .where("role", "=", "admin")
      .executeTakeFirstOrThrow();
    expect(activity).toContain(`${first_name}, Platform staff (Admin)`);
    expect(activity).not.toContain(`${first_name} ${last_name}`);
    await control
      .updateTable("platform_club_access")
      .set({ until: new Date(Date.now() - 1000).toISOString() })
      .execute();
    expect(await get(club, cookie)).not.toContain(miaEmail);
  });

  test("a person of another club is not among a club's people", async () => {
    await open();
    const other = await world.club("Other Shore");
    const stranger = await world.person("Sam Stranger", other, []);
    expect((await world.ask(`${club}/people/${stranger}`, { cookie: admin })).status).toBe(404);
    expect((await help(stranger, { intent: "end" })).status).toBe(404);
  });
});

// product/platform-staff.md#sign-in-help
describe("helping a member", () => {
  beforeEach(() => open());

  test("staff end one session of a member, or all of them", async () => {
    const [one, two] = [await world.signIn(mia.id, lakeside.code), await world.signIn(mia.id, lakeside.code)];
    const page = await get(`${club}/people/${mia.id}`);
    const [first = ""] = [...page.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = ""]) => id);
    await help(mia.id, { session: first });
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(mia.cookie)]).toContain(false);
    await help(mia.id, { intent: "end" });
    expect([await isSignedIn(one), await isSignedIn(two), await isSignedIn(mia.cookie)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await isSignedIn(dana.cookie)).toBe(true);
    expect((await audit("sign-in.ended-for"))[0]).toMatchObject({
      subject: mia.id,
      club_code: lakeside.code,
    });
    // Each time, its owner gets a mail: which device it was, or that it was all.
    const mails = await readMails(
      control.selectFrom("mails").selectAll().where("tag", "=", "sessions-ended").execute(),
    );
    expect(mails.map(({ to_address }) => to_address)).toEqual([miaEmail, miaEmail]);
    const ofOneDevice = mails.filter(({ text }) => text.includes("on one device"));
    expect(ofOneDevice.map(({ text }) => text.includes("Unknown browser"))).toEqual([true]);
  });

  test("staff unlock a locked sign-in, of the person and not of others", async () => {
    await lock(miaEmail, "198.51.100.1");
    await lock("dana.reyes@people.example", "198.51.100.2");
    expect(await get(`${club}/people/${mia.id}`)).toContain("The sign-in is locked");
    expect((await help(mia.id, { intent: "unlock" })).status).toBe(303);
    expect(await get(`${club}/people/${mia.id}`)).not.toContain("The sign-in is locked");
    expect((await tryWrong(miaEmail, "198.51.100.1")).status).toBe(422);
    expect((await tryWrong("dana.reyes@people.example", "198.51.100.2")).status).toBe(429);
    expect((await audit("sign-in.unlocked"))[0]).toMatchObject({
      actor_kind: "staff",
      subject: mia.id,
      detail: '{"reason":"lost-device"}',
    });
  }, 60_000);

  test("staff unlock at most five times in an hour, so that unlocking does not help guessing", async () => {
    const id = ada.id;
    for (let times = 0; times < 5; times += 1)
      expect((await help(id, { intent: "unlock" })).status).toBe(303);
    expect((await help(id, { intent: "unlock" })).status).toBe(429);
  });

  test("mails the member a link, and never a password", async () => {
    expect((await help(dana.id, { intent: "reset" })).status).toBe(303);
    const mails = await control
      .selectFrom("mails")
      .select("tag")
      .where("to_address", "=", "dana.reyes@people.example")
      .execute();
    expect(mails.map(({ tag }) => tag)).toEqual(["password-reset"]);
    expect((await audit("account.reset-sent"))[0]).toMatchObject({ subject: dana.id });
  });
});

describe("a club's administrator", () => {
  const path = (id: string) => `/club/people/${id}/sign-in`;

  test("a club's administrator ends a member's sessions and unlocks the sign-in, without seeing an address", async () => {
    const cookie = await world.signIn(dana.id, lakeside.code);
    await lock("dana.reyes@people.example", "198.51.100.3");
    const page = await get(path(dana.id), ada.cookie);
    expect(page).toContain("The sign-in is locked");
    expect(page).not.toContain("203.0.113.7");
    expect(await get(`/club/people/${dana.id}`, ada.cookie)).toContain(path(dana.id));
    await world.ask(path(dana.id), { cookie: ada.cookie, form: { intent: "unlock" } });
    expect((await tryWrong("dana.reyes@people.example", "198.51.100.3")).status).toBe(422);
    await world.ask(path(dana.id), { cookie: ada.cookie, form: { intent: "end" } });
    expect(await isSignedIn(cookie)).toBe(false);
    expect((await audit("sign-in.ended-for"))[0]).toMatchObject({ actor_kind: "account", subject: dana.id });
  }, 60_000);

  test("a club's administrator reaches only its own people, and no other role does", async () => {
    const other = await world.club("Far Shore");
    const stranger = await world.person("Sid Stranger", other, []);
    const theirs = await world.signIn(stranger, other.code);
    expect((await world.ask(path(stranger), { cookie: ada.cookie })).status).toBe(404);
    expect((await world.ask(path(stranger), { cookie: ada.cookie, form: { intent: "end" } })).status).toBe(
      404,
    );
    expect((await world.ask("/club/choose", { cookie: theirs })).status).toBeLessThan(400);
    const danas = await world.signIn(dana.id, lakeside.code);
    expect((await world.ask(path(mia.id), { cookie: danas, form: { intent: "end" } })).status).toBe(403);
  });
});

describe("a super admin", () => {
  test("a super admin ends a colleague's sessions, and unlocks password and codes", async () => {
    const cookie = await world.signInStaff("super_admin");
    const { id, email } = await staff();
    const theirs = cookiesOf(await signIn(email));
    const path = `/admin/staff/${id}`;
    const wrong = () =>
      world.ask("/admin/login", { form: { email, password: "Wrong-Password-1" }, ip: "198.51.100.4" });
    for (let tries = 0; tries < 12; tries += 1) await wrong();
    expect((await wrong()).status).toBe(429);
    await limiter("admin-code", { points: 5, seconds: 900 }).set(id, 5, 900);
    expect(await get(path, cookie)).toContain("The sign-in is locked");
    expect((await world.ask(path, { cookie, form: { intent: "unlock" } })).status).toBe(303);
    expect(await get(path, cookie)).not.toContain("The sign-in is locked");
    expect((await wrong()).status).toBe(422);
    await world.ask(path, { cookie, form: { intent: "end" } });
    expect((await world.ask("/admin/account", { cookie: theirs })).status).toBe(302);
    expect((await world.ask(path, { cookie: admin })).status).toBe(403);
  }, 60_000);

  test("a stranger cannot keep a super admin out, because a lock is for the stranger's network alone", async () => {
    const { email } = await staff("super_admin");
    for (let tries = 0; tries < 12; tries += 1)
      await world.ask("/admin/login", { form: { email, password: "Wrong-Password-1" }, ip: "198.51.100.5" });
    expect((await signIn(email)).headers.get("Location")).toBe("/admin");
  }, 60_000);
});

// product/emails.md#undelivered-mail
test("staff who gave a reason read the mail sent to a person and an invited address, with its delivery", async () => {
  const mail = (id: string, to: string, more: Record<string, unknown>) =>
    control
      .insertInto("mails")
      .values({
        ...{ id, key: id, club_code: lakeside.code, stream: "outbound", tag: "incident", to_address: to },
        ...{ reply_to: null, from_name: "", subject: "Secret subject", html: "", text: "Secret text" },
        ...{ variables: null, status: "sent", provider_id: id, last_error: null, attempted_at: null },
        ...{ created_at: new Date().toISOString(), sent_at: new Date().toISOString(), delivery: null },
        ...more,
      })
      .execute();
  const other = await world.club("Elsewhere Log");
  await mail("log-1", "Mia.Manager@people.example", { delivery: "delayed", delivery_reason: "blocked" });
  await mail("log-2", miaEmail, { tag: "of-another-club", club_code: other.code });
  await mail("log-3", "invited@outage.example", { tag: "invitation", status: "failed", provider_id: null });
  const cookie = await world.signInStaff("admin");
  expect((await world.ask(`${club}/people/${mia.id}`, { cookie })).status).toBe(302);
  expect(await get(club, cookie)).not.toContain("invited@outage.example");
  await open(cookie);
  const person = plain(await get(`${club}/people/${mia.id}`, cookie));
  expect(person).toContain("Blocked by the mailbox");
  expect(person).not.toMatch(/Of another club|Secret/);
  const page = plain(await get(club, cookie));
  expect(page).toMatch(/Invitation Given up .* invited@outage\.example/);
  expect(page).not.toContain("Secret");
});
