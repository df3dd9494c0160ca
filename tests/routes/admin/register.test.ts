import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { cookiesOf, STAFF_PASSWORD as PASSWORD } from "../../support/staff.ts";
import { openWorld } from "../../support/world.ts";

const KEY = "Kp7Xw2Nq9Zt4Bv6Mc1Rj8Ly3Fd5Hs0GaUeQi";
process.env.ADMIN_SETUP_KEY = KEY;
const world = await openWorld();
const { control } = world;
const { registerAdmin } = await import("#app/domain/control/platform/register-admin.server.ts");
afterAll(() => world.close());

const PATH = "/admin/register";
const robin = { firstName: "Robin", lastName: "Reyes", email: "robin@goodside.example", company: "" };
const security = { password: PASSWORD, confirmPassword: PASSWORD, role: "super_admin", terms: "on" };
const text = async (answer: Response | Promise<Response>) =>
  (await (await answer).text()).replaceAll("<!-- -->", "");
let network = 0;
/** Tries a key, by default from a network of its own. */
const sendKey = (setupKey: string, ip = nextNetwork()) => world.ask(PATH, { form: { setupKey }, ip });
function nextNetwork(): string {
  network += 1;
  return `198.51.100.${network}`;
}
/** Posts a step; the cookie then has the step's values. */
async function step(number: 2 | 3, cookie: string, form: Record<string, string>) {
  const answer = await world.ask(`${PATH}?step=${number}`, { cookie, form });
  return { answer, cookie: cookiesOf(answer) || cookie };
}
const atStep3 = async () => (await step(2, cookiesOf(await sendKey(KEY)), robin)).cookie;
const admins = () => control.selectFrom("platform_admins").select(["email", "role"]).execute();

beforeEach(async () => {
  await control.deleteFrom("platform_admins").execute();
});

describe("registering the first administrator", () => {
  test("registering takes three steps to the sign-in, which says that the account is ready", async () => {
    const { answer } = await step(3, await atStep3(), security);
    const to = answer.headers.get("Location") ?? "";
    expect(to).toBe("/admin/login?message=registration_success");
    expect(await text(world.ask(to))).toContain("Your admin account is ready");
    expect(await admins()).toEqual([{ email: robin.email, role: "super_admin" }]);
  });

  test("registering refuses every wrong key with the same message", async () => {
    for (const key of ["", "open-sesame-1", KEY.toLowerCase(), KEY.slice(1), "x".repeat(5_000)]) {
      const answer = await sendKey(key);
      expect(answer.status).toBe(422);
      const html = await text(answer);
      expect(html).toContain("Invalid setup key. Please contact system administrator.");
      if (key) expect(html).not.toContain(key);
    }
  });

  test("registering allows five tries an hour and network, counted before the key is compared", async () => {
    const ip = "203.0.113.99";
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendKey("wrong", ip)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await sendKey(KEY, ip)).status).toBe(429);
    expect((await sendKey(KEY)).status).toBe(303);
  });

  test("registering asks for name and email in the second step", async () => {
    const cookie = cookiesOf(await sendKey(KEY));
    const missing = await step(2, cookie, { ...robin, lastName: " " });
    expect(await text(missing.answer)).toContain("Please fill in all required fields");
    const wrong = await step(2, cookie, { ...robin, email: "robin at goodside" });
    expect(await text(wrong.answer)).toContain("Please enter a valid email address");
  });

  test("registering reports one problem at a time in the third step, in this order", async () => {
    const cookie = await atStep3();
    const wrong = { password: "short", confirmPassword: "other", role: "", terms: "" };
    const rules: [Record<string, string>, string][] = [
      [{}, "Password must be at least 8 characters long"],
      [{ password: PASSWORD }, "Passwords do not match"],
      [{ confirmPassword: PASSWORD }, "Please select a role"],
      [{ role: "owner" }, "Please select a role"],
      [{ role: "admin" }, "Please accept the terms and conditions"],
    ];
    let typed: Record<string, string> = wrong;
    for (const [index, [change, message]] of rules.entries()) {
      typed = { ...typed, ...change };
      const { answer } = await step(3, cookie, typed);
      expect(answer.status).toBe(422);
      const html = await text(answer);
      expect(html).toContain(message);
      for (const [, later] of rules.slice(index + 1))
        if (later !== message) expect(html).not.toContain(later);
      expect(html).not.toContain(PASSWORD);
    }
    expect(await admins()).toEqual([]);
  });

  test("registering goes back without losing anything but the password", async () => {
    const begun = await step(2, cookiesOf(await sendKey(KEY)), { ...robin, email: "half", do: "back" });
    expect(begun.answer.headers.get("Location")).toBe(`${PATH}?step=1`);
    expect(await text(world.ask(PATH, { cookie: begun.cookie }))).toContain("need not enter it again");
    expect(await text(world.ask(`${PATH}?step=2`, { cookie: begun.cookie }))).toContain('value="half"');
    // Unchecked values open no further step.
    expect((await world.ask(`${PATH}?step=3`, { cookie: begun.cookie })).headers.get("Location")).toBe(
      `${PATH}?step=2`,
    );
    const third = await step(2, begun.cookie, robin);
    const back = await step(3, third.cookie, { ...security, role: "admin", do: "back" });
    expect(await text(world.ask(`${PATH}?step=2`, { cookie: back.cookie }))).toContain(robin.email);
    const again = await text(world.ask(`${PATH}?step=3`, { cookie: back.cookie }));
    expect(/value="admin"[^>]*checked|checked[^>]*value="admin"/.test(again)).toBe(true);
    expect(again).not.toContain(PASSWORD);
  });

  test("registering asks for the key again in another browser, with the reason", async () => {
    const answer = await world.ask(`${PATH}?step=2`);
    expect(answer.headers.get("Location")).toBe(`${PATH}?message=late`);
    expect(await text(world.ask(`${PATH}?message=late`))).toContain("Enter the setup key again");
  });

  test("twenty at once give one super admin, and then the page is closed", async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        registerAdmin(
          control,
          { ...robin, email: `robin${index}@goodside.example`, role: "super_admin", password: PASSWORD },
          "setup key",
        ).catch(() => ({ ok: false })),
      ),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await admins()).toHaveLength(1);
    expect((await world.ask(PATH)).status).toBe(404);
    expect((await sendKey(KEY)).status).toBe(404);
  });

  test("registering too late is refused, never as if it had worked", async () => {
    const cookie = await atStep3();
    const first = {
      ...robin,
      email: "first@goodside.example",
      role: "moderator" as const,
      password: PASSWORD,
    };
    await registerAdmin(control, { ...first, email: robin.email }, "command line");
    const { answer } = await step(3, cookie, security);
    expect(answer.status).toBe(422);
    expect(await text(answer)).toContain("Registration failed. Please try again.");
    const second = await step(2, cookiesOf(await sendKey(KEY)), robin);
    expect(await text(second.answer)).toContain("administrator&#x27;s already");
  });
});
