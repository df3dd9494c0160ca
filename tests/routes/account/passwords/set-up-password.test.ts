import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readMails } from "#tests/support/mails.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { issueSetupLink } = await import("#app/domain/control/links/link-addresses.server.ts");
const { findClub } = await import("#app/domain/control/clubs/clubs.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
afterAll(() => world.close());

let made = 0;
let club: Awaited<ReturnType<typeof world.club>>;
let path: string;
beforeEach(async () => {
  made += 1;
  club = await world.club(`Lakeside ${made}`);
  await world.control
    .updateTable("accounts")
    .set({ password_hash: null })
    .where("id", "=", club.adminAccount)
    .execute();
  path = await newLink();
});

async function newLink(at = new Date()): Promise<string> {
  const row = await findClub(world.control, club.code);
  if (!row) throw new Error("no club");
  return pageOf(await inTransaction(world.control, (tx) => issueSetupLink(tx, row, at)));
}

/** Returns the page that a documented link redirects to. */
async function pageOf(link: string): Promise<string> {
  const { pathname, search } = new URL(link);
  return (await world.ask(pathname + search)).headers.get("Location") ?? "";
}

const plain = async (answer: Response) => (await answer.text()).replaceAll("<!-- -->", "");
const send = (password: string, confirmPassword = password, to = path) =>
  world.ask(to, { form: { password, confirmPassword } });
const passwordOf = () =>
  world.control
    .selectFrom("accounts")
    .select("password_hash")
    .where("id", "=", club.adminAccount)
    .executeTakeFirstOrThrow();
const mailsOf = (code: string) =>
  readMails(world.control.selectFrom("mails").selectAll().where("club_code", "=", code).execute());

describe("the password setup", () => {
  test("the password setup shows the club and the requirements", async () => {
    const html = await plain(await world.ask(path));
    expect(html).toContain("Set Up Your Password");
    expect(html).toContain(`Lakeside ${made}`);
    expect(html).toContain("One special character");
    expect(html).not.toContain("Invalid Setup Link");
  });

  test.each([
    ["Sideline-2026", "Sideline-2027", "Passwords do not match"],
    ["sideline", "sideline", "Password is too weak. Please follow the requirements."],
    ["", "", "Enter a password"],
    ["Aa1!", "Aa1!", "Password must be at least 8 characters long"],
    [`Aa1!${"x".repeat(125)}`, undefined, "Use at most 128 characters"],
    ["Password1", undefined, "one of the most common ones"],
  ])("the password setup refuses %j with %j: %s", async (password, confirmation, message) => {
    const answer = await send(password, confirmation);
    expect(answer.status).toBe(422);
    const html = await plain(answer);
    expect(html).toContain(message);
    if (password) expect(html).not.toContain(`"${password}"`);
    expect((await passwordOf()).password_hash).toBeNull();
    expect((await world.ask(path)).status).toBe(200);
  });

  test("the password setup tells without JavaScript how strong a refused password was", async () => {
    const html = await plain(await send("sideline"));
    expect(html).toContain("<strong>Fair</strong>: 2 of 5 requirements met, 3 are needed.");
    expect(html).toMatch(/<meter[^>]*value="2"/);
    expect(html).toContain("One uppercase letter<strong> – missing</strong>");
    expect(html).toContain("One lowercase letter – met");
  });

  test.each([
    ["Aa1!", "4 of 5", "Password must be at least 8 characters long"],
    ["Password1", "4 of 5", "one of the most common ones"],
    [`Aa1!${"x".repeat(125)}`, "5 of 5", "Use at most 128 characters"],
  ])("the password setup never calls %s strong while it refuses it", async (password, met, message) => {
    const html = await plain(await send(password));
    expect(html).toContain(message);
    expect(html).toContain(`<strong>Weak</strong>: ${met} requirements met.`);
    expect(html).not.toContain("Strong");
  });

  test("the password setup trims blanks at both ends, and counts the length without them", async () => {
    const short = await plain(await send(" Aa1!abc ", "Aa1!abc"));
    expect(short).toContain("Password must be at least 8 characters long");
    expect((await send(" Sideline-2026 ", "Sideline-2026")).status).toBe(303);
    const login = { form: { identifier: club.code, password: "Sideline-2026" } };
    expect((await world.ask("/club/login", login)).status).toBe(303);
  });

  test("the password setup works once, ends the sessions of the account, sends an email and leads to sign-in", async () => {
    const session = await world.signIn(club.adminAccount, club.code);
    const older = await newLink(new Date(Date.now() - 60_000));
    const signIn = (password: string) =>
      world.ask("/club/login", { form: { identifier: club.code, password } });
    const refused = Array.from({ length: 11 }, () => signIn("a guess"));
    expect((await Promise.all(refused)).filter(({ status }) => status === 429)).toHaveLength(1);
    const answer = await send("Sideline-2026");
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe(
      `/club/login?message=password-set&code=${club.code.toUpperCase()}`,
    );
    expect((await world.ask("/dashboard", { cookie: session })).headers.get("Location")).toContain(
      "/club/login",
    );
    const filled = await (await world.ask(answer.headers.get("Location") ?? "")).text();
    expect(filled).toContain(`value="${club.code.toUpperCase()}"`);
    expect(filled).toMatch(/type="password"[^>]*autofocus=""/);
    expect((await mailsOf(club.code)).map(({ tag }) => tag)).toEqual(["password-set"]);
    const { password_hash } = await passwordOf();
    for (const link of [path, older]) {
      expect(await plain(await world.ask(link))).toContain("Invalid Setup Link");
      await send("Another-2026", "Another-2026", link);
    }
    expect((await passwordOf()).password_hash).toBe(password_hash);
    const login = await signIn("Sideline-2026");
    expect(login.status).toBe(303);
    expect(login.headers.get("Location")).toMatch(/^\/dashboard/);
  });
});

describe("an invalid setup link", () => {
  test("a setup link is invalid if it is wrong, old, another club's, or lacks its token", async () => {
    const token = new URL(path, "http://x").searchParams.get("token") ?? "";
    const other = await world.club("Riverside");
    const old = await newLink(new Date(Date.now() - 8 * 86_400_000));
    for (const link of [
      "/account/set-up-password",
      `/account/set-up-password?code=${club.code}`,
      `/account/set-up-password?code=${club.code}&token=${token.slice(1)}x`,
      `/account/set-up-password?code=${other.code}&token=${token}`,
      `/account/set-up-password?code=../../etc&token=${token}`,
      old,
    ]) {
      const html = await plain(await world.ask(link));
      expect(html).toContain("<title>Invalid Setup Link · ");
      expect(html).toContain("This password setup link is invalid or has expired.");
      expect((await send("Sideline-2026", "Sideline-2026", link)).status).toBe(303);
    }
    expect((await passwordOf()).password_hash).toBeNull();
  });

  const ask = (clubCode: string) =>
    world.ask("/account/set-up-password?code=x", { form: { intent: "new-link", clubCode } });
  /** Runs the queued requests, each twice, as after a crash. */
  async function runRequests() {
    const ofRequests = world.control.selectFrom("jobs").selectAll().where("kind", "=", "setup-link.send");
    for (const job of await ofRequests.execute()) {
      const payload: unknown = JSON.parse(job.payload);
      await jobHandlers["setup-link.send"](world.platform, payload);
      await jobHandlers["setup-link.send"](world.platform, payload);
    }
    await world.control.deleteFrom("jobs").where("kind", "=", "setup-link.send").execute();
  }

  test("an invalid setup link offers a new one to the club's own address without revealing whether the club exists", async () => {
    const known = await ask(` ${club.code.toUpperCase().split("").join(" ")}`);
    const unknown = await ask("nobody1");
    expect(known.status).toBe(303);
    expect(known.headers.get("Location")).toBe(unknown.headers.get("Location"));
    expect(known.headers.get("Set-Cookie")).toBe(unknown.headers.get("Set-Cookie"));
    await runRequests();
    const mails = await mailsOf(club.code);
    expect(mails).toMatchObject([{ tag: "setup-link", to_address: `admin@${club.code}.example` }]);
    const link = /http:\/\/goodside\.test\/contact\?setup=\S+/.exec(mails[0]?.text ?? "")?.[0] ?? "";
    expect(
      (await send("Sideline-2026", "Sideline-2026", await pageOf(link))).headers.get("Location"),
    ).toContain("password-set");
  });

  test("emails the way to a reset if the password is set, at most three times an hour", async () => {
    await send("Sideline-2026");
    for (let i = 0; i < 6; i += 1) await ask(club.code);
    await runRequests();
    const mails = (await mailsOf(club.code)).filter(({ tag }) => tag === "password-exists");
    expect(mails).toHaveLength(3);
    expect(mails[0]?.text).toContain("/contact?forgot=club");
    expect(mails[0]?.text).not.toContain("token=");
  });

  test("a request for a new setup link does the same work whether or not the club exists", async () => {
    const { requestSetupLink } = await import("#app/domain/control/accounts/set-up-password.server.ts");
    async function workOf(code: string) {
      const statements: string[] = [];
      const control = world.control.withPlugin({
        transformQuery: ({ node }) => {
          statements.push(node.kind);
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      expect(await requestSetupLink(control, code, "198.51.100.77")).toEqual({ ok: true });
      return statements;
    }
    const unknown = await workOf("nowhere7");
    expect(unknown).toEqual(["InsertQueryNode"]);
    expect(await workOf(club.code)).toEqual(unknown);
  });

  test("an invalid setup link asks for the code if none is entered", async () => {
    const answer = await ask(" ");
    expect(answer.status).toBe(422);
    expect(await plain(answer)).toContain("Enter your club code");
  });
});
