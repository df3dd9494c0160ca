import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { withEachRow } from "#tests/support/triggers.ts";
import { openWorld, type TestClub } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { inTransaction } = await import("#app/db/engine.server.ts");
const { deliverOpenEvents } = await import("#app/journeys/club-events/change-club.server.ts");
const { deliverInvitation } = await import("#app/journeys/club-events/invitation.server.ts");
const { endMembershipsWithoutTeam } = await import("#app/journeys/club-events/team-access.server.ts");
const { removeStaff } = await import("#app/journeys/staff/staff.server.ts");
const { sendInvitation } = await import("#app/journeys/staff/staff.server.ts");
const { createInvitedAccount, findInvitation, joinStaff } = await import(
  "#app/journeys/staff/staff.server.ts"
);
const { acceptInvitations, inviteStaff, resendInvitation } = await import(
  "#app/domain/club/staff/invitations.server.ts"
);
const { announceEvents } = await import("#app/db/outbox.server.ts");
const { joinClub } = await import("#app/domain/control/accounts/memberships.server.ts");
const { linkToken } = await import("#app/runtime/ids.server.ts");

const lease = (club: TestClub) => world.platform.clubs.lease(club.code);
let lakeside: TestClub;
let hawks: string;
let lions: string;
let ctx: {
  control: typeof world.control;
  db: Awaited<ReturnType<typeof lease>>["db"];
  club: { code: string };
};
let email: string;
let people = 0;
let primaryId = "";

beforeAll(async () => {
  lakeside = await world.club("Lakeside");
  hawks = await world.team(lakeside, "Hawks");
  lions = await world.team(lakeside, "Lions");
  ctx = { control: world.control, db: (await lease(lakeside)).db, club: { code: lakeside.code } };
});
beforeEach(() => {
  people += 1;
  email = `person${people}@people.example`;
});

const riley = {
  name: "Riley Reed",
  phone: "555 010 0142",
  state: "TX",
  city: "Austin",
  password: "quiet sideline",
};
const asCoach = (teamId: string) => ({
  teamId,
  role: "coach" as const,
  coachRole: "assistant" as const,
  email,
});
const invite = (teamId: string) => sendInvitation(ctx, (tx) => inviteStaff(tx, asCoach(teamId)));
const resend = (member: { teamId: string; staffId: string }) =>
  sendInvitation(ctx, (tx) => resendInvitation(tx, member));
async function createAccount(invitation: Awaited<ReturnType<typeof open>>) {
  const created = await createInvitedAccount(world.control, invitation.link.email, riley);
  if (!created.ok) throw new Error(created.problem);
  return created.person;
}
const rows = () => ctx.db.selectFrom("staff").selectAll().where("email", "=", email).execute();
const change = (values: { expires_at: string } | { issue: number }) =>
  ctx.db.updateTable("staff").set(values).where("id", "=", primaryId).execute();
const mails = (tag: string) =>
  readMails(
    world.control
      .selectFrom("mails")
      .selectAll()
      .where("to_address", "=", email)
      .where("tag", "=", tag)
      .execute(),
  );
const links = () => world.control.selectFrom("link_tokens").selectAll().where("email", "=", email).execute();
const accounts = () => world.control.selectFrom("accounts").selectAll().where("email", "=", email).execute();

async function open(teamId = hawks) {
  const row = (await rows()).find(({ team_id }) => team_id === teamId);
  const token = linkToken("invitation", row?.id ?? "", row?.issue ?? 0);
  const found = await findInvitation(world.control, async () => ctx.db, { token, teamId, role: "coach" });
  if (!found.ok) throw new Error(found.problem);
  return found.invitation;
}

test("the jobs process delivers an invitation that a crash left in the outbox, once", async () => {
  await announceEvents(world.control, lakeside.code);
  await inTransaction(ctx.db, (tx) => inviteStaff(tx, asCoach(hawks)));
  expect(await mails("invitation")).toHaveLength(0);
  await deliverOpenEvents(world.platform, 0);
  await deliverOpenEvents(world.platform, 0);
  expect(await mails("invitation")).toHaveLength(1);
  expect(await links()).toHaveLength(1);
});

test("delivering an invitation event again, or late, changes nothing", async () => {
  await invite(hawks);
  const [row] = await rows();
  const event = { kind: "invitation" as const, staffId: row?.id ?? "", issue: 1 };
  await deliverInvitation(ctx, event);
  expect(await mails("invitation")).toHaveLength(1);
  await ctx.db.updateTable("staff").set({ issue: 2 }).where("id", "=", event.staffId).execute();
  await deliverInvitation(ctx, { ...event, issue: 2 });
  const [only, ...others] = await links();
  expect(others).toHaveLength(0);
  await deliverInvitation(ctx, event);
  expect(await links()).toEqual([only]);
  expect(await mails("invitation")).toHaveLength(2);
  await removeStaff(ctx, { teamId: hawks, staffId: event.staffId });
  await deliverInvitation(ctx, { ...event, issue: 2 });
  expect(await mails("invitation")).toHaveLength(2);
});

test("Resend works in a restored club, where the issue's number was used before", async () => {
  await invite(hawks);
  const [row] = await rows();
  const member = { teamId: hawks, staffId: row?.id ?? "" };
  const asBackedUp = () =>
    ctx.db
      .updateTable("staff")
      .set({ issue: 1, invited_at: "2026-01-01T00:00:00.000Z" })
      .where("id", "=", member.staffId)
      .execute();
  await asBackedUp();
  await resend(member);
  expect(await mails("invitation")).toHaveLength(2);
  const monthsAgo = { created_at: "2026-01-02T00:00:00.000Z", expires_at: "2026-01-09T00:00:00.000Z" };
  await world.control.updateTable("link_tokens").set(monthsAgo).where("email", "=", email).execute();
  await asBackedUp();
  await resend(member);
  expect(await mails("invitation")).toHaveLength(3);
  const [link, ...others] = await links();
  expect(others).toHaveLength(0);
  expect(Date.parse(link?.expires_at ?? "")).toBeGreaterThan(Date.now());
});

test("a crash after the account is created can be finished with the same link", async () => {
  await invite(hawks);
  const invitation = await open();
  const person = await createAccount(invitation);
  expect((await rows())[0]?.status).toBe("pending");
  // The same form again finds the account, so its password joins.
  const again = await open();
  expect(again.finished).toBe(false);
  expect(await createInvitedAccount(world.control, again.link.email, riley)).toEqual({
    ok: false,
    problem: "has-account",
  });
  await joinStaff(world.control, again, person);
  expect((await rows())[0]).toMatchObject({ status: "active", account_id: person.accountId });
  expect((await open()).finished).toBe(true);
  expect(await accounts()).toHaveLength(1);
});

test("a crash between joining the teams and using up the link can be finished with the same link", async () => {
  await invite(hawks);
  await invite(lions);
  const person = await createAccount(await open());
  await joinClub(world.control, person.accountId, lakeside.code, new Date());
  await inTransaction(ctx.db, (tx) => acceptInvitations(tx, { ...person, email }, new Date()));
  expect(await mails("staff-welcome")).toHaveLength(0);
  const unfinished = await open();
  expect(unfinished.finished).toBe(false);
  expect(unfinished.others.map(({ teamName }) => teamName)).toEqual(["Lions"]);
  await joinStaff(world.control, unfinished, person);
  await joinStaff(world.control, unfinished, person);
  expect((await links()).every(({ used_at }) => used_at !== null)).toBe(true);
  expect(await mails("staff-welcome")).toHaveLength(1);
  expect((await rows()).map(({ status }) => status)).toEqual(["active", "active"]);
});

test("a membership that a removal ended between two steps of joining is there after the last", async () => {
  const owls = await world.team(lakeside, `Owls ${people}`);
  await invite(owls);
  const invitation = await open(owls);
  const person = await createAccount(invitation);
  // The team's entry is written after the club's file has changed, so what happens with it happens in between.
  const removal = `delete from memberships where account_id = '${person.accountId}'`;
  const end = await withEachRow(world.control, "after insert", "standings", removal);
  try {
    expect(await joinStaff(world.control, invitation, person)).toEqual({ ok: true });
  } finally {
    await end();
  }
  const memberships = world.control.selectFrom("memberships").select("role");
  expect(await memberships.where("account_id", "=", person.accountId).execute()).toEqual([{ role: "staff" }]);
});

// product/support.md#merging-accounts
test("an invitation to a merged-away address joins under the address that signs in, and once in a team", async () => {
  await invite(hawks);
  const kept = await createAccount(await open());
  await joinStaff(world.control, await open(), kept);
  const keptEmail = email;
  people += 1;
  email = `person${people}@people.example`;
  await invite(hawks);
  await invite(lions);
  const other = await createAccount(await open());
  await world.control
    .updateTable("accounts")
    .set({ merged_into: kept.accountId })
    .where("id", "=", other.accountId)
    .execute();
  const invitation = await open();
  expect(await joinStaff(world.control, invitation, kept)).toEqual({ ok: true });
  expect(await joinStaff(world.control, invitation, kept)).toEqual({ ok: false, problem: "withdrawn" });
  const places = await ctx.db
    .selectFrom("staff")
    .select(["team_id", "email", "account_id", "status"])
    .where("account_id", "=", kept.accountId)
    .where("status", "=", "active")
    .execute();
  expect(places.map(({ team_id, email: at }) => [team_id, at]).sort()).toEqual(
    [
      [hawks, keptEmail],
      [lions, keptEmail],
    ].sort(),
  );
  const welcome = await world.control
    .selectFrom("mails")
    .select("to_address")
    .where("tag", "=", "staff-welcome")
    .where("to_address", "in", [email, keptEmail])
    .execute();
  expect(welcome.map(({ to_address }) => to_address)).toEqual([keptEmail, keptEmail]);
});

test("an expired invitation is not accepted along with another", async () => {
  await invite(hawks);
  await invite(lions);
  await ctx.db
    .updateTable("staff")
    .set({ expires_at: "2020-01-01T00:00:00.000Z" })
    .where("email", "=", email)
    .where("team_id", "=", lions)
    .execute();
  const invitation = await open(hawks);
  expect(invitation.others).toEqual([]);
  const person = await createAccount(invitation);
  await joinStaff(world.control, invitation, person);
  const byTeam = new Map((await rows()).map((row) => [row.team_id, row.status]));
  expect(byTeam.get(hawks)).toBe("active");
  expect(byTeam.get(lions)).toBe("pending");
});

test.each([
  ["revoked", () => removeStaff(ctx, { teamId: hawks, staffId: primaryId })],
  ["expired", () => change({ expires_at: "2020-01-01T00:00:00.000Z" })],
  ["renewed", () => change({ issue: 2 })],
])("an invitation that is %s while its page is open lets nobody join", async (_what, happens) => {
  await invite(hawks);
  await invite(lions);
  const invitation = await open(hawks);
  primaryId = invitation.primary.id;
  const person = await createAccount(invitation);
  await happens();
  const before = { rows: await rows(), links: await links() };
  expect(await joinStaff(world.control, invitation, person)).toEqual({ ok: false, problem: "withdrawn" });
  expect({ rows: await rows(), links: await links() }).toEqual(before);
  expect(await mails("staff-welcome")).toHaveLength(0);
  const memberships = world.control.selectFrom("memberships").selectAll();
  expect(await memberships.where("account_id", "=", person.accountId).execute()).toEqual([]);
});

test("the welcome mail leaves out a team whose invitation was revoked meanwhile", async () => {
  await invite(hawks);
  await invite(lions);
  const invitation = await open(hawks);
  const person = await createAccount(invitation);
  const other = invitation.others[0]?.id ?? "";
  await removeStaff(ctx, { teamId: lions, staffId: other });
  expect(await joinStaff(world.control, invitation, person)).toEqual({ ok: true });
  const [mail] = await mails("staff-welcome");
  expect(mail?.text).toContain("Hawks");
  expect(mail?.text).not.toContain("Lions");
});

test("a suspended club's invitations are unknown", async () => {
  await invite(hawks);
  const set = (status: "active" | "suspended") =>
    world.control.updateTable("clubs").set({ status }).where("code", "=", lakeside.code).execute();
  await set("suspended");
  await expect(open()).rejects.toThrow("unknown");
  await set("active");
  expect((await open()).primary.teamName).toBe("Hawks");
});

test("resending does not invite a member who has joined", async () => {
  await invite(hawks);
  const invitation = await open();
  const person = await createAccount(invitation);
  await joinStaff(world.control, invitation, person);
  const member = { teamId: hawks, staffId: invitation.primary.id };
  expect(await resend(member)).toEqual({ ok: false, problem: "already-joined" });
  expect(await mails("invitation")).toHaveLength(1);
});

test("leaving one of two teams keeps the membership; leaving the last ends it", async () => {
  const accountId = await world.person(`Kim ${"K".repeat(people)}`, lakeside, [
    { team: hawks, role: "coach", coachRole: "assistant" },
    { team: lions, role: "coach", coachRole: "assistant" },
  ]);
  const staff = await ctx.db.selectFrom("staff").selectAll().where("account_id", "=", accountId).execute();
  const memberships = () =>
    world.control.selectFrom("memberships").selectAll().where("account_id", "=", accountId).execute();
  for (const [left, { id, team_id }] of staff.entries()) {
    await removeStaff(ctx, { teamId: team_id, staffId: id });
    expect(await memberships()).toHaveLength(left === 0 ? 1 : 0);
  }
  await endMembershipsWithoutTeam(ctx, [accountId]);
  expect(await memberships()).toHaveLength(0);
});

test("an administrator who also coaches stays an administrator without a team", async () => {
  const accountId = await world.person(`Ann ${"A".repeat(people)}`, lakeside, []);
  await world.control
    .updateTable("memberships")
    .set({ role: "club_admin" })
    .where("account_id", "=", accountId)
    .execute();
  await joinClub(world.control, accountId, lakeside.code, new Date());
  await endMembershipsWithoutTeam(ctx, [accountId]);
  const [membership] = await world.control
    .selectFrom("memberships")
    .select("role")
    .where("account_id", "=", accountId)
    .execute();
  expect(membership?.role).toBe("club_admin");
});
