import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { openWorld } from "../../support/world.ts";

const world = await openWorld();
const { control, platform } = world;
afterAll(() => world.close());
const { runClocks } = await import("#app/journeys/retention/clocks.server.ts");
const { env } = await import("#app/config/env.server.ts");
const { enqueue } = await import("#app/queue/queue.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");

const DAY = 86_400_000;
const at = (text: string) => new Date(text);
const counts = async (when: Date, dryRun = false) =>
  Object.fromEntries(
    (await runClocks(platform, { at: when, dryRun })).map(({ name, count }) => [name, count]),
  );

/** Adds a person without a club who signed in last at a moment. */
async function person(email: string, last: string): Promise<string> {
  const id = email.replace("@", "-");
  await control
    .insertInto("accounts")
    .values({
      id,
      kind: "person",
      email,
      club_code: null,
      name: "Nora Canary",
      phone: "",
      state: "",
      city: "",
      password_hash: null,
      password_changed_at: null,
      terms_accepted_at: null,
      terms_version: null,
      terms_asked: null,
      terms_mailed: null,
      last_sign_in_at: last,
      created_at: last,
      lite_since: null,
    })
    .execute();
  return id;
}
const isHere = async (id: string) =>
  (await control.selectFrom("accounts").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

beforeEach(async () => {
  await control.deleteFrom("jobs").execute();
});

// product/privacy.md#retention
test("an unused account is told 30 days before, and deleted three years after its last sign-in", async () => {
  const id = await person("nora@unused.example", "2020-01-31T12:00:00.000Z");
  expect((await counts(at("2023-01-01T11:59:59.999Z")))["accounts to warn"]).toBe(0);
  expect((await counts(at("2023-01-01T12:00:00.000Z"), true))["accounts to warn"]).toBe(1);
  expect((await counts(at("2023-01-01T12:00:00.000Z")))["accounts to warn"]).toBe(1);
  expect((await counts(at("2023-01-02T12:00:00.000Z")))["accounts to warn"]).toBe(0);
  expect((await counts(at("2023-01-31T11:59:59.999Z")))["unused accounts"]).toBe(0);
  expect((await counts(at("2023-01-31T12:00:00.000Z"), true))["unused accounts"]).toBe(1);
  expect(await isHere(id)).toBe(true);
  expect((await counts(at("2023-01-31T12:00:00.000Z")))["unused accounts"]).toBe(1);
  expect(await isHere(id)).toBe(false);
});

test("a sign-in after the warning keeps the account, and it is told again three years on", async () => {
  const id = await person("kim@unused.example", "2020-01-31T12:00:00.000Z");
  await counts(at("2023-01-05T00:00:00.000Z"));
  await control
    .updateTable("accounts")
    .set({ last_sign_in_at: "2023-01-20T00:00:00.000Z" })
    .where("id", "=", id)
    .execute();
  expect((await counts(at("2023-03-01T00:00:00.000Z")))["unused accounts"]).toBe(0);
  expect(await isHere(id)).toBe(true);
  // Three years and more later the old warning counts for nothing.
  expect((await counts(at("2026-03-01T00:00:00.000Z"), true))["unused accounts"]).toBe(0);
  expect((await counts(at("2026-01-15T00:00:00.000Z"), true))["accounts to warn"]).toBe(1);
  await control.deleteFrom("accounts").where("id", "=", id).execute();
});

test("an account with an open session is neither told nor deleted as unused", async () => {
  const id = await person("lou@unused.example", "2020-01-31T12:00:00.000Z");
  const moment = "2023-03-05T00:00:00.000Z";
  await control
    .updateTable("accounts")
    .set({ unused_notified_at: "2023-01-02T00:00:00.000Z" })
    .where("id", "=", id)
    .execute();
  const open = (expires_at: string) =>
    control.updateTable("sessions").set({ expires_at }).where("account_id", "=", id).execute();
  await world.signIn(id, null);
  await open("2023-03-05T00:00:00.001Z");
  expect((await counts(at(moment), true))["unused accounts"]).toBe(0);
  await open(moment);
  expect((await counts(at(moment), true))["unused accounts"]).toBe(1);
  await control.deleteFrom("sessions").where("account_id", "=", id).execute();
  await control.deleteFrom("accounts").where("id", "=", id).execute();
});

test("the only administrator with a password of a club whose year runs is kept", async () => {
  const id = await person("uma@unused.example", "2020-01-31T12:00:00.000Z");
  const club = await world.club("Only One FC");
  const moment = at("2023-02-01T00:00:00.000Z");
  const now = new Date().toISOString();
  await control
    .insertInto("memberships")
    .values({
      account_id: id,
      club_code: club.code,
      role: "club_admin",
      created_at: now,
      last_sign_in_at: null,
    })
    .execute();
  const others = (password_hash: string | null) =>
    control.updateTable("accounts").set({ password_hash }).where("id", "=", club.adminAccount).execute();
  await others(null);
  expect((await counts(moment, true))["accounts to warn"]).toBe(0);
  await others("a hash");
  expect((await counts(moment, true))["accounts to warn"]).toBe(1);
  await others(null);
  const ended = { term_ends_at: "2023-01-01T00:00:00.000Z" };
  await control.updateTable("clubs").set(ended).where("code", "=", club.code).execute();
  expect((await counts(moment, true))["accounts to warn"]).toBe(1);
  await control.deleteFrom("memberships").where("account_id", "=", id).execute();
  await control.deleteFrom("accounts").where("id", "=", id).execute();
});

test("files that a restore put aside go after 30 days, and nothing else there", async () => {
  const aside = join(env().dataDir, "replaced");
  const copy = (name: string) => {
    mkdirSync(join(aside, name), { recursive: true });
    writeFileSync(join(aside, name, "control.sqlite"), "rows of an erased parent");
  };
  for (const name of ["20230101-120000-579", "lakeside-20230102-120000-310.sqlite", "by-hand"]) copy(name);
  const clock = "copies that restores put aside";
  expect((await counts(at("2023-01-31T11:59:59.000Z")))[clock]).toBe(0);
  expect((await counts(at("2023-01-31T12:00:00.000Z"), true))[clock]).toBe(1);
  expect((await counts(at("2023-01-31T12:00:00.000Z")))[clock]).toBe(1);
  expect(readdirSync(aside).sort()).toEqual(["by-hand", "lakeside-20230102-120000-310.sqlite"]);
  expect((await counts(at("2023-02-01T12:00:00.000Z")))[clock]).toBe(1);
  expect(readdirSync(aside)).toEqual(["by-hand"]);
  rmSync(aside, { recursive: true });
});

test("payments go seven years after they moved, and not a day before", async () => {
  const moved = "2020-05-01T00:00:00.000Z";
  await control
    .insertInto("ledger")
    .values({
      id: "old",
      kind: "payment",
      stripe_id: "ch_old",
      payment_intent_id: "pi_old",
      club_code: null,
      amount_cents: 100,
      moved_at: moved,
      recorded_at: moved,
    })
    .execute();
  expect((await counts(at("2027-04-30T00:00:00.000Z"))).payments).toBe(0);
  expect((await counts(at("2027-05-01T00:00:00.000Z"), true)).payments).toBe(1);
  expect((await counts(at("2027-05-01T00:00:00.000Z"))).payments).toBe(1);
  expect(await control.selectFrom("ledger").selectAll().where("id", "=", "old").execute()).toEqual([]);
});

test("a cancelled club is erased 90 days after its year, leaving no byte of it but its payments and its code", async () => {
  const club = await world.club("Canary Hollow FC");
  const stays = await world.club("Staying FC");
  const row = await control
    .selectFrom("clubs")
    .selectAll()
    .where("code", "=", club.code)
    .executeTakeFirstOrThrow();
  const due = new Date(Date.parse(row.term_ends_at) + 90 * DAY);
  expect((await counts(due, true))["cancelled clubs"]).toBe(0);
  await control
    .updateTable("clubs")
    .set({ cancelled_at: row.created_at })
    .where("code", "=", club.code)
    .execute();
  expect((await counts(new Date(due.getTime() - 1), true))["cancelled clubs"]).toBe(0);
  const late = new Date(due.getTime() - 6 * DAY).toISOString();
  await control.updateTable("clubs").set({ cancelled_at: late }).where("code", "=", club.code).execute();
  expect((await counts(due, true))["cancelled clubs"]).toBe(0);
  await control
    .updateTable("clubs")
    .set({ cancelled_at: row.created_at })
    .where("code", "=", club.code)
    .execute();
  expect((await counts(due, true))["cancelled clubs"]).toBe(1);
  expect(await platform.clubs.has(club.code)).toBe(true);
  const aside = join(env().dataDir, "replaced");
  const copies = (code: string) => [
    `${code}-20991124-101512-310.sqlite`,
    `${code}-20991124-101512-310-uploads/document`,
    `20991124-101512-579/clubs/${code}.sqlite`,
    `20991124-101512-579/clubs/${code}.sqlite-wal`,
    `20991124-101512-579/uploads/${code}/document`,
  ];
  for (const path of [...copies(club.code), ...copies(stays.code)]) {
    mkdirSync(dirname(join(aside, path)), { recursive: true });
    writeFileSync(join(aside, path), path.includes(club.code) ? "Canary Hollow" : "Staying");
  }
  for (const { code } of [club, stays])
    await enqueue(control, { kind: "agreement.mails", payload: { clubCode: code }, runAt: new Date("2999") });
  expect((await counts(due))["cancelled clubs"]).toBe(1);
  const waiting = await control.selectFrom("jobs").select("payload").where("run_at", ">", "2990").execute();
  expect(waiting.map(({ payload }) => JSON.parse(payload))).toEqual([{ clubCode: stays.code }]);
  for (const path of copies(club.code)) expect([path, existsSync(join(aside, path))]).toEqual([path, false]);
  for (const path of copies(stays.code)) expect([path, existsSync(join(aside, path))]).toEqual([path, true]);
  rmSync(aside, { recursive: true });
  expect(await platform.clubs.has(club.code)).toBe(false);
  expect(await platform.clubs.has(stays.code)).toBe(true);
  await runDueJobs(platform);
  for (const file of filesBelow(env().dataDir))
    expect([file, readFileSync(file).includes("Canary Hollow")]).toEqual([file, false]);
  const erased = await control.selectFrom("erased_clubs").select("code").execute();
  expect(erased).toEqual([{ code: club.code }]);
  const audit = await control
    .selectFrom("audit")
    .select(["subject", "detail"])
    .where("kind", "=", "club.erased")
    .execute();
  expect(audit).toMatchObject([{ subject: club.code }]);
  expect((await counts(due))["cancelled clubs"]).toBe(0);
});

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
