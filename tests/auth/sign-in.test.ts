import { afterAll, describe, expect, test, vi } from "vitest";
import { staffOf } from "../support/staff.ts";
import { openWorld } from "../support/world.ts";

const moment = vi.hoisted(() => ({ afterVerify: async () => {}, compared: 0 }));
vi.mock("@node-rs/argon2", async (original) => {
  const real = (await original()) as typeof import("@node-rs/argon2");
  return {
    ...real,
    verify: async (...args: Parameters<typeof real.verify>) => {
      const fits = await real.verify(...args);
      moment.compared += 1;
      await moment.afterVerify();
      return fits;
    },
  };
});
const world = await openWorld();
afterAll(() => world.close());
const { hash } = await import("@node-rs/argon2");
const { signIn } = await import("#app/auth/sign-in.server.ts");
const { needsRehash } = await import("#app/domain/control/passwords/password.server.ts");
const { replacePassword } = await import("#app/domain/control/accounts/accounts.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

const password = "quiet sideline";
const outdated = await hash(password, { memoryCost: 4096, timeCost: 1 });
const lakeside = await world.club("Lakeside", { code: "lakeside7" });
const accounts = () =>
  world.control
    .selectFrom("accounts")
    .select(["password_hash", "last_sign_in_at"])
    .where("id", "=", lakeside.adminAccount)
    .executeTakeFirstOrThrow();
const sessions = () =>
  world.control.selectFrom("sessions").selectAll().where("account_id", "=", lakeside.adminAccount).execute();

const contextOf = (control: typeof world.control) =>
  ({
    control,
    platform: world.platform,
    client: { ip: "203.0.113.7", userAgent: "test", requestId: "test" },
    note: () => {},
    onFinish: (work: () => void) => work(),
  }) as unknown as Parameters<typeof signIn>[0];

function enter({ identifier = lakeside.code, password: typed = password, control = world.control } = {}) {
  const body = new URLSearchParams({ identifier, password: typed });
  const request = new Request("http://goodside.example/club/login", { method: "POST", body });
  return signIn(contextOf(control), request, {
    identifier,
    password: typed,
    remember: false,
    scripts: false,
  });
}
const setHash = (password_hash: string) =>
  world.control
    .updateTable("accounts")
    .set({ password_hash })
    .where("id", "=", lakeside.adminAccount)
    .execute();

test("a password replaced during a sign-in with the old one stays replaced, and the sign-in fails", async () => {
  await setHash(outdated);
  const chosen = await hash("another password");
  moment.afterVerify = () =>
    inTransaction(world.control, (tx) => replacePassword(tx, lakeside.adminAccount, chosen, new Date()));
  expect(await enter()).toEqual({ ok: false, problem: "wrong-code" });
  expect((await accounts()).password_hash).toBe(chosen);
  expect(await sessions()).toEqual([]);
});

test("two concurrent sign-ins with an outdated hash both succeed and replace it", async () => {
  await setHash(outdated);
  moment.afterVerify = async () => {};
  for (const answer of await Promise.all([enter(), enter()])) expect(answer).toHaveProperty("cookies");
  const { password_hash } = await accounts();
  expect(needsRehash(password_hash ?? "")).toBe(false);
});

describe("a refused sign-in does the same work whether or not the name exists", () => {
  /** Counts a piece of work's queries, and how many passwords it compares. */
  async function count(work: (control: typeof world.control) => Promise<unknown>) {
    let queries = 0;
    const control = world.control.withPlugin({
      transformQuery: ({ node }) => node,
      // Includes compiled queries, which are built for the first call only.
      transformResult: async ({ result }) => {
        queries += 1;
        return result;
      },
    });
    moment.compared = 0;
    await work(control);
    return { queries, compared: moment.compared };
  }

  const workOf = (identifier: string) =>
    count(async (control) =>
      expect(await enter({ identifier, password: "wrong", control })).toHaveProperty("ok", false),
    );

  test("a refused sign-in by club code does the same work whether or not the code exists", async () => {
    expect(await workOf("lakeside7")).toEqual(await workOf("nowhere7"));
  });

  test("a refused sign-in by email does the same work for nobody, a coach, a club, and both", async () => {
    const hawks = await world.team(lakeside, "Hawks");
    await world.person("Dana Coach", lakeside, [{ team: hawks, role: "coach" }]);
    const both = await world.club("Riverside", { code: "riverside7" });
    await world.person("Both Sides", lakeside, [{ team: hawks, role: "coach" }]);
    await world.control
      .updateTable("clubs")
      .set({ email: "both.sides@people.example" })
      .where("code", "=", both.code)
      .execute();
    const nobody = await workOf("nobody@people.example");
    expect(nobody).toEqual({ queries: 1, compared: 2 });
    for (const email of [
      "dana.coach@people.example",
      "admin@lakeside7.example",
      "both.sides@people.example",
    ]) {
      expect(await workOf(email), email).toEqual(nobody);
    }
  });

  test("a refused sign-in of staff does the same work for every address, as does asking for a new password", async () => {
    const { checkAdminPassword } = await import("#app/auth/admin-sign-in.server.ts");
    const { requestAdminReset } = await import("#app/domain/control/platform/reset-admin-password.server.ts");
    const { email: known } = await staffOf(world).staff();
    const workOfStaff = (email: string) =>
      count(async (control) => {
        const checked = await checkAdminPassword(
          contextOf(control),
          { email, password: "wrong" },
          async () => null,
        );
        expect(checked).toEqual({ ok: false, problem: "wrong" });
      });
    const unknown = await workOfStaff("nobody@goodside.example");
    expect(unknown).toEqual({ queries: 1, compared: 1 });
    expect(await workOfStaff(known)).toEqual(unknown);
    const reset = (email: string) => count((control) => requestAdminReset(control, email));
    expect(await reset(known)).toEqual(await reset("nobody@goodside.example"));
  });
});
