import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { parentLink } from "#tests/support/parent-link.ts";
import { rawTables } from "#tests/support/raw-tables.ts";
import { tracesOf } from "#tests/support/traces.ts";

const { world, lakeside, hawks, riverside, lynxes, dana, ada } = await openLakeside();
afterAll(() => world.close());
const { newId } = await import("#app/runtime/ids.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const PASSWORD = "Sideline-2026";
const PATH = "/account/delete";
const EMAIL = "dana.reyes@people.example";

const remove = (cookie: string, form: Record<string, string>) => world.ask(PATH, { cookie, form });
const accountOf = (id: string) =>
  world.control.selectFrom("accounts").select("id").where("id", "=", id).executeTakeFirst();
const sendNothing = async () => {
  await world.control.updateTable("mails").set({ status: "sent" }).where("status", "=", "queued").execute();
};
const runJobs = () => runDueJobs(world.platform, { ...jobHandlers, "mail.send": sendNothing });

async function rate(by: string, name: string) {
  const game = await world.game(lakeside, hawks, 3);
  const rating = {
    id: newId(),
    game_id: game,
    side: "coach" as const,
    score: 20 as const,
    reason: "",
    tags: "[]",
    submission_key: newId(),
    given_by: by,
    given_by_name: name,
    given_as: "head" as const,
    correction_reason: "",
    saw_other: 0,
    given_at: new Date().toISOString(),
    superseded_at: null,
  };
  await world.platform.clubs.use(lakeside.code, (db) => db.insertInto("ratings").values(rating).execute());
}

async function invite(email: string) {
  const at = new Date().toISOString();
  await world.platform.clubs.use(riverside.code, (db) =>
    db
      .insertInto("staff")
      .values({
        id: newId(),
        team_id: lynxes,
        role: "coach",
        coach_role: "head",
        email,
        name: "Dana Reyes",
        status: "pending",
        issue: 1,
        invited_at: at,
        expires_at: at,
      })
      .execute(),
  );
}

// product/privacy.md#deleting-an-account
test("deleting needs the password and the typed word, and names the missing one", async () => {
  const wrong = await remove(dana.cookie, { current: "Wrong-Password-1", confirm: "DELETE" });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain("That is not your current password.");
  const untyped = await remove(dana.cookie, { current: PASSWORD, confirm: "yes" });
  expect(untyped.status).toBe(422);
  expect(await untyped.text()).not.toContain(PASSWORD);
  expect(await accountOf(dana.id)).toBeDefined();
});

test("the club's own sign-in is not deleted, and the page gives the reason", async () => {
  expect(await (await world.ask(PATH, { cookie: ada.cookie })).text()).toContain("belongs to the club");
  expect((await remove(ada.cookie, { current: PASSWORD, confirm: "DELETE" })).status).toBe(422);
  expect(await accountOf(ada.id)).toBeDefined();
});

test("the last administrator who can sign in stays, and reads what to do first", async () => {
  const eve = await world.person("Eve Last", riverside, []);
  await world.control
    .updateTable("memberships")
    .set({ role: "club_admin" })
    .where("account_id", "=", eve)
    .execute();
  await world.control
    .updateTable("accounts")
    .set({ password_hash: null })
    .where("id", "=", riverside.adminAccount)
    .execute();
  const cookie = await world.signIn(eve, riverside.code);
  const page = await (await world.ask(PATH, { cookie })).text();
  expect(page).toContain("You are the last administrator of Riverside SC");
  expect(page).not.toContain('name="current"');
  expect((await remove(cookie, { current: PASSWORD, confirm: "DELETE" })).status).toBe(422);
  expect(await accountOf(eve)).toBeDefined();
});

test("the page counts what is deleted and what stays", async () => {
  await rate(dana.id, "Dana Reyes");
  const page = (await (await world.ask(PATH, { cookie: dana.cookie })).text()).replaceAll(/<!-- -->/g, "");
  expect(page).toContain("1 team");
  expect(page).toContain("1 rating you gave");
});

test("an account is deleted with sessions and roles, ratings stay as a former coach's, and the address is in no file", async () => {
  const phone = await world.signIn(dana.id, lakeside.code);
  await invite(EMAIL);
  // Her actions on parents' agreements are recorded by name alone.
  await parentLink(world, lakeside, { children: [{ name: "Kim Parent", teamId: hawks }] });
  await world.platform.clubs.use(lakeside.code, async (db) => {
    await db.updateTable("agreement_events").set({ by_name: "Dana Reyes" }).execute();
    await db.updateTable("children").set({ added_by: "Dana Reyes" }).execute();
    const { id } = await db.selectFrom("children").select("id").executeTakeFirstOrThrow();
    const before = JSON.stringify({ team_id: null, added_by: "Dana Reyes", team_since: null });
    await db
      .insertInto("contact_undo")
      .values({ import_id: "of-dana", subject: "child", subject_id: id, before })
      .execute();
  });
  const answer = await remove(dana.cookie, { current: PASSWORD, confirm: "delete" });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/club/login"]);
  expect(await accountOf(dana.id)).toBeUndefined();
  expect((await world.ask("/dashboard", { cookie: phone })).headers.get("Location")).toContain("/club/login");
  const [mail] = await world.control
    .selectFrom("mails")
    .select("to_address")
    .where("tag", "=", "account-deleted")
    .execute();
  expect(mail?.to_address).toBe(EMAIL);

  await runJobs();
  const { ratings, events, staff, children, undo } = await world.platform.clubs.use(
    lakeside.code,
    async (db) => ({
      ratings: await db.selectFrom("ratings").select("given_by_name").execute(),
      events: await db.selectFrom("agreement_events").select("by_name").execute(),
      children: await db.selectFrom("children").select("added_by").execute(),
      undo: await db.selectFrom("contact_undo").select("before").execute(),
      staff: await db
        .selectFrom("staff")
        .select(["status", "name", "email"])
        .where("role", "=", "coach")
        .execute(),
    }),
  );
  expect(ratings).toEqual([{ given_by_name: "A former coach" }]);
  expect(events).toEqual([{ by_name: "A former member" }]);
  expect(children).toEqual([{ added_by: "A former member" }]);
  expect(undo.map(({ before }) => JSON.parse(before))).toEqual([
    { team_id: null, added_by: "A former member", team_since: null },
  ]);
  expect(staff).toEqual([{ status: "removed", name: "A former coach", email: "" }]);

  // The mail that confirmed it is checked an hour later.
  await world.control
    .updateTable("jobs")
    .set({ run_at: new Date(0).toISOString() })
    .where("status", "=", "queued")
    .execute();
  await runJobs();
  for (const word of [EMAIL, "Dana Reyes"])
    expect(await tracesOf(world.dataDir, [lakeside.code, riverside.code], word)).toEqual([]);
});

test("a club whose file is away during a deletion erases the person once the file is back", async () => {
  const name = "Finn Away";
  const finn = await world.person(name, lakeside, [{ team: hawks, role: "coach" }]);
  const cookie = await world.signIn(finn, lakeside.code);
  await remove(cookie, { current: PASSWORD, confirm: "DELETE" });
  const { ClubUnavailable } = await import("#app/db/club-unavailable.server.ts");
  const clubs = world.platform.clubs;
  const use = clubs.use.bind(clubs);
  clubs.use = () => Promise.reject(new ClubUnavailable("away", lakeside.code, "missing"));
  await runJobs();
  clubs.use = use;
  await world.control
    .updateTable("jobs")
    .set({ run_at: new Date(0).toISOString() })
    .where("status", "=", "queued")
    .execute();
  await runJobs();
  const rows = await use(lakeside.code, (db) =>
    db.selectFrom("staff").select("id").where("name", "=", name).execute(),
  );
  expect(rows).toEqual([]);
});

test("a person who signs up again with the address is another one, and a later invitation stays", async () => {
  const gus = await world.person("Gus Again", lakeside, [{ team: hawks, role: "coach" }]);
  const email = "gus.again@people.example";
  await remove(await world.signIn(gus, lakeside.code), { current: PASSWORD, confirm: "DELETE" });
  await new Promise((resolve) => setTimeout(resolve, 5));
  await invite(email);
  await runJobs();
  const rows = await world.platform.clubs.use(riverside.code, (db) =>
    db.selectFrom("staff").select("status").where("email", "=", email).execute(),
  );
  expect(rows).toEqual([{ status: "pending" }]);
});

test("passkeys are deleted with their account", async () => {
  const pia = await world.person("Pia Passkey", lakeside, [{ team: hawks, role: "coach" }]);
  await world.control
    .insertInto("passkeys")
    .values({
      ...{ id: "credential", account_id: pia, public_key: "publickey", counter: 0, transports: "usb" },
      ...{ name: "Pia's phone", created_at: new Date().toISOString(), last_used_at: null },
    })
    .execute();
  await remove(await world.signIn(pia, lakeside.code), { current: PASSWORD, confirm: "DELETE" });
  const left = await world.control
    .selectFrom("passkeys")
    .select("id")
    .where("account_id", "=", pia)
    .execute();
  const account = await world.control.selectFrom("accounts").select("id").where("id", "=", pia).execute();
  expect([left, account]).toEqual([[], []]);
});

test("no table keeps an account from being deleted", async () => {
  const control = await rawTables(world.dataDir, null);
  const keeping = await control.all<{ name: string }>(
    process.env.DATABASE_URL
      ? `select distinct conrelid::regclass::text as name from pg_constraint
          where confrelid = 'accounts'::regclass and confdeltype <> 'c'`
      : `select distinct t.name from sqlite_master as t, pragma_foreign_key_list(t.name) as k
          where t.type = 'table' and k."table" = 'accounts' and k.on_delete <> 'CASCADE'`,
  );
  await control.close();
  // Each of these is emptied by deleteAccount.
  expect(keeping.map(({ name }) => name).sort()).toEqual([
    "email_changes",
    "memberships",
    "passkeys",
    "sessions",
  ]);
});
