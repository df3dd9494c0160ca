import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { readMails } from "#tests/support/mails.ts";
import type { TestClub } from "#tests/support/world.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, ada, mia } = cast;
afterAll(() => world.close());

const tab = "/club/settings?tab=users";
const page = async (path: string, cookie = ada.cookie) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const mailsTo = (to: string) =>
  readMails(world.control.selectFrom("mails").selectAll().where("to_address", "=", to).execute());
const membership = async (accountId: string, club = lakeside) =>
  (
    await world.control
      .selectFrom("memberships")
      .select("role")
      .where("account_id", "=", accountId)
      .where("club_code", "=", club.code)
      .executeTakeFirst()
  )?.role;
/** Creates a person who administers a club by email. */
async function administrator(name: string, club: TestClub, places: Parameters<typeof world.person>[2] = []) {
  const id = await world.person(name, club, places);
  await world.control
    .updateTable("memberships")
    .set({ role: "club_admin" })
    .where("account_id", "=", id)
    .where("club_code", "=", club.code)
    .execute();
  return { id, cookie: await world.signIn(id, club.code) };
}
const remove = (id: string, cookie: string) => world.ask(`/club/people/${id}/remove`, { cookie, form: {} });

// product/teams.md#users-and-roles
test("the page lists everybody with roles, teams, state and last sign-in", async () => {
  const html = await page(tab);
  expect(html).toContain("Signs in with the club code LAKESIDE");
  expect(html).toMatch(/Mia Manager[\s\S]*Active[\s\S]*Manager, Hawks[\s\S]*mia\.manager@people\.example/);
  expect(html).toMatch(/Dana Reyes[\s\S]*Head Coach, Hawks/);
  await world.person("Newly Joined", lakeside, [{ team: otters, role: "coach" }]);
  expect(await page(tab)).toMatch(/Newly Joined[\s\S]*Never/);
});

test("the page tells two teams of one name apart by their season", async () => {
  const club = await world.club("Twin Falls");
  const fall = await world.team(club, "Comets", { season: "Fall 2026" });
  const spring = await world.team(club, "Comets", { season: "Spring 2026" });
  await world.person("Tess Twin", club, [
    { team: fall, role: "coach" },
    { team: spring, role: "manager" },
  ]);
  const html = await page(tab, await world.signIn(club.adminAccount, club.code));
  expect(html).toContain("Head Coach, Comets, Fall 2026");
  expect(html).toContain("Manager, Comets, Spring 2026");
});

test("the page invites a manager or coach with a name and a team, and keeps the typed values if one is missing", async () => {
  const form = {
    name: "Pat Park",
    email: "pat@people.example",
    role: "coach",
    coachRole: "assistant",
    team: "",
  };
  const refused = await world.ask(tab, { cookie: ada.cookie, form });
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain("Choose a team");
  expect(html).toContain("(for a manager or coach)");
  expect(html).toContain('value="pat@people.example"');
  const noName = await world.ask(tab, { cookie: ada.cookie, form: { ...form, name: "", team: otters } });
  expect(await noName.text()).toContain("Enter a name");
  expect((await world.ask(tab, { cookie: ada.cookie, form: { ...form, team: otters } })).status).toBe(303);
  expect(await page(tab)).toMatch(/Pat Park[\s\S]*Pending[\s\S]*Assistant Coach, Otters \(invited\)/);
  expect((await mailsTo("pat@people.example"))[0]?.text).toContain("Otters");
  const second = { ...form, name: "Second", email: "second@people.example", role: "manager", team: hawks };
  const taken = await world.ask(tab, { cookie: ada.cookie, form: second });
  expect(await taken.text()).toContain("This team has a manager");
});

// product/teams.md#administrators
test("a further administrator is invited by email, joins with an account, and the others are notified", async () => {
  const form = { name: "Nora New", email: "nora@people.example", role: "administrator" };
  expect((await world.ask(tab, { cookie: ada.cookie, form })).status).toBe(303);
  expect((await world.ask(tab, { cookie: ada.cookie, form })).status).toBe(303);
  const [mail, ...more] = await mailsTo("nora@people.example");
  expect(more).toEqual([]);
  const link =
    /http:\/\/goodside\.test(\/account\/administrator\?token=\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(await page(link, "")).toContain(
    "You&#x27;ve been invited to administer <strong>Lakeside FC</strong>",
  );
  const account = {
    fullName: "Nora New",
    phone: "555 010 0142",
    state: "TX",
    city: "Austin",
    password: "quiet sideline",
    confirmPassword: "quiet sideline",
    agreedToTerms: "on",
  };
  const joined = await world.ask(link, { form: account });
  expect([joined.status, joined.headers.get("Location")]).toEqual([303, "/dashboard"]);
  expect((await world.ask(link, {})).status).toBe(404);
  const cookie = joined.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect(await page(tab, cookie)).toContain("Nora New (you)</a>");
  expect((await mailsTo("admin@lakeside.example")).map(({ subject }) => subject)).toContain(
    "Nora New is an administrator now",
  );
  const again = await world.ask(tab, { cookie: ada.cookie, form });
  expect(await again.text()).toContain("already an administrator");
});

test("a corrected invitation of an administrator ends the previous link, and a withdrawn one is gone", async () => {
  const form = { name: "Olli", email: "oli@people.example", role: "administrator" };
  await world.ask(tab, { cookie: ada.cookie, form });
  const [first] = await mailsTo("oli@people.example");
  const old = /(\/account\/administrator\?token=\S+)/.exec(first?.text ?? "")?.[1] ?? "";
  const id = /\/club\/people\/([\w-]+)">Olli/.exec(await page(tab))?.[1] ?? "";
  const corrected = { email: "olli@people.example" };
  expect((await world.ask(`/club/people/${id}`, { cookie: ada.cookie, form: corrected })).status).toBe(303);
  expect((await world.ask(old)).status).toBe(404);
  const [mail] = await mailsTo("olli@people.example");
  const link = /(\/account\/administrator\?token=\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
  expect((await world.ask(link)).status).toBe(200);
  expect(await page(`/club/people/${id}`)).toContain(link.split("token=")[1]);
  await administrator("Iris Inside", lakeside);
  const inside = await world.ask(`/club/people/${id}`, {
    cookie: ada.cookie,
    form: { email: "iris.inside@people.example" },
  });
  expect(await inside.text()).toContain("is already an administrator of your club");
  expect((await world.ask(link)).status).toBe(200);
  expect((await remove(id, ada.cookie)).status).toBe(303);
  expect((await world.ask(link)).status).toBe(404);
  expect(await page(tab)).not.toContain("Olli");
});

test("removal ends every role at once, even in an open session, and another club's role stays", async () => {
  const riverside = cast.riverside;
  const id = await world.person("Rolf Reyes", lakeside, [
    { team: hawks, role: "coach", coachRole: "assistant" },
    { team: otters, role: "coach" },
  ]);
  await world.person("Rolf Reyes", riverside, [{ team: cast.lynxes, role: "coach" }]);
  const open = await world.signIn(id, lakeside.code);
  const elsewhere = await world.signIn(id, riverside.code);
  expect(await page(`/club/people/${id}/remove`)).toContain("Assistant Coach of Hawks");
  expect((await remove(id, ada.cookie)).status).toBe(303);
  const next = await world.ask("/rating", { cookie: open });
  expect(next.headers.get("Location")).toBe("/club/choose?left=true");
  expect(await page("/club/choose?left=true", open)).toContain("You no longer have access to Lakeside FC");
  expect((await world.ask("/dashboard", { cookie: elsewhere })).status).toBe(200);
  expect(await membership(id)).toBeUndefined();
  expect(await membership(id, riverside)).toBe("staff");
});

test("a removed administrator who coaches loses both, and they and the others are notified", async () => {
  const ben = await administrator("Ben Both", lakeside, [
    { team: otters, role: "coach", coachRole: "assistant" },
  ]);
  expect((await remove(ben.id, ada.cookie)).status).toBe(303);
  expect((await world.ask(tab, { cookie: ben.cookie })).headers.get("Location")).toBe(
    "/club/choose?left=true",
  );
  expect((await mailsTo("ben.both@people.example")).map(({ subject }) => subject)).toContain(
    "You no longer administer Lakeside FC",
  );
  expect((await mailsTo("admin@lakeside.example")).map(({ subject }) => subject)).toContain(
    "Ben Both is no longer an administrator",
  );
});

test("one of two administrators stays if they remove each other at the same moment", async () => {
  const club = await world.club("Two Kings");
  await world.control
    .updateTable("accounts")
    .set({ password_hash: null })
    .where("id", "=", club.adminAccount)
    .execute();
  const left = await administrator("Leo Left", club);
  const right = await administrator("Rea Right", club);
  await Promise.all([remove(right.id, left.cookie), remove(left.id, right.cookie)]);
  const roles = [await membership(left.id, club), await membership(right.id, club)];
  expect(roles.filter((role) => role === "club_admin")).toHaveLength(1);
});

test("an administrator who coaches a team is offered only its games to rate", async () => {
  const cora = await administrator("Cora Coach", lakeside, [
    { team: otters, role: "coach", coachRole: "assistant" },
  ]);
  const own = await world.game(lakeside, otters, 3);
  const other = await world.game(lakeside, hawks, 3);
  expect(await page(`/rating/${own}`, cora.cookie)).toContain('name="score"');
  expect(await page(`/rating/${other}`, cora.cookie)).not.toContain('name="score"');
  expect(await page(`/mobile-rating?game=${own}`, cora.cookie)).toContain('name="score"');
});

test("the club's own sign-in is listed, and cannot be removed", async () => {
  expect(await page(`/club/people/${lakeside.adminAccount}`)).not.toContain("/remove");
  expect((await remove(lakeside.adminAccount, ada.cookie)).status).toBe(404);
});

test("removing oneself is asked about plainly", async () => {
  const self = await administrator("Sol Self", lakeside);
  expect(await page(`/club/people/${self.id}/remove`, self.cookie)).toContain(
    "Remove yourself from the club?",
  );
  const gone = await remove(self.id, self.cookie);
  expect(gone.headers.get("Location")).toBe("/club/choose?left=true");
  const after = await page("/club/choose?left=true", self.cookie);
  expect(after).toContain("You no longer have access to Lakeside FC");
  expect(after).not.toContain("The club has ended it");
});

test("many people are filtered by name, role and status", async () => {
  for (let n = 0; n < 8; n += 1)
    await world.person(`Crowd ${"abcdefgh"[n]}`, lakeside, [
      { team: otters, role: "coach", coachRole: "assistant" },
    ]);
  expect(await page(`${tab}&q=crowd%20c`)).toMatch(/1 of \d+ people/);
  expect(await page(`${tab}&as=manager`)).not.toContain("Crowd");
  expect(await page(`${tab}&q=nobody-like-this`)).toContain("Nobody found");
});

test("managers and coaches have no such pages", async () => {
  for (const path of [tab, `/club/people/${mia.id}`, `/club/people/${mia.id}/remove`])
    expect((await world.ask(path, { cookie: mia.cookie })).status).toBe(403);
});
