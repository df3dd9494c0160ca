import { Secret, TOTP } from "otpauth";
import { afterAll, describe, expect, test } from "vitest";
import { call } from "#tests/support/json-calls.ts";
import { cookiesOf } from "#tests/support/staff.ts";
import { openWorld } from "#tests/support/world.ts";

const KEY = "first-administrators-2026-key";
process.env.ADMIN_SETUP_KEY = KEY;
const world = await openWorld();
const { control } = world;
const { inTransaction } = await import("#app/db/engine.server.ts");
const { registerAdmin } = await import("#app/domain/control/platform/register-admin.server.ts");
const { confirmTotp, newTotpSetup } = await import("#app/domain/control/platform/totp.server.ts");
const { hashOf } = await import("#app/runtime/ids.server.ts");
afterAll(() => world.close());

const PASSWORD = "Sideline-Staff-9";
const WRONG = "Invalid email or password. Please check your credentials.";
let number = 0;
const network = () => {
  number += 1;
  return `198.51.100.${number}`;
};

async function staff() {
  number += 1;
  const email = `robin${number}@goodside.example`;
  const person = { firstName: "Robin", lastName: "Reyes", email, company: "", password: PASSWORD };
  const made = await registerAdmin(control, { ...person, role: "moderator" }, "command line");
  if (!made.ok) throw new Error(made.problem);
  return { id: made.id, email };
}

/** Creates a person whose authenticator was set up a minute ago. */
async function withAuthenticator() {
  const admin = await staff();
  const before = Date.now() - 60_000;
  const { secret, token } = newTotpSetup(admin, new Date(before));
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  const codeAt = (at: number) => totp.generate({ timestamp: at });
  const proof = { token, code: codeAt(before) };
  await inTransaction(control, (tx) => confirmTotp(tx, admin, proof, new Date(before)));
  return { ...admin, code: () => codeAt(Date.now()) };
}

const login = (email: string, more: object = {}) =>
  call(world, "/api/admin/login", { email, password: PASSWORD, ...more }, { ip: network() });
const kept = async () => (await control.selectFrom("platform_api_tokens").selectAll().execute()).length;

describe("a token of staff", () => {
  test("a token of staff works for 12 hours, opens no club and no staff page, and ends at its sign-out", async () => {
    const { email } = await staff();
    const { status, body } = await login(email);
    expect(status).toBe(200);
    expect(body.user).toEqual({ name: "Robin Reyes", email, role: "moderator" });
    const hours = (Date.parse(body.expiresAt) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(11.9);
    expect(hours).toBeLessThan(12.1);
    const mail = { to: "nobody@people.example", type: "invitation" };
    expect((await call(world, "/api/send-team-email", mail, { token: body.token })).status).toBe(401);
    for (const more of [
      { cookie: `admin=${body.token}` },
      { headers: { Authorization: `Bearer ${body.token}` } },
    ])
      expect((await world.ask("/admin", more)).headers.get("Location")).toContain("/admin/login");
    expect((await call(world, "/api/sign-out", {}, { token: body.token })).status).toBe(200);
    expect((await call(world, "/api/sign-out", {}, { token: body.token })).status).toBe(401);
  });

  test("a token of staff is refused for a wrong password, and an unknown email looks the same", async () => {
    const { email } = await staff();
    for (const who of [email, "nobody@goodside.example"]) {
      const body = { email: who, password: "Wrong-Password-1" };
      const refused = await call(world, "/api/admin/login", body, { ip: network() });
      expect(refused.status).toBe(401);
      expect(refused.body.detail).toBe(WRONG);
    }
  });

  test("a token of staff needs more than the password if there is a second factor", async () => {
    const { email, code } = await withAuthenticator();
    const before = await kept();
    const asked = await login(email);
    expect(asked.status).toBe(401);
    expect(asked.body.type).toContain("#/x-problems/second-factor");
    expect(asked.body.detail).toContain("code");
    const wrong = await login(email, { code: "000000" });
    expect(wrong.status).toBe(401);
    expect(wrong.body.errors).toHaveProperty("code");
    expect(await kept()).toBe(before);
    const now = code();
    expect((await login(email, { code: now })).status).toBe(200);
    expect((await login(email, { code: now })).status).toBe(401);
    expect(await kept()).toBe(before + 1);
  });

  test("a token of staff shares the five tries of the second factor with the form", async () => {
    const { email, code } = await withAuthenticator();
    for (let tries = 0; tries < 5; tries += 1)
      expect((await login(email, { code: "000000" })).status).toBe(401);
    const late = await login(email, { code: code() });
    expect(late.status).toBe(429);
    expect(late.headers.get("Retry-After")).toBe("900");
  });

  test("a token of staff is listed in one's own account, where it ends alone or with everything else", async () => {
    const { email } = await staff();
    const signedIn = await world.ask("/admin/login", { form: { email, password: PASSWORD }, ip: network() });
    const cookie = cookiesOf(signedIn);
    const page = async () => (await world.ask("/admin/account", { cookie })).text();
    const idOn = (html: string) => /name="token" value="([\w-]{43})"/.exec(html)?.[1] ?? "";
    expect(await page()).not.toContain("API tokens");
    const [first, second] = [(await login(email)).body.token, (await login(email)).body.token];
    const foreign = (await login((await staff()).email)).body.token;
    const works = async (token: string) =>
      (await control.selectFrom("platform_api_tokens").select("token_hash").execute()).some(
        ({ token_hash }) => token_hash === hashOf(token),
      );
    const end = (form: Record<string, string>) => world.ask("/admin/account", { cookie, form });
    await end({ intent: "end-token", token: hashOf(hashOf(foreign)) });
    expect(await works(foreign)).toBe(true);
    await end({ intent: "end-token", token: idOn(await page()) });
    expect([await works(first), await works(second)].filter(Boolean)).toHaveLength(1);
    await end({ intent: "end-others" });
    expect([await works(first), await works(second)]).toEqual([false, false]);
    expect(await page()).not.toContain("API tokens");
  });

  test("a token of staff ends when its owner is removed", async () => {
    const { id, email } = await staff();
    const { token } = (await login(email)).body;
    const { removePlatformAdmin } = await import("#app/domain/control/platform/admins.server.ts");
    await inTransaction(control, (tx) => removePlatformAdmin(tx, id, new Date()));
    const left = await control
      .selectFrom("platform_api_tokens")
      .select("token_hash")
      .where("token_hash", "=", hashOf(token))
      .execute();
    expect(left).toEqual([]);
  });
});

describe("registering", () => {
  const person = {
    firstName: "Sam",
    lastName: "Stone",
    email: "sam@goodside.example",
    password: PASSWORD,
    role: "super_admin",
    company: "",
  };
  const register = (more: object, ip = network()) =>
    call(world, "/api/admin/register", { ...person, setupKey: KEY, ...more }, { ip });

  test("registering by call has the rules of the form", async () => {
    for (const [field, value] of [
      ["password", "short"],
      ["password", "password1"],
      ["email", "nobody"],
      ["role", "owner"],
      ["firstName", ""],
      ["setupKey", "wrong"],
    ] as const) {
      const refused = await register({ [field]: value });
      expect([field, refused.status]).toEqual([field, 422]);
      expect(Object.keys(refused.body.errors)).toEqual([field]);
    }
  });

  test("registering by call shares the tries of the key with the form", async () => {
    const ip = network();
    for (let tries = 0; tries < 3; tries += 1)
      expect((await register({ setupKey: "wrong" }, ip)).status).toBe(422);
    for (let tries = 0; tries < 2; tries += 1)
      await world.ask("/admin/register", { form: { setupKey: "wrong" }, ip });
    expect((await register({}, ip)).status).toBe(429);
  });

  test("registering by call makes the first super admin, and is gone afterwards", async () => {
    const made = await register({});
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      user: { name: "Sam Stone", email: "sam@goodside.example", role: "super_admin" },
    });
    expect((await login("sam@goodside.example")).status).toBe(200);
    const again = await register({ email: "eve@goodside.example" });
    expect(again.status).toBe(404);
    expect(again.headers.get("Content-Type")).toContain("problem+json");
  });
});
