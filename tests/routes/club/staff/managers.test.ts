import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, mia, dana, ada } = cast;
afterAll(() => world.close());
const { acceptInvitations } = await import("#app/domain/club/staff/invitations.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");

const staff = (team: string) =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("staff").selectAll().where("team_id", "=", team).execute(),
  );
const memberOf = async (team: string, email: string) =>
  (await staff(team)).find((row) => row.email === email && row.status !== "removed");
const page = async (path: string, cookie: string) =>
  (await (await world.ask(path, { cookie })).text()).replaceAll("<!-- -->", "");
const membership = (accountId: string) =>
  world.control.selectFrom("memberships").select("role").where("account_id", "=", accountId).execute();

/** Joins as an invited person who has an account. */
async function join(name: string, email: string) {
  const accountId = await world.person(name, lakeside, []);
  const { db } = await world.platform.clubs.lease(lakeside.code);
  const ctx = { control: world.control, db, club: { code: lakeside.code } };
  await changeClub(ctx, (tx) => acceptInvitations(tx, { accountId, email, name }, new Date()));
  return { id: accountId, cookie: await world.signIn(accountId, lakeside.code) };
}

test("a manager edits their own team and is not offered to archive or delete it", async () => {
  const html = await page(`/teams/${hawks}/edit`, mia.cookie);
  expect(html).toContain("Team Settings");
  expect(html).not.toMatch(/Archive Team|Delete Team/);
  const form = { name: "Hawks", ageGroup: "U-12", gender: "Boys", season: "Fall 2026", playerCount: "15" };
  const saved = await world.save(`/teams/${hawks}/edit`, { cookie: mia.cookie, form });
  expect(saved.status).toBe(303);
  expect(await page(`/teams/${hawks}`, mia.cookie)).toContain("15 players");
});

test("a manager invites, corrects, resends, promotes and removes a coach of their own team", async () => {
  const { cookie } = mia;
  const form = { role: "coach", coachRole: "assistant", email: "pat@people.example" };
  const invited = await world.ask(`/teams/${hawks}/invite?from=team`, { cookie, form });
  expect(invited.headers.get("Location")).toBe(`/teams/${hawks}`);
  const pat = await memberOf(hawks, "pat@people.example");
  const path = `/teams/${hawks}/staff/${pat?.id}`;
  const corrected = { email: "pat.p@people.example", issue: "1" };
  expect((await world.ask(`${path}/email`, { cookie, form: corrected })).status).toBe(303);
  expect((await world.ask(`${path}/invitations`, { cookie, form: {} })).status).toBe(303);
  await join("Pat Park", "pat.p@people.example");
  expect(await page(`${path}/role?from=team`, cookie)).toContain("Make Pat Park Head Coach?");
  const promoted = await world.ask(`${path}/role?from=team`, { cookie, form: { coachRole: "head" } });
  expect(promoted.headers.get("Location")).toBe(`/teams/${hawks}`);
  expect(await memberOf(hawks, "pat.p@people.example")).toMatchObject({ coach_role: "head" });
  await world.ask(`${path}/role`, { cookie, form: { coachRole: "assistant" } });
  const history = await page(`/teams/${hawks}`, cookie);
  expect(history).toMatch(/Pat Park[\s\S]*Assistant Coach[\s\S]*by Mia Manager[\s\S]*\(new role\)/);
  expect((await world.ask(`${path}/remove`, { cookie, form: {} })).status).toBe(303);
  expect(await memberOf(hawks, "pat.p@people.example")).toBeUndefined();
});

test("a manager chooses no manager: not by inviting, not by removing, and not for another of the team", async () => {
  const { cookie } = mia;
  const asManager = { role: "manager", email: "next@people.example" };
  expect((await world.ask(`/teams/${hawks}/invite?role=manager`, { cookie })).status).toBe(403);
  expect((await world.ask(`/teams/${hawks}/invite`, { cookie, form: asManager })).status).toBe(403);
  expect((await world.ask(`/teams/${hawks}/manager`, { cookie })).status).toBe(403);
  const own = await memberOf(hawks, "mia.manager@people.example");
  for (const act of ["remove", "invitations", "email", "role"]) {
    const answer = await world.ask(`/teams/${hawks}/staff/${own?.id}/${act}`, { cookie, form: {} });
    expect([act, answer.status]).toEqual([act, act === "role" ? 404 : 403]);
  }
  expect((await memberOf(hawks, "mia.manager@people.example"))?.status).toBe("active");
});

test("a coach sees no history, no buttons and no addresses", async () => {
  const html = await page(`/teams/${hawks}`, dana.cookie);
  expect(html).not.toMatch(/so far \(|Invite Coach|Team Settings|mailto:|Make assistant/);
});

test("a manager of one team sees the addresses of that team only", async () => {
  const otto = await world.person("Otto Ortiz", lakeside, [
    { team: otters, role: "manager" },
    { team: hawks, role: "coach", coachRole: "assistant" },
  ]);
  await world.person("Olga Olsen", lakeside, [{ team: otters, role: "coach" }]);
  const cookie = await world.signIn(otto, lakeside.code);
  expect(await page(`/teams/${otters}`, cookie)).toContain("mailto:olga.olsen@people.example");
  expect(await page(`/teams/${otters}`, cookie)).toContain("Team Settings");
  for (const path of ["/teams", `/teams/${hawks}`]) {
    const html = await page(path, cookie);
    expect(html).not.toContain("dana.reyes@people.example");
    expect(html).not.toContain("Team Settings");
  }
});

// product/teams.md#change-of-manager
test("one manager follows another: the old one stays until the new one joins, and both are in the history", async () => {
  const path = `/teams/${hawks}/manager`;
  const { cookie } = ada;
  const form = { name: "Nora New", email: "nora@people.example", until: "joined" };
  expect((await world.ask(path, { cookie, form: { ...form, name: "" } })).status).toBe(422);
  expect((await world.ask(path, { cookie, form })).status).toBe(303);
  expect((await world.ask(path, { cookie, form })).status).toBe(303);
  expect(
    (await staff(hawks)).filter(({ role, status }) => role === "manager" && status !== "removed"),
  ).toHaveLength(2);
  const second = { ...form, name: "Zed", email: "zed@people.example" };
  expect((await world.ask(path, { cookie, form: second })).status).toBe(422);
  expect((await world.ask(`/teams/${hawks}`, { cookie: mia.cookie })).status).toBe(200);

  const nora = await join("Nora New", "nora@people.example");
  expect(await page(`/teams/${hawks}`, nora.cookie)).toContain("Invite Coach");
  // Mia's open page: her next request explains that she is not on this team any more.
  const refused = await world.ask(`/teams/${hawks}/edit`, { cookie: mia.cookie, form: {} });
  expect(refused.headers.get("Location")).toBe("/club/choose?left=true");
  expect(await page("/club/choose?left=true", mia.cookie)).toContain(
    "You no longer have access to Lakeside FC",
  );
  expect(await membership(mia.id)).toEqual([]);
  const history = await page(`/teams/${hawks}`, cookie);
  expect(history).toMatch(/Nora New<\/td>[\s\S]*by Ada Admin[\s\S]*today/);
  expect(history).toMatch(/Mia Manager<\/td>[\s\S]*by Ada Admin \(replaced\)/);
});

test("the old manager leaves at once if that is chosen, and keeps another team", async () => {
  const olaf = await world.person("Olaf Oster", lakeside, [
    { team: hawks, role: "coach", coachRole: "assistant" },
  ]);
  const gulls = await world.team(lakeside, "Gulls");
  await world.person("Olaf Oster", lakeside, [{ team: gulls, role: "manager" }]);
  const cookie = await world.signIn(olaf, lakeside.code);
  const form = { name: "Pia", email: "pia@people.example", until: "now" };
  expect((await world.ask(`/teams/${gulls}/manager`, { cookie: ada.cookie, form })).status).toBe(303);
  expect((await world.ask(`/teams/${gulls}`, { cookie })).status).toBe(403);
  expect((await world.ask(`/teams/${hawks}`, { cookie })).status).toBe(200);
});
