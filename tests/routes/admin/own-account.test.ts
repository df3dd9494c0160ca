import { afterAll, describe, expect, test } from "vitest";
import { cookiesOf, STAFF_PASSWORD as PASSWORD, staffOf } from "../../support/staff.ts";
import { openWorld } from "../../support/world.ts";

const world = await openWorld();
const { control } = world;
afterAll(() => world.close());

const { staff, signIn } = staffOf(world);
const NEW = "Another-Staff-8";
const signedIn = async (cookie: string) => (await world.ask("/admin/account", { cookie })).status === 200;

describe("an administrator's own account", () => {
  test("an administrator changes name and company, and a form filled from older values is refused", async () => {
    const { id, email } = await staff();
    const cookie = cookiesOf(await signIn(email));
    const form = { intent: "save", firstName: "Rob", lastName: "Reyes", company: "Sideline Inc" };
    expect((await world.save("/admin/account", { cookie, form })).status).toBe(303);
    const stored = () =>
      control
        .selectFrom("platform_admins")
        .select(["first_name", "company"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    expect(await stored()).toEqual({ first_name: "Rob", company: "Sideline Inc" });
    const stale = await world.ask("/admin/account", {
      cookie,
      form: { ...form, firstName: "Bob", version: "0" },
    });
    expect(stale.status).toBe(422);
    expect(await stale.text()).toContain("Rob");
    expect(await stored()).toMatchObject({ first_name: "Rob" });
  });

  test("an administrator who knows the password changes it, which ends every other session and is mailed", async () => {
    const { email } = await staff();
    const [here, elsewhere] = [cookiesOf(await signIn(email)), cookiesOf(await signIn(email))];
    const change = (current: string) =>
      world.ask("/admin/account/password", {
        cookie: here,
        form: { current, password: NEW, confirmPassword: NEW },
      });
    const refused = await change("Wrong-Password-1");
    expect(refused.status).toBe(422);
    expect(await refused.text()).not.toContain(NEW);
    expect(await signedIn(elsewhere)).toBe(true);
    const changed = await change(PASSWORD);
    expect(changed.headers.get("Location")).toBe("/admin/account");
    expect(await signedIn(elsewhere)).toBe(false);
    expect(await signedIn(here)).toBe(false);
    expect(await signedIn(cookiesOf(changed))).toBe(true);
    expect((await signIn(email)).status).toBe(422);
    expect((await signIn(email, NEW)).status).toBe(303);
    const mails = await control.selectFrom("mails").select("tag").where("to_address", "=", email).execute();
    expect(mails.map(({ tag }) => tag)).toEqual(["password-changed"]);
  });

  test("a changed password uses up the reset links already sent", async () => {
    const { id, email } = await staff();
    const { createLink, findLink } = await import("#app/domain/control/links/links.server.ts");
    const link = {
      purpose: "staff-reset",
      token: `t-${id}`,
      club_code: null,
      subject_id: id,
      email,
    } as const;
    await createLink(control, link, new Date());
    const cookie = cookiesOf(await signIn(email));
    const form = { current: PASSWORD, password: NEW, confirmPassword: NEW };
    await world.ask("/admin/account/password", { cookie, form });
    expect(await findLink(control, "staff-reset", link.token, new Date())).toMatchObject({ ok: false });
  });

  test("an administrator lists their sessions and ends one, or all others", async () => {
    const { email } = await staff();
    const [here, one, two] = [
      cookiesOf(await signIn(email)),
      cookiesOf(await signIn(email)),
      cookiesOf(await signIn(email)),
    ];
    const page = await (await world.ask("/admin/account", { cookie: here })).text();
    const ids = [...page.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = ""]) => id);
    expect(ids).toHaveLength(2);
    const end = (form: Record<string, string>) => world.ask("/admin/account", { cookie: here, form });
    await end({ intent: "end", session: ids[0] ?? "" });
    expect([await signedIn(one), await signedIn(two)].sort()).toEqual([false, true]);
    await end({ intent: "end-others" });
    expect([await signedIn(one), await signedIn(two), await signedIn(here)]).toEqual([false, false, true]);
  });

  test("an administrator ends no session of others", async () => {
    const [mine, theirs] = [await staff(), await staff()];
    const cookie = cookiesOf(await signIn(mine.email));
    const other = cookiesOf(await signIn(theirs.email));
    const page = await (await world.ask("/admin/account", { cookie: other })).text();
    expect(page).not.toContain(mine.email);
    const { hashOf } = await import("#app/runtime/ids.server.ts");
    const { token_hash } = await control
      .selectFrom("platform_sessions")
      .select("token_hash")
      .where("admin_id", "=", theirs.id)
      .executeTakeFirstOrThrow();
    await world.ask("/admin/account", { cookie, form: { intent: "end", session: hashOf(token_hash) } });
    expect(await signedIn(other)).toBe(true);
  });

  test("an administrator who returns to an ended session is told so", async () => {
    const { id, email } = await staff();
    const cookie = cookiesOf(await signIn(email));
    await control.deleteFrom("platform_sessions").where("admin_id", "=", id).execute();
    const to = (await world.ask("/admin/account", { cookie })).headers.get("Location") ?? "";
    expect(to).toBe("/admin/login?message=ended&redirect=%2Fadmin%2Faccount");
    expect(await (await world.ask(to)).text()).toContain("You are signed out");
    expect((await world.ask("/admin/account")).headers.get("Location")).toBe(
      "/admin/login?redirect=%2Fadmin%2Faccount",
    );
  });
});
