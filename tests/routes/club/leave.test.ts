import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { openWorld } from "../../support/world.ts";

const world = await openWorld();
const { control } = world;
afterAll(() => world.close());
const { openReadOnly } = await import("#app/db/file-engine.server.ts");
const { SUBJECTS } = await import("#app/domain/club/leaving/subjects.server.ts");
const { env } = await import("#app/config/env.server.ts");

const club = await world.club("Leaving FC");
const cookie = await world.signIn(club.adminAccount, club.code);
const leftovers = () => readdirSync(env().dataDir).filter((name) => name.startsWith(".leaving-"));

// product/privacy.md#leaving
test("the download is one zip that opens, with the whole file and a guarded CSV of each subject", async () => {
  await world.platform.clubs.use(club.code, (db) =>
    db.updateTable("club").set({ description: "=HYPERLINK(1)" }).execute(),
  );
  const answer = await world.ask("/club/leave/download", { cookie, form: {} });
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "application/zip"]);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const root = `goodside-${club.code}`;
  const names = Object.keys(files);
  for (const subject of SUBJECTS) expect(names).toContain(`${root}/tables/${subject}.csv`);
  for (const name of ["README.txt", "evidence.json", "payments.csv", "club.sqlite"])
    expect(names).toContain(`${root}/${name}`);
  expect(Buffer.from(files[`${root}/tables/club.csv`] ?? []).toString()).toContain("'=HYPERLINK(1)");
  const copy = join(env().dataDir, "opened.sqlite");
  writeFileSync(copy, files[`${root}/club.sqlite`] ?? new Uint8Array());
  const opened = openReadOnly(copy);
  expect(opened.prepare("select name from club").all()).toEqual([{ name: "Leaving FC" }]);
  expect(opened.pragma("integrity_check", { simple: true })).toBe("ok");
  opened.close();
  expect(leftovers()).toEqual([]);
  const audit = await control
    .selectFrom("audit")
    .select("club_code")
    .where("kind", "=", "export.everything")
    .execute();
  expect(audit).toEqual([{ club_code: club.code }]);
});

test("the payments and the documents of the verification are in it, and readable", async () => {
  const { storeDocument } = await import("#app/files/stored-documents.server.ts");
  const at = "2026-09-01T12:00:00.000Z";
  const plain = join(env().dataDir, "roster.txt");
  writeFileSync(plain, "90 players on the roster");
  const sha256 = await storeDocument(club.code, "doc-1", plain);
  await control
    .insertInto("verifications")
    .values({
      ...{ id: "ver-1", number: 1, club_code: club.code, status: "approved", actual_players: 90, notes: "" },
      ...{ reviewed_by: null, version: 1, created_at: at, submitted_at: at, reviewed_at: at },
    })
    .execute();
  const document = { club_code: club.code, name: "../roster.pdf", type: "pdf", bytes: 24, sha256 } as const;
  await control
    .insertInto("verification_documents")
    .values({ id: "doc-1", verification_id: "ver-1", ...document, stored_at: at })
    .execute();
  await control
    .insertInto("ledger")
    .values({
      ...{ id: "paid", kind: "payment", stripe_id: "ch_paid", payment_intent_id: "pi_paid" },
      ...{ club_code: club.code, amount_cents: 74_900, moved_at: at, recorded_at: at },
    })
    .execute();
  const answer = await world.ask("/club/leave/download", { cookie, form: {} });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const textOf = (name: string) => Buffer.from(files[`goodside-${club.code}/${name}`] ?? []).toString();
  expect(textOf("payments.csv")).toContain(`payment,749.00,${at},ch_paid`);
  const [path = ""] = Object.keys(files).filter((name) => name.includes("/verification/"));
  expect(path.slice(path.lastIndexOf("/") + 1)).toMatch(/^1-[^/]*roster\.pdf$/);
  expect(Buffer.from(files[path] ?? []).toString()).toBe("90 players on the roster");
});

test("a download that is cut leaves no copy behind", async () => {
  const answer = await world.ask("/club/leave/download", { cookie, form: {} });
  const reader = answer.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(leftovers).toEqual([]);
});

test("a club is cancelled with the password only, can be used on, and is taken back", async () => {
  const cancelled = async () =>
    (
      await control
        .selectFrom("clubs")
        .select("cancelled_at")
        .where("code", "=", club.code)
        .executeTakeFirst()
    )?.cancelled_at;
  const wrong = await world.ask("/club/leave/cancel", { cookie, form: { current: "not it" } });
  expect(wrong.status).toBe(422);
  expect(await cancelled()).toBeNull();
  const { hashPassword } = await import("#app/domain/control/passwords/password.server.ts");
  await control
    .updateTable("accounts")
    .set({ password_hash: await hashPassword("Leaving-Now-42") })
    .where("id", "=", club.adminAccount)
    .execute();
  const right = await world.ask("/club/leave/cancel", { cookie, form: { current: "Leaving-Now-42" } });
  expect([right.status, right.headers.get("Location")]).toEqual([303, "/club/leave"]);
  expect(await cancelled()).toMatch(/^\d{4}-/);
  const mails = await control.selectFrom("mails").select("tag").where("tag", "=", "club-cancelled").execute();
  expect(mails).toHaveLength(2);
  expect(await (await world.ask("/club/leave", { cookie })).text()).toContain("Keep the Club");
  expect((await world.ask("/teams", { cookie })).status).toBe(200);
  expect((await world.ask("/club/leave", { cookie, form: {} })).status).toBe(303);
  expect(await cancelled()).toBeNull();
});

test("the copy of a process that died is removed after a day", async () => {
  const { removeLeftCopies } = await import("#app/journeys/leaving/pack-club.server.ts");
  const folder = join(env().dataDir, ".leaving-dead");
  mkdirSync(folder);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  utimesSync(folder, hoursAgo(23), hoursAgo(23));
  await removeLeftCopies();
  expect(leftovers()).toEqual([".leaving-dead"]);
  utimesSync(folder, hoursAgo(25), hoursAgo(25));
  await removeLeftCopies();
  expect(leftovers()).toEqual([]);
});
