import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testOnFiles } from "#tests/support/on-files.ts";
import { openWorld, type TestClub } from "../../support/world.ts";

/** A club that is erased on request, its neighbors, and the certificate (product/privacy.md#erasing-a-club). */

const world = await openWorld();
const { control, platform } = world;
afterAll(() => world.close());
const { backUp } = await import("#scripts/backup/backup.ts");
const { restoreClub } = await import("#scripts/restore/club.ts");
const { main: club } = await import("#scripts/club.ts");
const { runCommand } = await import("#tests/support/command.ts");
const { env } = await import("#app/config/env.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { runClocks } = await import("#app/journeys/retention/clocks.server.ts");
const { eraseClub } = await import("#app/journeys/retention/erase-club.server.ts");
const { findErasure, keepOrderedClub, keptPayments, orderErasureNow } = await import(
  "#app/domain/control/retention/club-erasures.server.ts"
);

const asked = "A letter of the Smith family's lawyer of November 2";
const later = () => new Date(Date.now() + 1_000);
const due = async () =>
  (await runClocks(platform, { at: later(), dryRun: true })).find(
    ({ name }) => name === "clubs to erase on request",
  )?.count;

/** Makes a club with a team, a game, a coach of its own and one whom it shares. */
async function canaries(code: string): Promise<{ club: TestClub; other: TestClub }> {
  const made = await world.club(`Canary ${code} FC`, { code });
  const other = await world.club(`Neighbor of ${code}`, { code: `${code}next` });
  const hawks = await world.team(made, "Canary Hawks");
  await world.game(made, hawks, 30);
  await world.person(`Cora Canary ${code}`, made, [{ team: hawks, role: "coach" }]);
  return { club: made, other };
}

test("an ordered erasure leaves no row of the club, and its certificate counts what went", async () => {
  const { club: lost, other } = await canaries("oak");
  await pay(lost);
  expect(await orderErasureNow(control, lost.code, asked)).toEqual({ ok: true });
  expect(await orderErasureNow(control, lost.code, "again")).toEqual({ ok: false, problem: "ordered" });
  expect(await due()).toBe(1);
  await runClocks(platform, { at: later() });
  await runDueJobs(platform);
  expect([await platform.clubs.has(lost.code), await platform.clubs.has(other.code)]).toEqual([false, true]);
  const erasure = await findErasure(control, lost.code);
  expect(erasure).toMatchObject({ name: "Canary oak FC", reason: asked, ordered_by: null, people: 1 });
  expect(JSON.parse(erasure?.erased_rows ?? "")).toMatchObject({ Teams: 1, Games: 1 });
  expect(erasure?.backups_until).toBe(
    new Date(Date.parse(erasure?.erased_at ?? "") + 30 * 86_400_000).toISOString().slice(0, 10),
  );
  expect(await keptPayments(control, lost.code)).toEqual({ payments: 1, until: "2033-03-01T00:00:00.000Z" });
  expect(await rowsThatName(lost.code)).toEqual(["audit", "club_erasures", "erased_clubs", "ledger"]);
  expect(await due()).toBe(0);
});

testOnFiles("no file below the data folder names its people any more", async () => {
  const { club: lost } = await canaries("elm");
  await orderErasureNow(control, lost.code, asked);
  await runClocks(platform, { at: later() });
  await runDueJobs(platform);
  for (const path of filesBelow(env().dataDir))
    expect([path, readFileSync(path).includes("Cora Canary elm")]).toEqual([path, false]);
});

testOnFiles("a backup of before does not bring one club back that was erased", async () => {
  const { club: lost } = await canaries("gum");
  const to = mkdtempSync(join(tmpdir(), "goodside-backup-"));
  await backUp({ dataDir: env().dataDir, to }, () => {});
  await orderErasureNow(control, lost.code, asked);
  await runClocks(platform, { at: later() });
  const restored = restoreClub(
    { platform, dataDir: env().dataDir, mode: "test" },
    { from: to, code: "gum" },
    () => {},
  );
  await expect(restored).rejects.toThrow(/^GUM was erased here on .*: its data does not come back$/);
  expect(await platform.clubs.has(lost.code)).toBe(false);
});

test("until it is due, staff keep the club; afterwards nobody does", async () => {
  const { club: kept } = await canaries("fir");
  await orderErasureNow(control, kept.code, asked);
  await control
    .updateTable("club_erasures")
    .set({ due_at: "2999-01-01T00:00:00.000Z" })
    .where("club_code", "=", kept.code)
    .execute();
  expect(await due()).toBe(0);
  expect(await keepOrderedClub(control, kept.code, "staff-1")).toBe(true);
  expect(await keepOrderedClub(control, kept.code, "staff-1")).toBe(false);
  expect(await findErasure(control, kept.code)).toBeUndefined();
  await orderErasureNow(control, kept.code, asked);
  await runClocks(platform, { at: later() });
  expect(await keepOrderedClub(control, kept.code, "staff-1")).toBe(false);
});

test("an erasure that was interrupted after the club's data went is finished with the first counts", async () => {
  const { club: lost } = await canaries("ash");
  await orderErasureNow(control, lost.code, asked);
  await control
    .updateTable("club_erasures")
    .set({ erased_rows: JSON.stringify({ Teams: 1 }), people: 1, documents: 0 })
    .where("club_code", "=", lost.code)
    .execute();
  await platform.clubs.erase(lost.code);
  await runClocks(platform, { at: later() });
  const erasure = await findErasure(control, lost.code);
  expect([erasure?.erased_rows, erasure?.erased_at !== null]).toEqual([JSON.stringify({ Teams: 1 }), true]);
});

test("a club that another clock erases meanwhile has its certificate too", async () => {
  const { club: lost } = await canaries("yew");
  await orderErasureNow(control, lost.code, asked);
  await eraseClub(platform, { code: lost.code, why: "cancelled", at: later() });
  expect((await findErasure(control, lost.code))?.erased_at).not.toBeNull();
  expect(await due()).toBe(0);
});

test("the operator's command changes nothing without --erase, and prints the certificate", async () => {
  const { club: lost } = await canaries("bay");
  const run = (...args: string[]) => runCommand(club, ["erase", ...args]);
  expect(await run("BAY", "--reason", asked)).toMatchObject({
    status: 0,
    said: "BAY: Canary bay FC would be erased, with everything in it. Add --erase to do it.\n",
  });
  expect(await platform.clubs.has(lost.code)).toBe(true);
  expect(await run("BAY", "--erase")).toMatchObject({ status: 2, said: expect.stringContaining("--reason") });
  const { status, lines } = await run("BAY", "--erase", "--reason", asked);
  expect(lines).toEqual([
    expect.stringMatching(/^BAY: Canary bay FC was erased at 20/),
    `Asked by: ${asked}`,
    expect.stringMatching(/^Erased: .*Teams 1/),
    "Erased: 0 documents, 1 account",
    "Kept by law: no payments",
    expect.stringMatching(/^Older backups hold it until 20/),
  ]);
  expect(status).toBe(0);
  expect((await run("BAY")).lines).toEqual(lines);
  expect(await run("OAKLESS", "--erase")).toMatchObject({ status: 1, said: "There is no club OAKLESS\n" });
});

async function pay({ code }: TestClub): Promise<void> {
  await control
    .insertInto("ledger")
    .values({
      ...{ id: `pay-${code}`, kind: "payment", stripe_id: `ch_${code}`, payment_intent_id: `pi_${code}` },
      ...{ club_code: code, amount_cents: 49_900 },
      ...{ moved_at: "2026-03-01T00:00:00.000Z", recorded_at: "2026-03-01T00:00:00.000Z" },
    })
    .execute();
}

/** Tables of control with a row of a club, by its code in a column that names a club. */
async function rowsThatName(code: string): Promise<string[]> {
  const found: string[] = [];
  for (const { name, schema, columns } of await control.introspection.getTables()) {
    const table = schema ? sql.id(schema, name) : sql.table(name);
    for (const column of columns.filter((one) => /code$|^subject$/.test(one.name))) {
      const { rows } =
        await sql`select 1 from ${table} where ${sql.ref(column.name)} = ${code} limit 1`.execute(control);
      if (rows.length > 0) found.push(name);
    }
  }
  return [...new Set(found)].sort();
}

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];
