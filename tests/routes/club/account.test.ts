import { afterAll, expect, test } from "vitest";
import { openLakeside } from "../../support/lakeside.ts";

const { world, lakeside, mia, ada } = await openLakeside();
afterAll(() => world.close());
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const account = async (cookie: string) => (await world.ask("/account", { cookie })).text();
const ended = async (cookie: string) => (await world.ask("/dashboard", { cookie })).status === 302;

// product/accounts.md#own-account
test("a new name is on the page at once, and in the club's file once the jobs ran", async () => {
  const saved = await world.save("/account", {
    cookie: mia.cookie,
    form: { intent: "save", name: "Mia Martinez", phone: "(555) 010-0142" },
  });
  expect(saved.status).toBe(303);
  expect(await account(mia.cookie)).toContain("Mia Martinez");
  await runDueJobs(world.platform, { ...jobHandlers, "mail.send": async () => {} });
  const staff = await world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("staff").select("name").where("account_id", "=", mia.id).execute(),
  );
  expect(staff.length).toBeGreaterThan(0);
  expect(staff.every(({ name }) => name === "Mia Martinez")).toBe(true);
});

test("one session is ended by its button, or all others", async () => {
  const [phone, laptop] = [
    await world.signIn(mia.id, lakeside.code),
    await world.signIn(mia.id, lakeside.code),
  ];
  const ids = [...(await account(mia.cookie)).matchAll(/name="session" value="([^"]+)"/g)];
  expect(ids).toHaveLength(2);
  const end = (form: Record<string, string>) => world.ask("/account", { cookie: mia.cookie, form });
  await end({ intent: "end", session: ids[0]?.[1] ?? "" });
  expect([await ended(phone), await ended(laptop)].filter(Boolean)).toHaveLength(1);
  await end({ intent: "end-others" });
  expect([await ended(phone), await ended(laptop)]).toEqual([true, true]);
  expect(await ended(mia.cookie)).toBe(false);
});

test("a user ends only their own sessions", async () => {
  const other = await world.person("Otto Other", lakeside, []);
  await world.signIn(other, null);
  const { hashOf } = await import("#app/runtime/ids.server.ts");
  const { token_hash } = await world.control
    .selectFrom("sessions")
    .select("token_hash")
    .where("account_id", "=", other)
    .executeTakeFirstOrThrow();
  const id = hashOf(token_hash);
  await world.ask("/account", { cookie: mia.cookie, form: { intent: "end", session: id } });
  const rows = await world.control
    .selectFrom("sessions")
    .select("account_id")
    .where("account_id", "=", other)
    .execute();
  expect(rows).toHaveLength(1);
});

test("a user who knows the password changes it, and every other session ends", async () => {
  const phone = await world.signIn(mia.id, lakeside.code);
  const change = (current: string) =>
    world.ask("/account/password", {
      cookie: mia.cookie,
      form: { current, password: "Another-Side-1", confirmPassword: "Another-Side-1" },
    });
  expect((await change("Wrong-Password-1")).status).toBe(422);
  expect(await ended(phone)).toBe(false);
  const answer = await change("Sideline-2026");
  expect(answer.headers.get("Location")).toBe("/account");
  const fresh =
    answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("session="))
      ?.split(";")[0] ?? "";
  expect([await ended(phone), await ended(mia.cookie), await ended(fresh)]).toEqual([true, true, false]);
});

test("the sign-in by club code has no name to change, and no data to copy or delete", async () => {
  const page = await account(ada.cookie);
  expect(page).toContain("The Club&#x27;s Sign-In");
  expect(page).not.toMatch(/name="phone"|\/account\/copy/);
  const saved = await world.ask("/account", {
    cookie: ada.cookie,
    form: { intent: "save", name: "Somebody", phone: "", version: "" },
  });
  expect(saved.status).toBe(303);
  const { name } = await world.control
    .selectFrom("accounts")
    .select("name")
    .where("id", "=", ada.id)
    .executeTakeFirstOrThrow();
  expect(name).toBe("Ada Admin");
});

// product/accounts.md#lite-mode
test("Lite mode leaves out every script, on all devices of the account and for nobody else", async () => {
  const lia = await world.person("Lia Lite", lakeside, []);
  await world.control
    .updateTable("memberships")
    .set({ role: "club_admin" })
    .where("account_id", "=", lia)
    .execute();
  const [phone, laptop] = [await world.signIn(lia, lakeside.code), await world.signIn(lia, lakeside.code)];
  const scripts = async (cookie: string) => {
    const answer = await world.ask("/dashboard", { cookie });
    expect(answer.status).toBe(200);
    const policy = /script-src ([^;]+)/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1];
    return [/<script/.test(await answer.text()), policy];
  };
  const turn = (lite: string) => world.ask("/account", { cookie: phone, form: { intent: "lite", lite } });
  expect(await scripts(laptop)).toEqual([true, "'self'"]);
  expect((await turn("on")).status).toBe(303);
  expect([await scripts(phone), await scripts(laptop)]).toEqual([
    [false, "'none'"],
    [false, "'none'"],
  ]);
  expect(await scripts(ada.cookie)).toEqual([true, "'self'"]);
  await turn("off");
  expect(await scripts(laptop)).toEqual([true, "'self'"]);
});

test("a form that asks for a name of JavaScript's own objects is answered like any other unknown one", async () => {
  const statusOf = async (intent: string) =>
    (await world.ask("/account", { cookie: ada.cookie, form: { intent, session: "unknown" } })).status;
  const unknown = await statusOf("unknown");
  expect(unknown).toBeLessThan(500);
  for (const intent of ["__proto__", "constructor", "toString"])
    expect([intent, await statusOf(intent)]).toEqual([intent, unknown]);
});
