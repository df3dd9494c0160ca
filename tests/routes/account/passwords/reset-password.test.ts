import { afterAll, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { skipPauses } from "#tests/support/skip-pauses.ts";
import { breakTable } from "#tests/support/triggers.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
skipPauses();

const lakeside = await world.club("Lakeside", { code: "lakeside7" });
const hawks = await world.team(lakeside, "Hawks");
const dana = await world.person("Dana Coach", lakeside, [{ team: hawks, role: "coach" }]);
const email = "dana.coach@people.example";

const lastMail = async () =>
  (
    await readMails(
      world.control.selectFrom("mails").selectAll().orderBy("created_at", "desc").limit(1).execute(),
    )
  )[0];
const mailCount = async () => (await world.control.selectFrom("mails").select("id").execute()).length;

/**
 * Asks for a reset link and follows the one in the email.
 * @returns the address of the page behind it.
 */
async function resetLink(type: string, address: string, ip?: string): Promise<string> {
  const asked = `/account/forgot-password?for=${type}`;
  const answer = await world.ask(asked, { form: { email: address }, ip });
  expect(answer.headers.get("Location")).toBe(`${asked}&sent=true`);
  const link = /http:\/\/goodside\.test(\/contact\?reset=rst_[\w-]{43})/.exec(
    (await lastMail())?.text ?? "",
  )?.[1];
  expect(link).toBeTruthy();
  return (await world.ask(link ?? "")).headers.get("Location") ?? "";
}

describe("a forgotten password", () => {
  test("a forgotten password of a coach is reset once through the emailed link, which signs out every device", async () => {
    const cookie = await world.signIn(dana, lakeside.code);
    const ofAda = await world.signIn(lakeside.adminAccount, lakeside.code);
    const link = await resetLink("coach", " Dana.Coach@people.example ");
    const page = await (await world.ask(link)).text();
    expect(page).toContain("Choose a new password");
    // Lets a password manager keep the new password under the name that signs in with it.
    expect(page).toMatch(/autoComplete="username" readonly="" value="dana\.coach@people\.example"/);
    const done = await world.ask(link, {
      form: { password: "Corner-Kick7", confirmPassword: "Corner-Kick7" },
    });
    expect(done.headers.get("Location")).toBe("/club/login?message=password-set");
    expect((await world.ask("/dashboard", { cookie })).headers.get("Location")).toContain("/club/login");
    // The next page fills the email in, for this browser alone: neither its address nor a stranger's page contains it.
    const flash = done.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const filled = await (await world.ask("/club/login?message=password-set", { cookie: flash })).text();
    expect(filled).toMatch(/name="identifier"[^>]*value="dana\.coach@people\.example"/);
    expect(filled).toMatch(/type="password"[^>]*autofocus=""/);
    const stranger = await (await world.ask("/club/login?message=password-set")).text();
    expect(stranger).not.toContain(email);
    expect(stranger).not.toContain("autofocus");
    const signIn = await world.ask("/club/login", { form: { identifier: email, password: "Corner-Kick7" } });
    expect(signIn.status).toBe(303);
    expect((await lastMail())?.subject).toContain("was changed");
    expect((await world.ask("/dashboard", { cookie: ofAda })).status).toBe(200);

    const again = await world.ask(link, {
      form: { password: "Second-Try8", confirmPassword: "Second-Try8" },
    });
    expect(again.status).toBe(303);
    const used = await (await world.ask(link)).text();
    expect(used).toContain("Invalid or expired reset token");
    expect(used).toContain("<title>Invalid Link · ");
    const second = await world.ask("/club/login", { form: { identifier: email, password: "Second-Try8" } });
    expect(second.status).toBe(422);
  });

  test("a reset uses up every other reset link and the setup link", async () => {
    const { createLink } = await import("#app/domain/control/links/links.server.ts");
    const code = lakeside.code;
    const setup = { purpose: "setup", club_code: code, subject_id: code, email, token: "set_test" } as const;
    await createLink(world.control, setup, new Date());
    const setupPath = `/account/set-up-password?code=${code}&token=set_test`;
    expect(await (await world.ask(setupPath)).text()).toContain("Set Up Your Password");
    const before = await resetLink("club", `admin@${code}.example`);
    const link = await resetLink("club", `admin@${code}.example`);
    const ofDana = await resetLink("coach", email);
    const choose = (path: string, password: string) =>
      world.ask(path, { form: { password, confirmPassword: password } });
    expect((await choose(link, "Corner-Kick7")).headers.get("Location")).toContain("password-set");
    for (const path of [before, setupPath]) await choose(path, "Second-Try8");
    const signIn = (password: string) => world.ask("/club/login", { form: { identifier: code, password } });
    expect((await signIn("Second-Try8")).status).toBe(422);
    expect((await signIn("Corner-Kick7")).status).toBe(303);
    expect(await (await world.ask(ofDana)).text()).toContain("Choose a new password");
  }, 30_000);

  test("a forgotten password of a club leads to sign-in with its code and unlocks it", async () => {
    for (let i = 0; i < 10; i += 1) {
      await world.ask("/club/login", { form: { identifier: "LAKESIDE7", password: "wrong" } });
    }
    const link = await resetLink("club", `admin@${lakeside.code}.example`);
    const done = await world.ask(link, {
      form: { password: "Corner-Kick7", confirmPassword: "Corner-Kick7" },
    });
    expect(done.headers.get("Location")).toBe("/club/login?message=password-set&code=lakeside7");
    const signIn = await world.ask("/club/login", {
      form: { identifier: "lakeside7", password: "Corner-Kick7" },
    });
    expect(signIn.status).toBe(303);
  }, 30_000);

  test.each([
    ["short1A", "short1A", "Password must be at least 8 characters long"],
    ["ALLUPPER1", "ALLUPPER1", "Password must contain at least one lowercase letter"],
    ["alllower1", "alllower1", "Password must contain at least one uppercase letter"],
    ["NoDigitsHere", "NoDigitsHere", "Password must contain at least one number"],
    ["Password1", "Password1", "most common"],
    ["Corner-Kick7", "Corner-Kick8", "Passwords do not match"],
  ])("%s / %s is refused: %s", async (password, confirmPassword, message) => {
    await world.control.deleteFrom("link_tokens").execute();
    const { createLink } = await import("#app/domain/control/links/links.server.ts");
    const link = { purpose: "reset", club_code: null, subject_id: dana, email, token: "rst_test" } as const;
    await createLink(world.control, link, new Date());
    const answer = await world.ask("/account/reset-password?token=rst_test", {
      form: { password, confirmPassword },
    });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain(message);
    expect(html).not.toContain(password);
  });

  test("expired and unknown links explain themselves", async () => {
    const link = await resetLink("manager", email);
    const { expires_at, created_at } = await world.control
      .selectFrom("link_tokens")
      .selectAll()
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(3_600_000);
    const anHourAgo = new Date(Date.now() - 1000).toISOString();
    await world.control.updateTable("link_tokens").set({ expires_at: anHourAgo }).execute();
    expect(await (await world.ask(link)).text()).toContain(
      "Reset token has expired. Please request a new password reset.",
    );
    expect(await (await world.ask("/account/reset-password?token=rst_nonsense")).text()).toContain(
      "Invalid or expired reset token",
    );
    for (const address of ["/account/reset-password", "/account/reset-password?token="]) {
      expect(await (await world.ask(address)).text()).toContain("Invalid or missing reset token");
    }
    for (const token of ["nonsense", "rst_", "rst_cut%20short", `rst_${"x".repeat(129)}`]) {
      const page = await (await world.ask(`/account/reset-password?token=${token}`)).text();
      expect(page).toContain("Invalid token format");
      expect(page).toContain('href="/contact?forgot=admin"');
    }
  });

  test("a request for an unknown address sends nothing and is rate-limited", async () => {
    const before = await mailCount();
    const ask = () =>
      world.ask("/account/forgot-password?for=club", { form: { email: "nobody@nowhere.example" } });
    const answer = await ask();
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain(
      "No club account found with that email address. Please check your email and try again.",
    );
    await ask();
    await ask();
    expect(await (await ask()).text()).toContain("Too many attempts");
    expect(await mailCount()).toBe(before);
  });

  test("the owner can request a reset after strangers have used up their requests", async () => {
    const ask = (ip: string, cookie?: string) =>
      world.ask("/account/forgot-password?for=coach", { form: { email }, ip, cookie });
    const sent = (answer: Response) => answer.headers.get("Location")?.includes("sent=true");
    const signedIn = await world.ask("/club/login", {
      form: { identifier: email, password: "Corner-Kick7" },
      ip: "198.51.100.30",
    });
    const known = signedIn.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .filter((cookie) => cookie?.startsWith("browser="))
      .join("; ");
    for (let n = 0; n < 3; n += 1) expect(sent(await ask("198.51.100.20"))).toBe(true);
    expect((await ask("198.51.100.20")).status).toBe(429);
    const before = await mailCount();
    expect(sent(await ask("198.51.100.21"))).toBe(true);
    expect(await mailCount()).toBe(before + 1);
    // Beyond ten mails in half an hour strangers get the same answer, and no mail is sent.
    for (let n = 22; n < 32; n += 1) expect(sent(await ask(`198.51.100.${n}`))).toBe(true);
    const flooded = await mailCount();
    expect(sent(await ask("198.51.100.32"))).toBe(true);
    expect(await mailCount()).toBe(flooded);
    // The owner's browser has three of its own, even in a network that has none left.
    for (let n = 0; n < 3; n += 1) expect(sent(await ask("198.51.100.20", known))).toBe(true);
    expect(await mailCount()).toBe(flooded + 3);
    expect((await ask("198.51.100.20", known)).status).toBe(429);
  }, 30_000);

  test("a reset reports a failure to store its mail, or the new password, and changes nothing", async () => {
    await world.person("Eli Manager", lakeside, [{ team: hawks, role: "manager" }]);
    const ofEli = "eli.manager@people.example";
    const link = await resetLink("manager", ofEli, "198.51.100.77");
    const mend = await breakTable(world.control, "mails");
    for (const path of ["/account/forgot-password?for=manager", "/account/forgot-password?for=club"]) {
      const typed = path.endsWith("club") ? `admin@${lakeside.code}.example` : ofEli;
      const failed = await world.ask(path, { form: { email: typed }, ip: "198.51.100.77" });
      expect(failed.status).toBe(503);
      const html = await failed.text();
      expect(html).toContain("Failed to send password reset email. Please try again or contact support.");
      expect(html).toContain(`value="${typed}"`);
    }
    const form = { password: "Another-Kick9", confirmPassword: "Another-Kick9" };
    const failed = await world.ask(link, { form });
    expect(failed.status).toBe(503);
    const html = await failed.text();
    expect(html).toContain("Failed to reset password. Please try again.");
    expect(html).not.toContain(form.password);
    await mend();
    expect((await world.ask(link, { form })).headers.get("Location")).toContain("password-set");
  });

  test("the page names whose password it is, and links the other page", async () => {
    const [club, own] = await Promise.all(
      ["club", "coach"].map(async (type) => (await world.ask(`/account/forgot-password?for=${type}`)).text()),
    );
    expect(club).toMatch(/<h1>Reset the club(?:&#x27;|')s password<\/h1>/);
    expect(club).toMatch(/forgot-password\?for=coach">Forgot your own password \(coach or manager\)</);
    expect(own).toContain("<h1>Reset your own password</h1>");
    expect(own).toMatch(/forgot-password\?for=club">Forgot the club(?:&#x27;|')s password</);
    const signIn = await (await world.ask("/club/login")).text();
    expect(signIn).toMatch(/for=club">Forgot the club(?:&#x27;|')s password</);
    expect(signIn).toContain('for=coach">Forgot your own password (coach or manager)<');
  });

  test("a reset leads back to the sign-in of its type", async () => {
    for (const type of ["club", "coach", "manager"]) {
      for (const address of [
        `/account/forgot-password?for=${type}`,
        `/account/forgot-password?for=${type}&sent=true`,
      ]) {
        expect(await (await world.ask(address)).text()).toContain(`href="/${type}/login"`);
      }
    }
    expect(await (await world.ask("/admin/forgot-password")).text()).toContain("Back to Sign In");
    expect(await (await world.ask("/admin/forgot-password?back=home")).text()).toContain("Back to Home");
  });

  test("one client can request a reset ten times an hour, across all addresses", async () => {
    const ask = (n: number) =>
      world.ask("/account/forgot-password?for=coach", {
        form: { email: `guess${n}@x.example` },
        ip: "198.51.100.9",
      });
    for (let n = 0; n < 10; n += 1) expect((await ask(n)).status).toBe(422);
    expect((await ask(10)).status).toBe(429);
  });
});
