import { afterAll, describe, expect, test } from "vitest";
import { call } from "#tests/support/json-calls.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { skipPauses } from "#tests/support/skip-pauses.ts";

const cast = await openLakeside();
const { world, lakeside, riverside, hawks } = cast;
const { control } = world;
afterAll(() => world.close());
skipPauses();

const PASSWORD = "Sideline-2026";
const WRONG = "Invalid club code or password. Please check your credentials.";
let clients = 0;
/** Returns another network for each test, so that no test uses up the limits of the next. */
const network = () => {
  clients += 1;
  return `198.51.100.${clients}`;
};

const signIn = (clubCode: string, password = PASSWORD, more: object = {}) =>
  call(world, "/api/club/login", { clubCode, password, ...more }, { ip: network() });
const tokenOf = async (clubCode: string) => (await signIn(clubCode)).body.token as string;
/** Tells whether a token opens a club: an unknown person is 404 then, and 401 without. */
const opens = async (token: string, more: object = {}) => {
  const mail = { to: "nobody@people.example", subject: "", html: "", type: "notification" };
  return (await call(world, "/api/send-team-email", mail, { token, ...more })).status;
};

// product/api.md#json-calls
describe("a token", () => {
  test("a token comes with its owner's data, and only its hash is stored", async () => {
    const { status, headers, body } = await signIn(lakeside.code.toUpperCase());
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.getSetCookie()).toEqual([]);
    expect(body.token).toMatch(/^gs_[\w-]{43}$/);
    expect(body.user).toEqual({
      name: "Ada Admin",
      email: null,
      role: "club_admin",
      clubCode: lakeside.code.toUpperCase(),
      clubName: lakeside.name,
    });
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThan(30.1);
    const stored = JSON.stringify(await control.selectFrom("api_tokens").selectAll().execute());
    expect(stored).not.toContain(body.token);
    expect(await opens(body.token)).toBe(404);
  });

  test("a token is refused for a wrong password, and an unknown club looks the same", async () => {
    for (const code of [lakeside.code, "NOBODY77"]) {
      const { status, headers, body } = await signIn(code, "Wrong-Password-1");
      expect(status).toBe(401);
      expect(headers.get("WWW-Authenticate")).toMatch(/^Bearer/);
      expect(headers.get("Content-Type")).toContain("application/problem+json");
      expect(body).toMatchObject({ status: 401, title: "Unauthorized", detail: WRONG, error: WRONG });
    }
  });

  test("a token asks for the club, for an email of several", async () => {
    const sam = await world.person("Sam Several", lakeside, [{ team: hawks, role: "coach" }]);
    expect(sam).toBeTruthy();
    await world.person("Sam Several", riverside, [{ team: cast.lynxes, role: "manager" }]);
    const asked = await signIn("sam.several@people.example");
    expect(asked.status).toBe(409);
    expect(asked.body.clubs.map(({ code }: { code: string }) => code).sort()).toEqual(
      [lakeside.code, riverside.code].map((code) => code.toUpperCase()).sort(),
    );
    expect((await signIn("sam.several@people.example", PASSWORD, { club: "NOBODY77" })).status).toBe(409);
    const chosen = await signIn("sam.several@people.example", PASSWORD, { club: riverside.code });
    expect(chosen.body.user).toMatchObject({ clubName: riverside.name, role: "team_manager" });
    const coached = await signIn("sam.several@people.example", PASSWORD, { club: lakeside.code });
    expect(coached.body.user.role).toBe("coach");
    expect(await opens(chosen.body.token)).toBe(404);
  });

  test("a token is not a cookie, and a cookie is not a token", async () => {
    const token = await tokenOf(lakeside.code);
    const asCookie = await world.ask("/dashboard", { cookie: `session=${token}` });
    expect(asCookie.headers.get("Location")).toMatch(/^\/club\/login/);
    const asHeader = await world.ask("/dashboard", { headers: { Authorization: `Bearer ${token}` } });
    expect(asHeader.headers.get("Location")).toMatch(/^\/club\/login/);
    const { cookie } = cast.ada;
    expect(await opens("", { cookie })).toBe(401);
    const secret = cookie.split("=")[1] ?? "";
    expect(await opens(secret)).toBe(401);
    expect(await opens(`gs_${secret}`.slice(0, 46))).toBe(401);
  });

  test("a token ends with its days, at its sign-out, with the password, the membership and the club's term", async () => {
    const expired = await tokenOf(lakeside.code);
    expect(await opens(expired)).toBe(404);
    const past = new Date(Date.now() - 1_000).toISOString();
    await control.updateTable("api_tokens").set({ expires_at: past }).execute();
    expect(await opens(expired)).toBe(401);

    const ended = await tokenOf(lakeside.code);
    expect((await call(world, "/api/sign-out", {}, { token: ended })).body).toEqual({ ended: true });
    expect(await opens(ended)).toBe(401);
    expect((await call(world, "/api/sign-out", {}, { token: ended })).status).toBe(401);

    const { replacePassword } = await import("#app/domain/control/accounts/accounts.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const rose = await world.person("Rose Replaced", lakeside, [{ team: cast.otters, role: "manager" }]);
    const before = await tokenOf("rose.replaced@people.example");
    const { password_hash } = await control
      .selectFrom("accounts")
      .select("password_hash")
      .where("id", "=", rose)
      .executeTakeFirstOrThrow();
    await inTransaction(control, (tx) => replacePassword(tx, rose, password_hash ?? "", new Date()));
    expect(await opens(before)).toBe(401);

    const after = await tokenOf("rose.replaced@people.example");
    await control.deleteFrom("memberships").where("account_id", "=", rose).execute();
    expect(await opens(after)).toBe(401);

    const paused = await world.club("Paused");
    const token = await tokenOf(paused.code);
    await control.updateTable("clubs").set({ status: "suspended" }).where("code", "=", paused.code).execute();
    const refused = await call(world, "/api/send-team-email", {}, { token });
    expect(refused.status).toBe(403);
    expect(refused.headers.get("Content-Type")).toContain("application/problem+json");
    expect(refused.body).toMatchObject({
      status: 403,
      title: expect.any(String),
      detail: expect.any(String),
    });
  });

  test("an account has at most twenty tokens: the oldest ends", async () => {
    const club = await world.club("Many Tokens");
    const first = await tokenOf(club.code);
    const past = new Date(Date.now() - 60_000).toISOString();
    await control
      .updateTable("api_tokens")
      .set({ created_at: past })
      .where("account_id", "=", club.adminAccount)
      .execute();
    const { createAccountToken } = await import("#app/domain/control/api-tokens/account-tokens.server.ts");
    const { inTransaction } = await import("#app/db/engine.server.ts");
    const owner = { accountId: club.adminAccount, clubCode: club.code };
    for (let made = 1; made <= 20; made += 1)
      await inTransaction(control, (tx) =>
        createAccountToken(tx, owner, { ip: "", userAgent: "" }, new Date()),
      );
    const left = await control
      .selectFrom("api_tokens")
      .select("token_hash")
      .where("account_id", "=", club.adminAccount)
      .execute();
    expect(left).toHaveLength(20);
    expect(await opens(first)).toBe(401);
  });
});

describe("one's own account", () => {
  const account = async (cookie: string) => (await world.ask("/account", { cookie })).text();
  const idOn = (page: string) => /name="token" value="([\w-]{43})"/.exec(page)?.[1] ?? "";

  test("an account lists its tokens, and ends one", async () => {
    const club = await world.club("Token Town");
    const cookie = await world.signIn(club.adminAccount, club.code);
    expect(await account(cookie)).not.toContain("API tokens");
    const body = { clubCode: club.code, password: PASSWORD };
    const headers = { "User-Agent": "league-sync/2.1" };
    const made = await call(world, "/api/club/login", body, { ip: network(), headers });
    const other = await tokenOf(lakeside.code);
    const page = await account(cookie);
    expect(page).toContain("league-sync");
    expect(page).toContain("Not yet");
    expect(page).not.toContain(made.body.token);
    const end = (token: string) => world.ask("/account", { cookie, form: { intent: "end-token", token } });
    const { hashOf } = await import("#app/runtime/ids.server.ts");
    await end(hashOf(hashOf(other)));
    expect(await opens(other)).toBe(404);
    await end(idOn(page));
    expect(await opens(made.body.token)).toBe(401);
    expect(await account(cookie)).not.toContain("league-sync");
    const recorded = await control
      .selectFrom("audit")
      .select("kind")
      .where("club_code", "=", club.code)
      .where("kind", "like", "account.token%")
      .orderBy("seq")
      .execute();
    expect(recorded.map(({ kind }) => kind)).toEqual(["account.token-made", "account.token-revoked"]);
  });

  test("an account ends its tokens with 'Sign Out Everywhere Else'", async () => {
    const club = await world.club("Everywhere");
    const cookie = await world.signIn(club.adminAccount, club.code);
    const token = await tokenOf(club.code);
    await world.ask("/account", { cookie, form: { intent: "end-others" } });
    expect(await opens(token)).toBe(401);
    expect((await world.ask("/account", { cookie })).status).toBe(200);
  });
});

test("a token ends with every session of a member whom staff or an administrator help", async () => {
  const club = await world.club("Helped");
  const token = await tokenOf(club.code);
  const { endMemberSessions } = await import("#app/domain/control/sign-in/help-member.server.ts");
  const member = { id: club.adminAccount, clubCode: club.code } as Parameters<typeof endMemberSessions>[1];
  await endMemberSessions(control, member, "all", { name: "Ada", kind: "account", id: club.adminAccount });
  expect(await opens(token)).toBe(401);
});

describe("guesses", () => {
  test("guesses count together, by call and by form", async () => {
    const club = await world.club("Guessed");
    const ip = network();
    for (let tries = 0; tries < 5; tries += 1) {
      const form = { identifier: club.code, password: `Wrong-Password-${tries}` };
      expect((await world.ask("/club/login", { form, ip })).status).toBe(422);
      const body = { clubCode: club.code, password: `Wrong-Password-${tries}` };
      expect((await call(world, "/api/club/login", body, { ip })).status).toBe(401);
    }
    const right = { clubCode: club.code, password: PASSWORD };
    const locked = await call(world, "/api/club/login", right, { ip });
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get("Retry-After"))).toBeGreaterThan(0);
    const form = { identifier: club.code, password: PASSWORD };
    expect((await world.ask("/club/login", { form, ip })).status).toBe(429);
  }, 60_000);
});

describe("a body", () => {
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    call(world, "/api/club/login", body, { headers, ip: network() });

  test("a body is JSON with its Content-Type", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]) {
      const refused = await send({ clubCode: "x", password: "y" }, { "Content-Type": type });
      expect(refused.status).toBe(415);
      expect(refused.headers.get("Accept-Post")).toBe("application/json");
    }
    for (const body of ["", "{", "[]", "null", '"text"', "1"]) expect((await send(body)).status).toBe(400);
  });

  test("a body has no hidden prototype, no depth and no unknown field", async () => {
    const strange = [
      '{"__proto__": {"clubCode": "x"}, "clubCode": "x", "password": "y"}',
      '{"clubCode": {"constructor": 1}, "password": "y"}',
      `{"clubCode": ${"[".repeat(20_000)}${"]".repeat(20_000)}, "password": "y"}`,
    ];
    for (const body of strange) expect((await send(body)).status).toBe(400);
    const unknown = await send({ clubCode: "x", password: "secret-typed-here", role: "club_admin" });
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors).toEqual({ role: "There is no such field" });
    const wrong = await send({ clubCode: { a: 1 }, password: ["secret-typed-here"] });
    expect(Object.keys(wrong.body.errors)).toEqual(["clubCode", "password"]);
    expect(JSON.stringify(wrong.body)).not.toContain("secret-typed-here");
  });

  test("a body is answered as text for a client that reads nothing else", async () => {
    const { status, headers, body } = await send({ clubCode: "x", password: "y" }, { Accept: "text/plain" });
    expect(status).toBe(401);
    expect(headers.get("Content-Type")).toContain("text/plain");
    expect(body).toBe(WRONG);
  });

  test("a body comes by POST: another method is named, an unknown call is a problem", async () => {
    const asked = await world.ask("/api/club/login");
    expect(asked.status).toBe(405);
    expect(asked.headers.get("Allow")).toBe("POST");
    expect((await asked.json()).status).toBe(405);
    const unknown = await call(world, "/api/nothing/here", {});
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get("Content-Type")).toContain("problem+json");
  });
});
