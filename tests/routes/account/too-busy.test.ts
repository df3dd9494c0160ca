import { availableParallelism } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdHashing } from "#tests/support/hold-hashing.ts";
import { cookiesOf, STAFF_PASSWORD, shownAuthenticator, staffOf } from "#tests/support/staff.ts";
import { openWorld } from "#tests/support/world.ts";

const KEY = "a-setup-key-of-32-characters-1234567";
process.env.ADMIN_SETUP_KEY = KEY;
const world = await openWorld();
const { control } = world;
const { createLink } = await import("#app/domain/control/links/links.server.ts");
const { linkToken } = await import("#app/runtime/ids.server.ts");
const PASSWORD = "Corner-Kick7";
const chosen = { password: PASSWORD, confirmPassword: PASSWORD };
const lakeside = await world.club("Lakeside", { code: "lakeside7" });
const hawks = await world.team(lakeside, "Hawks");
const dana = await world.person("Dana Coach", lakeside, [{ team: hawks, role: "coach" }]);
const email = "dana.coach@people.example";
const ada = await world.signIn(lakeside.adminAccount, lakeside.code);
const coach = await world.signIn(dana, lakeside.code);

async function link(purpose: "reset" | "setup", token: string) {
  const subject_id = purpose === "reset" ? dana : lakeside.code;
  await createLink(control, { purpose, club_code: lakeside.code, subject_id, email, token }, new Date());
}
await link("reset", "rst_busy");
await link("setup", "set_busy");

/** Returns the page behind the invitation of a coach. */
async function invited(to: string): Promise<string> {
  await world.ask(`/teams/${hawks}/invite`, {
    cookie: ada,
    form: { role: "coach", coachRole: "assistant", email: to },
  });
  const { staff } = await world.platform.clubs.use(lakeside.code, async (db) => ({
    staff: await db.selectFrom("staff").selectAll().where("email", "=", to).executeTakeFirstOrThrow(),
  }));
  const token = linkToken("invitation", staff.id, staff.issue);
  return `/account/invitation?role=coach&team=${hawks}&token=${token}`;
}
const newcomer = await invited("new@people.example");

const { staff, signIn, withAuthenticator } = staffOf(world);
const { email: moderator } = await staff();
const { email: setsUp } = await staff();
const settingUp = await signIn(setsUp).then(cookiesOf);
const { token } = await shownAuthenticator(world, settingUp);
const robin = await withAuthenticator();
const half = await signIn(robin.email).then(cookiesOf);
const superAdmin = await world.signInStaff("super_admin");
await world.ask("/admin/staff", {
  cookie: superAdmin,
  form: { email: "mo@goodside.example", role: "moderator" },
});
const invitation = await control
  .selectFrom("platform_invitations")
  .select(["id", "issue"])
  .where("email", "=", "mo@goodside.example")
  .executeTakeFirstOrThrow();
const staffLink = `/admin/invitation?token=${linkToken("staff-invitation", invitation.id, invitation.issue)}`;

// The setup is open while there is no super admin.
await control.updateTable("platform_admins").set({ role: "admin" }).execute();
const keyed = await world.ask("/admin/register", { form: { setupKey: KEY } }).then(cookiesOf);
const registering = await world
  .ask("/admin/register?step=2", {
    cookie: keyed,
    form: { firstName: "Robin", lastName: "Reyes", email: "first@goodside.example", company: "" },
  })
  .then(cookiesOf);

let hashing: Awaited<ReturnType<typeof holdHashing>>;
let crowd: Promise<Response>[] = [];

beforeAll(async () => {
  const stranger = (n: number) =>
    world.ask("/club/login", {
      form: { identifier: `nobody${n}`, password: PASSWORD },
      ip: `198.51.${Math.floor(n / 250)}.${n % 250}`,
    });
  // Caches the preparation of the first try of a name without an account.
  await stranger(0);
  hashing = await holdHashing();
  const fits = Math.max(1, availableParallelism() - 1) + 60;
  crowd = Array.from({ length: fits + 1 }, (_, n) => stranger(n + 1));
  // The last one is refused once the queue is full.
  await Promise.race(crowd);
});
afterAll(async () => {
  await hashing.release();
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 422)).toEqual([503]);
  await world.close();
});

const person = { firstName: "Mo", lastName: "Diaz", terms: "on" };
const joining = {
  fullName: "Nia New",
  phone: "555 010 0199",
  state: "TX",
  city: "Austin",
  agreedToTerms: "on",
};

test.each<[string, string, Record<string, string>, { cookie?: string; kept?: string[] }]>([
  [
    "a club's sign-in",
    "/club/login",
    { identifier: "LAKESIDE7", password: PASSWORD },
    { kept: ["LAKESIDE7"] },
  ],
  ["a person's sign-in", "/club/login", { identifier: email, password: PASSWORD }, { kept: [email] }],
  ["a reset", "/account/reset-password?token=rst_busy", chosen, {}],
  ["a club's setup", `/account/set-up-password?code=${lakeside.code}&token=set_busy`, chosen, {}],
  ["an invitation", newcomer, { ...joining, ...chosen }, { kept: ["Nia New", "555 010 0199", "Austin"] }],
  ["an own new password", "/account/password", { current: "Sideline-2026", ...chosen }, { cookie: coach }],
  [
    "a change of one's own email",
    "/account/email",
    { intent: "ask", email: "dana@elsewhere.example", current: "Sideline-2026" },
    { cookie: coach, kept: ["dana@elsewhere.example"] },
  ],
  ["a sign-in of staff", "/admin/login", { email: moderator, password: PASSWORD }, { kept: [moderator] }],
  ["a recovery code", "/admin/login/recovery", { code: robin.codes[0] }, { cookie: half }],
  [
    "a registration of staff",
    "/admin/register?step=3",
    { role: "super_admin", terms: "on", ...chosen },
    { cookie: registering },
  ],
  ["an invitation of staff", staffLink, { ...person, ...chosen }, { kept: ["Mo", "Diaz"] }],
  [
    "a new authenticator",
    "/admin/account/authenticator",
    { password: STAFF_PASSWORD, token, code: "123456" },
    { cookie: settingUp },
  ],
  [
    "an authenticator switched off",
    "/admin/account/authenticator/off",
    { password: STAFF_PASSWORD, code: "123456" },
    { cookie: robin.cookie },
  ],
  [
    "new recovery codes",
    "/admin/account/recovery-codes",
    { password: STAFF_PASSWORD, code: "123456" },
    { cookie: robin.cookie },
  ],
  [
    "a new password of staff",
    "/admin/account/password",
    { current: STAFF_PASSWORD, ...chosen },
    { cookie: robin.cookie },
  ],
])(
  "%s on a busy site reports it, with the time to retry, and keeps the typed values",
  async (_, path, form, more) => {
    const answer = await world.ask(path, { form, cookie: more.cookie, ip: "203.0.113.200" });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "10"]);
    const html = await answer.text();
    expect(html).toContain("Please wait a few seconds and send this again.");
    expect(html).toContain("<title>Error: ");
    expect(html).toContain('method="post"');
    for (const typed of more.kept ?? []) expect(html).toContain(`value="${typed}"`);
    for (const secret of [PASSWORD, STAFF_PASSWORD, "Sideline-2026", robin.codes[0]])
      expect(html).not.toContain(secret);
  },
);
