import { afterAll, describe, expect, test } from "vitest";
import { cookiesOf, STAFF_PASSWORD as PASSWORD, shownAuthenticator, staffOf } from "../../support/staff.ts";
import { openWorld } from "../../support/world.ts";

const world = await openWorld();
const { control } = world;
const { findPlatformAdmin, removePlatformAdmin } = await import(
  "#app/domain/control/platform/admins.server.ts"
);
const { inTransaction } = await import("#app/db/engine.server.ts");
afterAll(() => world.close());

const { staff, signIn, withAuthenticator } = staffOf(world);
const WRONG = "Invalid email or password. Please check your credentials.";

const half = async (email: string) => cookiesOf(await signIn(email));
const sendCode = (cookie: string, code: string) => world.ask("/admin/login/code", { cookie, form: { code } });

// product/platform-staff.md#platform-staff
describe("signing in as staff", () => {
  test("a staff sign-in leads to the requested page, but only to one of staff", async () => {
    const { email } = await staff();
    const leads = async (redirect: string) =>
      (await signIn(email, PASSWORD, `/admin/login?redirect=${encodeURIComponent(redirect)}`)).headers.get(
        "Location",
      );
    expect(await leads("/admin/account")).toBe("/admin/account");
    for (const elsewhere of [
      "/dashboard",
      "//evil.example",
      "/admin/../dashboard",
      "https://evil.example",
      "/administer",
    ])
      expect(await leads(elsewhere)).toBe("/admin");
  });

  test("a staff sign-in answers a wrong password and an unknown email alike", async () => {
    const { email } = await staff();
    for (const who of [email, "nobody@goodside.example"]) {
      const answer = await signIn(who, "Wrong-Password-1");
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(WRONG);
    }
  });

  test("a staff session ends after 30 minutes without a request, and after 12 hours in any case", async () => {
    const { id, email } = await staff();
    const cookie = cookiesOf(await signIn(email));
    expect((await world.ask("/admin", { cookie })).status).toBe(200);
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const set = (values: { seen_at: string } | { expires_at: string }) =>
      control.updateTable("platform_sessions").set(values).where("admin_id", "=", id).execute();
    await set({ seen_at: ago(29) });
    expect((await world.ask("/admin", { cookie })).status).toBe(200);
    await set({ seen_at: ago(31) });
    expect((await world.ask("/admin", { cookie })).headers.get("Location")).toContain("/admin/login");
    const again = cookiesOf(await signIn(email));
    await set({ expires_at: ago(1) });
    expect((await world.ask("/admin", { cookie: again })).headers.get("Location")).toContain("/admin/login");
  });

  test("signing out ends the session, not only the cookie", async () => {
    const { email } = await staff();
    const cookie = cookiesOf(await signIn(email));
    await world.ask("/admin/sign-out", { cookie, form: {} });
    expect((await world.ask("/admin", { cookie })).headers.get("Location")).toContain("/admin/login");
  });

  test("removed staff are out at once", async () => {
    const { id, email } = await staff();
    const cookie = cookiesOf(await signIn(email));
    await inTransaction(control, (tx) => removePlatformAdmin(tx, id, new Date()));
    expect((await world.ask("/admin", { cookie })).headers.get("Location")).toContain("/admin/login");
    expect(await (await signIn(email)).text()).toContain(WRONG);
  });
});

// A removal ends open sessions in its own transaction; a session that another transaction began beside it must open
// nothing.
describe("who is removed while they sign in", () => {
  const remove = (id: string) =>
    control
      .updateTable("platform_admins")
      .set({ removed_at: new Date().toISOString() })
      .where("id", "=", id)
      .execute();

  test("staff removed while they sign in get a session that opens nothing", async () => {
    const { id, email } = await staff();
    const cookie = cookiesOf(await signIn(email));
    expect((await world.ask("/admin", { cookie })).status).toBe(200);
    await remove(id);
    expect((await world.ask("/admin", { cookie })).headers.get("Location")).toContain("/admin/login");
  });

  test("staff removed while they sign in have half a sign-in that no code completes", async () => {
    const { id, email, codeAt, codes } = await withAuthenticator();
    const cookie = await half(email);
    await remove(id);
    const recover = { cookie, form: { code: codes[0] ?? "" } };
    for (const answer of [
      await sendCode(cookie, codeAt(0)),
      await world.ask("/admin/login/recovery", recover),
    ]) {
      expect(answer.headers.get("Location")).toContain("/admin/login");
      expect(cookiesOf(answer)).toBe("");
    }
  });
});

describe("the second factor", () => {
  test("the second factor is asked for before anything opens", async () => {
    const { email, codeAt } = await withAuthenticator();
    const answer = await signIn(email);
    expect(answer.headers.get("Location")).toBe("/admin/login/code?redirect=%2Fadmin");
    const cookie = cookiesOf(answer);
    expect((await world.ask("/admin", { cookie })).headers.get("Location")).toContain("/admin/login");
    const done = await sendCode(cookie, codeAt(0));
    expect(done.headers.get("Location")).toBe("/admin");
    expect((await world.ask("/admin", { cookie: cookiesOf(done) })).status).toBe(200);
  });

  test("the second factor is set up with the password only, from a key that is new at each visit and expires", async () => {
    const { email } = await staff();
    const cookie = cookiesOf(await signIn(email));
    const { totp, token } = await shownAuthenticator(world, cookie);
    expect((await shownAuthenticator(world, cookie)).totp.secret.base32).not.toBe(totp.secret.base32);
    const confirm = (form: Record<string, string>) =>
      world.ask("/admin/account/authenticator", {
        cookie,
        form: { password: PASSWORD, token, code: totp.generate(), ...form },
      });
    const wrong = await confirm({ password: "Wrong-Password-1" });
    expect(wrong.status).toBe(422);
    // The form is shown again with the scanned key.
    expect(await wrong.text()).toContain(totp.secret.base32.slice(0, 4));
    expect((await confirm({ token: "" })).status).toBe(422);
    const { confirmTotp, newTotpSetup } = await import("#app/domain/control/platform/totp.server.ts");
    const old = newTotpSetup({ id: "x", email }, new Date(Date.now() - 601_000));
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const late = { token: old.token, code: "123456" };
    expect(
      await inTransaction(control, (tx) => confirmTotp(tx, { id: "x", email }, late, new Date())),
    ).toEqual({ ok: false, problem: "expired" });
    expect((await confirm({})).status).toBe(200);
  });

  test("setting up the second factor ends the owner's other sessions and tokens", async () => {
    const { id, email } = await staff();
    const [cookie, elsewhere] = [cookiesOf(await signIn(email)), cookiesOf(await signIn(email))];
    const colleague = cookiesOf(await signIn((await staff()).email));
    const { createStaffToken } = await import("#app/domain/control/api-tokens/staff-tokens.server.ts");
    const client = { ip: "203.0.113.7", userAgent: "" };
    await inTransaction(control, (tx) => createStaffToken(tx, id, client, new Date()));
    const { totp, token } = await shownAuthenticator(world, cookie);
    const confirm = (code: string) =>
      world.ask("/admin/account/authenticator", { cookie, form: { password: PASSWORD, token, code } });
    const isIn = async (of: string) => (await world.ask("/admin", { cookie: of })).status === 200;
    expect((await confirm("000000")).status).toBe(422);
    expect(await isIn(elsewhere)).toBe(true);
    expect((await confirm(totp.generate())).status).toBe(200);
    expect(await Promise.all([cookie, elsewhere, colleague].map(isIn))).toEqual([true, false, true]);
    const tokens = control.selectFrom("platform_api_tokens").selectAll().where("admin_id", "=", id);
    expect(await tokens.execute()).toEqual([]);
  });

  test("staff who move money must set up the second factor in production before anything else opens", async () => {
    const { env } = await import("#app/config/env.server.ts");
    const { requireAdmin, requireStaff } = await import("#app/auth/admin-guard.server.ts");
    const asked = (cookie: string, guard: typeof requireStaff) =>
      guard({
        request: new Request("http://goodside.test/admin/billing", { headers: { cookie } }),
        context: { requestId: "test", clientIp: "203.0.113.7", onFinish: () => {}, note: () => {} },
      }).then(
        () => "opens",
        (answer: Response) => answer.headers.get("Location"),
      );
    const opens = (cookie: string) => asked(cookie, (args) => requireAdmin(args, "manage_verifications"));
    try {
      for (const role of ["super_admin", "admin", "moderator"] as const) {
        const bare = cookiesOf(await signIn((await staff(role)).email));
        const { cookie } = await withAuthenticator(role);
        expect(await opens(bare), "a demo").toBe("opens");
        Object.assign(env(), { production: true });
        expect(await opens(bare), role).toBe("/admin/account/authenticator");
        expect(await asked(bare, requireStaff)).toBe("opens");
        expect(await opens(cookie)).toBe("opens");
        Object.assign(env(), { production: false });
      }
    } finally {
      Object.assign(env(), { production: false });
      const gone = { removed_at: new Date().toISOString() };
      await control.updateTable("platform_admins").set(gone).where("role", "=", "super_admin").execute();
    }
  });

  test("the second factor takes the digits of other keyboards, and refuses anything else", async () => {
    const { email, codeAt } = await withAuthenticator();
    const cookie = await half(email);
    const wide = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    expect((await sendCode(cookie, "١٢٣٤٥٦")).status).toBe(422);
    expect((await sendCode(cookie, wide(codeAt(0)))).status).toBe(303);
  });

  test("the second factor takes a code once, even from twenty at once", async () => {
    const { id, email, codeAt } = await withAuthenticator();
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const { takeTotp } = await import("#app/domain/control/platform/totp.server.ts");
    const code = codeAt(0);
    const taken = await Promise.all(
      Array.from({ length: 20 }, () =>
        inTransaction(control, (tx) => takeTotp(tx, { id, email }, code, new Date())),
      ),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test("one of four sign-ins with the same code gets in", async () => {
    const { email, codeAt } = await withAuthenticator();
    const cookies = await Promise.all([half(email), half(email), half(email), half(email)]);
    const answers = await Promise.all(cookies.map((cookie) => sendCode(cookie, codeAt(0))));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422, 422, 422]);
  });

  test("the second factor allows five tries per account, which a right password does not reset", async () => {
    const { email, codeAt } = await withAuthenticator();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await sendCode(await half(email), "000000")).status).toBe(422);
    expect((await sendCode(await half(email), codeAt(0))).status).toBe(429);
  });

  test("a recovery code replaces the second factor, once, and is reported by email", async () => {
    const { email, codes } = await withAuthenticator();
    expect(codes).toHaveLength(8);
    const recover = async () =>
      world.ask("/admin/login/recovery", {
        cookie: await half(email),
        form: { code: ` ${codes[2]?.toUpperCase()} ` },
      });
    const first = await recover();
    expect(first.headers.get("Location")).toBe("/admin/account");
    expect(await (await world.ask("/admin/account", { cookie: cookiesOf(first) })).text()).toContain(
      "7 recovery codes left",
    );
    expect((await recover()).status).toBe(422);
    const mails = await control.selectFrom("mails").select("tag").where("to_address", "=", email).execute();
    expect(mails.map(({ tag }) => tag)).toContain("admin-recovery-code");
  });

  test("a recovery code is taken once, even from two that were matched at once", async () => {
    const { id, codes } = await withAuthenticator();
    const { consumeRecoveryCode, matchRecoveryCode } = await import(
      "#app/domain/control/platform/second-factor.server.ts"
    );
    const match = () => matchRecoveryCode(control, id, codes[4] ?? "");
    const [one, two] = await Promise.all([match(), match()]);
    expect([one?.number, two?.number]).toEqual([5, 5]);
    if (!one) throw new Error("The code is right");
    const use = () => inTransaction(control, (tx) => consumeRecoveryCode(tx, id, one, new Date()));
    expect([await use(), await use()]).toEqual([7, null]);
    expect(await match()).toBeNull();
  });

  test("an old recovery code does not use up the new one of its number", async () => {
    const { id, codes } = await withAuthenticator();
    const { consumeRecoveryCode, matchRecoveryCode } = await import(
      "#app/domain/control/platform/second-factor.server.ts"
    );
    const old = await matchRecoveryCode(control, id, codes[2] ?? "");
    if (!old) throw new Error("The code is right");
    const fresh = { code_hash: "new", used_at: null };
    const ofAdmin = control.updateTable("platform_recovery_codes").set(fresh).where("admin_id", "=", id);
    await ofAdmin.execute();
    expect(await inTransaction(control, (tx) => consumeRecoveryCode(tx, id, old, new Date()))).toBeNull();
  });

  test("a password that was changed after it was compared begins no sign-in", async () => {
    const { hasSamePassword, platformAdminById } = await import(
      "#app/domain/control/platform/admins.server.ts"
    );
    const { id } = await withAuthenticator();
    const compared = await platformAdminById(control, id);
    if (!compared) throw new Error("There is an account");
    const same = () => inTransaction(control, (tx) => hasSamePassword(tx, compared));
    expect(await same()).toBe(true);
    const admin = control.updateTable("platform_admins").where("id", "=", id);
    await admin.set({ password_changed_at: new Date(Date.now() + 1_000).toISOString() }).execute();
    expect(await same()).toBe(false);
    await admin
      .set({ password_changed_at: compared.password_changed_at, removed_at: "2026-01-01" })
      .execute();
    expect(await same()).toBe(false);
  });

  test("a late code leads to the first page, which says so and keeps the requested page", async () => {
    const answer = await world.ask("/admin/login/code?redirect=%2Fadmin%2Fstaff");
    const to = answer.headers.get("Location") ?? "";
    expect(to).toBe("/admin/login?message=code-late&redirect=%2Fadmin%2Fstaff");
    expect(await (await world.ask(to)).text()).toContain("The code has to follow within 5 minutes.");
  });

  test("a recovery code also replaces the second factor when a lost phone is replaced", async () => {
    const { cookie, codes } = await withAuthenticator();
    const off = (code: string) =>
      world.ask("/admin/account/authenticator/off", { cookie, form: { password: PASSWORD, code } });
    expect((await off("3-aaaaa-aaaaa")).status).toBe(422);
    expect((await off(codes[3] ?? "")).status).toBe(303);
    expect(await (await world.ask("/admin/account/authenticator", { cookie })).text()).toContain(
      "otpauth://",
    );
  });

  test("the second factor is switched off with password and code only", async () => {
    const { email, cookie, codeAt } = await withAuthenticator();
    const off = (form: Record<string, string>) =>
      world.ask("/admin/account/authenticator/off", { cookie, form });
    expect((await off({ password: "Wrong-Password-1", code: codeAt(0) })).status).toBe(422);
    expect((await off({ password: PASSWORD, code: "000000" })).status).toBe(422);
    expect((await off({ password: PASSWORD, code: codeAt(0) })).status).toBe(303);
    expect((await signIn(email)).headers.get("Location")).toBe("/admin");
  });

  test("the second factor's seed is sealed, and its recovery codes are hashed", async () => {
    const { id, codes } = await withAuthenticator();
    const { seed } = await control
      .selectFrom("platform_totp")
      .select("seed")
      .where("admin_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(/^[A-Z2-7]+$/.test(seed)).toBe(false);
    const hashes = await control
      .selectFrom("platform_recovery_codes")
      .select("code_hash")
      .where("admin_id", "=", id)
      .execute();
    expect(hashes.every(({ code_hash }) => code_hash.startsWith("$argon2id$"))).toBe(true);
    expect(codes.every((code) => !JSON.stringify(hashes).includes(code))).toBe(true);
  });
});

describe("the staff", () => {
  test("the last super admin stays, even if two remove each other at once", async () => {
    const [one, two] = [await staff("super_admin"), await staff("super_admin")];
    const removed = await Promise.all(
      [one, two].map(({ id }) => inTransaction(control, (tx) => removePlatformAdmin(tx, id, new Date()))),
    );
    expect(removed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(removed.find(({ ok }) => !ok)).toMatchObject({ problem: "last-super-admin" });
  });

  test("staff are invited by email, and the link works once", async () => {
    const cookie = await world.signInStaff("super_admin");
    const email = "mo@goodside.example";
    const invite = (role: string) => world.ask("/admin/staff", { cookie, form: { email, role } });
    expect((await invite("moderator")).status).toBe(303);
    expect((await invite("moderator")).status).toBe(303);
    expect((await invite("super_admin")).status).toBe(422);
    const { id, issue } = await control
      .selectFrom("platform_invitations")
      .select(["id", "issue"])
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    expect(
      await control.selectFrom("mails").select("id").where("to_address", "=", email).execute(),
    ).toHaveLength(1);
    const { linkToken } = await import("#app/runtime/ids.server.ts");
    const path = `/admin/invitation?token=${linkToken("staff-invitation", id, issue)}`;
    const form = {
      firstName: "Mo",
      lastName: "Diaz",
      password: PASSWORD,
      confirmPassword: PASSWORD,
      terms: "on",
    };
    const joined = await Promise.all([1, 2].map(() => world.ask(path, { form })));
    expect(joined.map((answer) => answer.headers.get("Location")?.startsWith("/admin/login")).sort()).toEqual(
      [false, true],
    );
    expect(await findPlatformAdmin(control, email)).toMatchObject({ role: "moderator" });
    expect((await world.ask(path)).status).toBe(404);
  });
});

describe("a forgotten password of staff", () => {
  test("a forgotten password of staff is answered the same for everybody, and the link keeps the second factor", async () => {
    const { email } = await withAuthenticator();
    const ask = (who: string) => world.ask("/admin/forgot-password", { form: { email: who } });
    for (const who of [email, "nobody@goodside.example"]) {
      const answer = await ask(who);
      expect(answer.headers.get("Location")).toBe("/admin/forgot-password?sent=true");
    }
    const { runDueJobs } = await import("#app/jobs/run.server.ts");
    const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
    await runDueJobs(world.platform, { ...jobHandlers, "mail.send": async () => {} });
    const request = await control
      .selectFrom("jobs")
      .select("payload")
      .where("kind", "=", "staff-reset.send")
      .where("payload", "like", `%${email}%`)
      .executeTakeFirstOrThrow();
    const { linkToken } = await import("#app/runtime/ids.server.ts");
    const token = `rst_${linkToken("staff-reset", JSON.parse(request.payload).requestId, 1)}`;
    const form = { password: "Another-Staff-8", confirmPassword: "Another-Staff-8" };
    const reset = await world.ask(`/account/reset-password?token=${token}`, { form });
    expect(reset.headers.get("Location")).toBe("/admin/login?message=password-set");
    expect(await (await signIn(email)).text()).toContain(WRONG);
    expect((await signIn(email, form.password)).headers.get("Location")).toContain("/admin/login/code");
    const mails = await control
      .selectFrom("mails")
      .select("tag")
      .where("to_address", "=", "nobody@goodside.example")
      .execute();
    expect(mails).toEqual([]);
  });
});
