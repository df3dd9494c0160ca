import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openLakeside } from "../../support/lakeside.ts";
import { readMails } from "../../support/mails.ts";

const { world, lakeside, hawks, dana } = await openLakeside();
afterAll(() => world.close());
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const { hashPassword } = await import("#app/domain/control/passwords/password.server.ts");

const PASSWORD = "Side-Line-1";
const password_hash = await hashPassword(PASSWORD);
let [id, cookie, OLD, NEW] = ["", "", "", ""];
let people = 0;

// A new person each time, because requests are limited.
beforeEach(async () => {
  vi.useRealTimers();
  people += 1;
  OLD = `max${people}@old.example`;
  NEW = `max${people}@new.example`;
  id = await world.person(`Max ${"x".repeat(people)}`, lakeside, [{ team: hawks, role: "coach" }]);
  await world.control
    .updateTable("accounts")
    .set({ email: OLD, password_hash })
    .where("id", "=", id)
    .execute();
  cookie = await world.signIn(id, lakeside.code);
});

const ask = (over: Record<string, string> = {}) =>
  world.ask("/account/email", { cookie, form: { intent: "ask", email: NEW, current: PASSWORD, ...over } });
const mailsTo = (email: string) =>
  readMails(
    world.control
      .selectFrom("mails")
      .selectAll()
      .where("to_address", "=", email)
      .orderBy("created_at")
      .execute(),
  );
const linkTo = async (email: string, path: string) => {
  const texts = (await mailsTo(email)).map(({ text }) => text).filter((text) => text.includes(path));
  return new RegExp(`${path}\\?token=[\\w-]+`).exec(texts.at(-1) ?? "")?.[0] ?? "";
};
const confirmOf = (email: string) => linkTo(email, "/account/email/confirm");
const press = (path: string) => world.ask(path, { form: {} });
const emailOf = async (id: string) =>
  (await world.control.selectFrom("accounts").select("email").where("id", "=", id).executeTakeFirstOrThrow())
    .email;
const move = async () => {
  await ask();
  await press(await confirmOf(OLD));
  await press(await confirmOf(NEW));
};

/** Adds passkeys as a thief might. */
const addPasskeys = (...accounts: string[]) =>
  world.control
    .insertInto("passkeys")
    .values(
      accounts.map((account_id) => ({
        ...{
          id: `key of ${account_id}`,
          account_id,
          public_key: "",
          counter: 0,
          transports: "",
          name: "Phone",
        },
        ...{ created_at: new Date().toISOString(), last_used_at: null },
      })),
    )
    .execute();
const passkeysOf = (account: string) =>
  world.control.selectFrom("passkeys").select("id").where("account_id", "=", account).execute();

// product/accounts.md#own-account
describe("a new address of one's own account", () => {
  test("a new address belongs to the account once both addresses have confirmed, in either order", async () => {
    for (const order of [
      [OLD, NEW],
      [NEW, OLD],
    ] as const) {
      await world.control.updateTable("accounts").set({ email: OLD }).where("id", "=", id).execute();
      await world.control.deleteFrom("mails").execute();
      expect((await ask()).status).toBe(303);
      await press(await confirmOf(order[0]));
      expect(await emailOf(id)).toBe(OLD);
      await press(await confirmOf(order[1]));
      expect(await emailOf(id)).toBe(NEW);
    }
  });

  test("opening a link changes nothing, and one works once", async () => {
    await ask();
    const link = await confirmOf(OLD);
    expect(await (await world.ask(link)).text()).toContain("May your account move?");
    expect(await (await world.ask("/account/email", { cookie })).text()).not.toContain(": confirmed");
    await press(link);
    expect(await (await world.ask("/account/email", { cookie })).text()).toContain(": confirmed");
    expect((await world.ask(link)).status).toBe(404);
  });

  test("a new address needs the current password and must differ, and requests are limited", async () => {
    expect(await (await ask({ current: "Wrong-Password-1" })).text()).toContain(
      "That is not your current password.",
    );
    expect(await (await ask({ email: OLD })).text()).toContain("That is your address already.");
    expect(await mailsTo(OLD)).toEqual([]);
    for (let times = 0; times < 3; times += 1) expect((await ask()).status).toBe(303);
    expect((await ask()).status).toBe(429);
  });

  test("a new address cancels an earlier request, and can be cancelled", async () => {
    await ask();
    const first = await confirmOf(OLD);
    await ask({ email: `other-${NEW}` });
    expect((await world.ask(first)).status).toBe(404);
    const second = await confirmOf(OLD);
    await world.ask("/account/email", { cookie, form: { intent: "cancel" } });
    expect((await world.ask(second)).status).toBe(404);
  });

  test("a new address expires after a day without both confirmations", async () => {
    await ask();
    const [before, after] = [await confirmOf(OLD), await confirmOf(NEW)];
    await press(before);
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    expect((await world.ask(after)).status).toBe(404);
    expect(await emailOf(id)).toBe(OLD);
  });

  test("an address that has an account gets the same answer, and is told so by mail only", async () => {
    await world.control
      .updateTable("accounts")
      .set({ email: "dana@lakeside.example" })
      .where("id", "=", dana.id)
      .execute();
    const answer = await ask({ email: "dana@lakeside.example" });
    expect(answer.headers.get("Location")).toBe("/account/email");
    expect(await confirmOf("dana@lakeside.example")).toBe("");
    const [mail] = await mailsTo("dana@lakeside.example");
    expect(mail?.text).toContain("has an account of its own");
    await press(await confirmOf(OLD));
    expect(await emailOf(id)).toBe(OLD);
  });

  test("an address that got its own account meanwhile changes nothing", async () => {
    await ask();
    await press(await confirmOf(OLD));
    await world.control.updateTable("accounts").set({ email: NEW }).where("id", "=", dana.id).execute();
    expect((await press(await confirmOf(NEW))).status).toBe(303);
    expect(await emailOf(id)).toBe(OLD);
    await world.control
      .updateTable("accounts")
      .set({ email: "dana@lakeside.example" })
      .where("id", "=", dana.id)
      .execute();
  });

  test("a new address is in the club's file once the jobs ran", async () => {
    await move();
    await runDueJobs(world.platform, { ...jobHandlers, "mail.send": async () => {} });
    const rows = await world.platform.clubs.use(lakeside.code, (db) =>
      db.selectFrom("staff").select("email").where("account_id", "=", id).execute(),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ email }) => email === NEW)).toBe(true);
  });
});

describe("the address before", () => {
  const takeBack = () => linkTo(OLD, "/account/email/take-back");

  test("the former address takes the account back: all sessions end, the password is void, a reset link is there", async () => {
    await move();
    expect((await press(await takeBack())).headers.get("Location")).toBe("/club/login");
    expect(await emailOf(id)).toBe(OLD);
    expect((await world.ask("/dashboard", { cookie })).status).toBe(302);
    const { password_hash } = await world.control
      .selectFrom("accounts")
      .select("password_hash")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(password_hash).toBeNull();
    expect(await linkTo(OLD, "/contact")).toBe("");
    expect((await mailsTo(OLD)).some(({ text }) => text.includes("/contact?reset=rst_"))).toBe(true);
    expect((await mailsTo(NEW)).at(-1)?.text).toContain("taken back");
  });

  test("the former address ends the account's passkeys, and nobody else's", async () => {
    await addPasskeys(id, dana.id);
    await move();
    expect(await passkeysOf(id)).toHaveLength(1);
    await press(await takeBack());
    expect(await passkeysOf(id)).toEqual([]);
    expect(await passkeysOf(dana.id)).toHaveLength(1);
    await world.control.deleteFrom("passkeys").execute();
  });

  test("the former address takes the account back even after the thief moved on to a third address", async () => {
    await move();
    const back = await takeBack();
    await ask({ email: `thief-${NEW}` });
    await press(await confirmOf(NEW));
    await press(await confirmOf(`thief-${NEW}`));
    expect(await emailOf(id)).toBe(`thief-${NEW}`);
    await press(back);
    expect(await emailOf(id)).toBe(OLD);
    // The one in between has a link too, which must not reverse it.
    expect((await world.ask(await linkTo(NEW, "/account/email/take-back"))).status).toBe(404);
  });

  test("the former address has seven days, and one try", async () => {
    await move();
    const link = await takeBack();
    vi.setSystemTime(Date.now() + 6 * 86_400_000);
    expect((await world.ask(link)).status).toBe(200);
    vi.setSystemTime(Date.now() + 2 * 86_400_000);
    expect((await world.ask(link)).status).toBe(404);
    vi.useRealTimers();
    await press(link);
    expect((await world.ask(link)).status).toBe(404);
  });
});

test("a club's former address takes the club back, and the new one cannot turn it around", async () => {
  const { confirmEmail, requestEmailChange } = await import("#app/journeys/settings/club-email.server.ts");
  const { email: before } = await world.control
    .selectFrom("clubs")
    .select("email")
    .where("code", "=", lakeside.code)
    .executeTakeFirstOrThrow();
  await requestEmailChange(world.control, lakeside.code, "thief@club.example");
  const link = await world.control
    .selectFrom("link_tokens")
    .selectAll()
    .where("purpose", "=", "club-email")
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  await world.platform.clubs.use(lakeside.code, (db) => confirmEmail({ control: world.control, db }, link));
  const back = await linkTo(before, "/account/email/take-back");
  await addPasskeys(lakeside.adminAccount);
  expect(await (await world.ask(back)).text()).toContain(lakeside.name);
  expect((await press(back)).headers.get("Location")).toBe("/club/login");
  const after = await world.control
    .selectFrom("clubs")
    .select("email")
    .where("code", "=", lakeside.code)
    .executeTakeFirstOrThrow();
  expect(after.email).toBe(before);
  expect(await passkeysOf(lakeside.adminAccount)).toEqual([]);
  expect(await linkTo("thief@club.example", "/account/email/take-back")).toBe("");
});
