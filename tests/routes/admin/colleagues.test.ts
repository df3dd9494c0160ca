import { afterAll, describe, expect, test } from "vitest";
import { cookiesOf, STAFF_PASSWORD as PASSWORD, staffOf } from "../../support/staff.ts";
import { openWorld } from "../../support/world.ts";

const world = await openWorld();
const { control } = world;
afterAll(() => world.close());

const { staff, signIn, withAuthenticator } = staffOf(world);
const page = (id: string) => `/admin/staff/${id}`;
const boss = await staff("super_admin");
const cookie = cookiesOf(await signIn(boss.email));

const roleOf = async (id: string) =>
  (await control.selectFrom("platform_admins").select("role").where("id", "=", id).executeTakeFirstOrThrow())
    .role;
const changeRole = (id: string, was: string, role: string, by = cookie) =>
  world.ask(page(id), { cookie: by, form: { intent: "role", was, role } });
const mailsTo = (email: string) =>
  control
    .selectFrom("mails")
    .select("tag")
    .where("to_address", "=", email)
    .where("tag", "=", "staff-account-changed")
    .execute();
const audited = (kind: string, subject: string) =>
  control
    .selectFrom("audit")
    .select(["actor_id", "detail"])
    .where("kind", "=", kind)
    .where("subject", "=", subject)
    .execute();
const isIn = async (theirs: string) => (await world.ask("/admin", { cookie: theirs })).status === 200;

// product/platform-staff.md#platform-staff
describe("a colleague's role", () => {
  test("a super admin changes a colleague's role, which ends sessions and is logged and mailed", async () => {
    const { id, email } = await staff("moderator");
    const theirs = cookiesOf(await signIn(email));
    expect((await world.ask("/admin/clubs", { cookie: theirs })).status).toBe(403);
    expect((await changeRole(id, "moderator", "admin")).status).toBe(303);
    expect(await isIn(theirs)).toBe(false);
    const again = cookiesOf(await signIn(email));
    expect((await world.ask("/admin/clubs", { cookie: again })).status).toBe(200);
    expect(await audited("staff.role-changed", id)).toEqual([
      { actor_id: boss.id, detail: JSON.stringify({ from: "moderator", role: "admin" }) },
    ]);
    expect(await mailsTo(email)).toHaveLength(1);
    const log = (await (await world.ask("/admin/audit", { cookie })).text()).replaceAll("<!-- -->", "");
    expect(log).toContain("Changed the role of staff: Robin Reyes (before: moderator, admin)");
  });

  test("an unchanged role changes nothing", async () => {
    const { id, email } = await staff("admin");
    const theirs = cookiesOf(await signIn(email));
    expect((await changeRole(id, "admin", "admin")).status).toBe(303);
    expect(await isIn(theirs)).toBe(true);
    expect(await mailsTo(email)).toHaveLength(0);
  });

  test("a role is not overwritten if somebody else has changed it meanwhile", async () => {
    const { id } = await staff("moderator");
    await changeRole(id, "moderator", "super_admin");
    const late = await changeRole(id, "moderator", "admin");
    expect(late.status).toBe(422);
    expect(await late.text()).toContain("Somebody else changed the role meanwhile");
    expect(await roleOf(id)).toBe("super_admin");
    await changeRole(id, "super_admin", "moderator");
  });

  test("no staff change their own role, and other roles change none", async () => {
    const refused = await changeRole(boss.id, "super_admin", "moderator");
    expect(refused.headers.get("Location")).toBe("/admin/account");
    expect(await roleOf(boss.id)).toBe("super_admin");
    const { email } = await staff("admin");
    const theirs = cookiesOf(await signIn(email));
    const { id } = await staff("moderator");
    expect((await changeRole(id, "moderator", "super_admin", theirs)).status).toBe(403);
    expect(await roleOf(id)).toBe("moderator");
  });

  test("one super admin always remains, even if two change each other at once", async () => {
    const { changeColleagueRole } = await import("#app/domain/control/platform/help-staff.server.ts");
    await control
      .updateTable("platform_admins")
      .set({ removed_at: new Date().toISOString() })
      .where("role", "=", "super_admin")
      .where("id", "<>", boss.id)
      .execute();
    const other = await staff("super_admin");
    const named = { firstName: "Robin", lastName: "Reyes" };
    const change = { role: "admin", was: "super_admin" } as const;
    const done = await Promise.all([
      changeColleagueRole(control, other, change, { ...boss, ...named }),
      changeColleagueRole(control, boss, change, { ...other, ...named }),
    ]);
    expect(done.filter(({ ok }) => ok)).toHaveLength(1);
    expect(done.find(({ ok }) => !ok)).toMatchObject({ problem: "last-super-admin" });
    await control
      .updateTable("platform_admins")
      .set({ role: "super_admin" })
      .where("id", "=", boss.id)
      .execute();
  });
});

describe("a lost phone", () => {
  const help = (id: string, form: Record<string, string>, by: string) =>
    world.ask(`${page(id)}/lost-phone`, { cookie: by, form });
  const superCookie = () => world.signInStaff("super_admin");

  test("another super admin helps with a lost phone: then the password alone signs in, and earlier factors do not", async () => {
    const by = await superCookie();
    const { id, email, cookie: theirs, codes } = await withAuthenticator("admin");
    expect(await isIn(theirs)).toBe(true);
    const half = cookiesOf(await signIn(email));
    expect(await (await world.ask(page(id), { cookie: by })).text()).toContain(`${page(id)}/lost-phone`);
    expect((await help(id, { password: PASSWORD }, by)).headers.get("Location")).toBe(page(id));
    expect(await isIn(theirs)).toBe(false);
    const recovered = await world.ask("/admin/login/recovery", {
      cookie: half,
      form: { code: codes[0] ?? "" },
    });
    expect(cookiesOf(recovered)).toBe("");
    expect((await signIn(email)).headers.get("Location")).toBe("/admin");
    expect(await audited("staff.factor-removed", id)).toHaveLength(1);
    expect(await mailsTo(email)).toHaveLength(1);
    // Idempotent.
    expect((await help(id, { password: PASSWORD }, by)).headers.get("Location")).toBe(page(id));
    expect(await mailsTo(email)).toHaveLength(1);
  }, 30_000);

  test("only a super admin with a proof of identity helps with a lost phone: the password, and a code if there is one", async () => {
    const { id, email } = await withAuthenticator("moderator");
    const by = await superCookie();
    const wrong = await help(id, { password: "Wrong-Password-1" }, by);
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("That is not your password.");
    const helper = await withAuthenticator("super_admin");
    for (const code of ["", "000000"])
      expect((await help(id, { password: PASSWORD, code }, helper.cookie)).status).toBe(422);
    expect((await signIn(email)).headers.get("Location")).toContain("/admin/login/code");
    const right = { password: PASSWORD, code: helper.codeAt(0) };
    expect((await help(id, right, helper.cookie)).status).toBe(303);
    expect((await signIn(email)).headers.get("Location")).toBe("/admin");
  }, 60_000);

  test("nobody helps with their own lost phone, nor does another role", async () => {
    const self = await withAuthenticator("super_admin");
    const answer = await help(self.id, { password: PASSWORD, code: self.codeAt(0) }, self.cookie);
    expect(answer.headers.get("Location")).toBe("/admin/account");
    expect(await isIn(self.cookie)).toBe(true);
    const { id } = await withAuthenticator("moderator");
    const { email } = await staff("admin");
    const admin = cookiesOf(await signIn(email));
    expect((await help(id, { password: PASSWORD }, admin)).status).toBe(403);
  }, 60_000);
});
