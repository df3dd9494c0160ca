import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, riverside, ada } = await openLakeside();
afterAll(() => world.close());
const { recordAudit } = await import("#app/domain/club/audit/audit.server.ts");
const { recordAudit: recordControlAudit, recordAccountAudit } = await import(
  "#app/domain/control/audit/audit.server.ts"
);
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { checkAudit } = await import("#app/domain/values/audit/chain.ts");

const { control } = world;
const { db, release } = await world.platform.clubs.lease(lakeside.code);
afterAll(release);
const club = { code: lakeside.code };
const entry = (count: number) => ({
  kind: "settings.changed" as const,
  actor: { kind: "account" as const, id: ada.id },
  detail: { count },
  at: new Date(Date.UTC(2026, 8, 1)),
});
const inClub = () => db.selectFrom("audit").selectAll().orderBy("seq").execute();
const inControl = () => control.selectFrom("audit").selectAll().orderBy("seq").execute();

// product/security.md#audit
describe("a club's audit log", () => {
  test("a club's audit log chains its rows and tells the platform how far it came", async () => {
    const ctx = { control, db, club };
    await changeClub(ctx, async (tx) => {
      await recordAudit(tx, entry(1));
      await recordAudit(tx, entry(2));
    });
    const rows = await inClub();
    expect(rows.map(({ seq, topic }) => `${seq} ${topic}`)).toEqual(["1 settings", "2 settings"]);
    const head = await control.selectFrom("audit_heads").select(["seq", "hash"]).executeTakeFirst();
    expect(head).toEqual({ seq: 2, hash: rows[1]?.hash });
    expect(checkAudit(rows, head ?? null)).toBeNull();
  });

  test("a club's audit log goes with the change that it tells of", async () => {
    const before = await inClub();
    await expect(
      inTransaction(db, async (tx) => {
        await recordAudit(tx, entry(3));
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    expect(await inClub()).toEqual(before);
  });
});

describe.each([
  ["a club's", db, inClub],
  ["the platform's", control, inControl],
])("%s audit log", (_, file, rows) => {
  test("refuses every change and removal, and rows out of order", async () => {
    await inTransaction(control, (tx) => recordControlAudit(tx, entry(1)));
    const before = await rows();
    const run = (text: string) => sql.raw(text).execute(file as typeof control);
    await expect(run("update audit set detail = '{}' where seq = 1")).rejects.toThrow("never changed");
    await expect(run("delete from audit where seq = 1")).rejects.toThrow("never removed");
    const columns = "at, topic, kind, actor_kind, detail, previous_hash, hash";
    const copy = (seq: number, how = "insert") =>
      run(`${how} into audit (seq, ${columns}) select ${seq}, ${columns} from audit where seq = 1`);
    await expect(copy(1, process.env.DATABASE_URL ? "insert" : "insert or replace")).rejects.toThrow(
      "follow on the last",
    );
    await expect(copy(9)).rejects.toThrow("follow on the last");
    await expect(copy(before.length + 1)).rejects.toThrow("follow on the last");
    expect(await rows()).toEqual(before);
  });
});

describe("the platform's audit log", () => {
  test("the platform's audit log tells each club of an account what happens to it", async () => {
    const both = await world.person("Bo Both", lakeside, []);
    await world.person("Bo Both", riverside, []);
    const changed = { ...entry(0), kind: "account.password-changed" as const, detail: {} };
    await inTransaction(control, (tx) => recordAccountAudit(tx, both, changed));
    await inTransaction(control, (tx) => recordAccountAudit(tx, "nobody", changed));
    const rows = await inControl();
    expect(rows.slice(-3).map(({ club_code }) => club_code)).toEqual(["lakeside", "riverside", null]);
    expect(checkAudit(rows, null)).toBeNull();
  });
});
