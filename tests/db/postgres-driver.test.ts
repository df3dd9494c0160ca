import { sql } from "kysely";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import type { ClubSchema } from "#app/db/club/schema.ts";
import type { ControlDb, ControlSchema } from "#app/db/control/schema.ts";
import { besideOthers, inLateTransaction, inTransaction, readOnlyHandle } from "#app/db/engine.server.ts";
import { kyselyOverPostgres } from "#app/db/postgres/driver.server.ts";
import { isSharedByPooler, whatBypasses } from "#app/db/postgres/open.server.ts";
import { takeJob } from "#app/queue/queue.server.ts";

// Tests the statements for a server without one; the server's part is in tests/db/postgres.

type Answer = (text: string, connection: number) => Record<string, unknown>[] | Error;
const nothing: Answer = () => [];
const failing = (code: string) => Object.assign(new Error(code), { code, severity: "ERROR" });

/** Returns a pool of connections that note what they are asked, as `connection: text`. */
function pool(answer: Answer = nothing) {
  const asked: string[] = [];
  const idle: object[] = [];
  let made = 0;
  const connect = async () => idle.pop() ?? connection();
  const connection = () => {
    const number = made++;
    const query = async (given: string | { text: string; values?: unknown[] }, more: unknown[] = []) => {
      const text = typeof given === "string" ? given : given.text;
      const values = typeof given === "string" ? more : (given.values ?? []);
      if (text === "show transaction_read_only") return { rows: [{ transaction_read_only: "off" }] };
      asked.push([`${number}: ${text.replaceAll(/\s+/g, " ")}`, ...values].join(" | "));
      const rows = answer(text, number);
      if (rows instanceof Error) throw rows;
      const result = (of: string, rowCount: number) => ({
        rows,
        rowCount,
        command: (/^\w+/.exec(of)?.[0] ?? "").toUpperCase(),
      });
      // The lock finds the club's row.
      const statements = text.split(/;\s+/);
      if (statements.length > 1) return statements.map((one) => result(one, 1));
      return result(text, rows.length);
    };
    const client = { query, release: () => idle.push(client) };
    return client;
  };
  const over = { connect, options: { max: 10 }, totalCount: 0 };
  return { pool: over as unknown as pg.Pool, asked };
}

const control = (answer?: Answer) => {
  const { pool: over, asked } = pool(answer);
  return { db: kyselyOverPostgres<ControlSchema>(over, null), asked };
};
const club = (answer?: Answer) => {
  const { pool: over, asked } = pool(answer);
  return { db: kyselyOverPostgres<ClubSchema>(over, "lakeside"), asked };
};
const put = "insert into meta values ('a', 'b')";
const write = sql`insert into meta values ('a', 'b')`;
const ALONE = "begin; select pg_advisory_xact_lock(1, 0); select refuse_moved()";
const BESIDE = "begin; select refuse_moved()";
const texts = (asked: readonly string[]) => asked.map((line) => line.replace(/^\d+: /, ""));

describe("the control tables", () => {
  test("the control tables are changed alone by a transaction, which is never repeated", async () => {
    let runs = 0;
    const { db, asked } = control((text) => (text === put ? failing("40001") : []));
    const work = inTransaction(db, async (tx) => {
      runs += 1;
      await write.execute(tx);
    });
    await expect(work).rejects.toThrow("busy");
    expect(runs).toBe(1);
    expect(texts(asked)).toEqual([ALONE, put, "rollback"]);
  });

  test("the control tables are changed under the same lock by a single statement, unless it is said to be beside others", async () => {
    const { db, asked } = control();
    await write.execute(db);
    await write.execute(besideOthers(db));
    expect(texts(asked)).toEqual([ALONE, put, "commit", BESIDE, put, "commit"]);
  });

  test("the control tables are not changed again where it is unknown whether they were", async () => {
    for (const of of [besideOthers, (db: ControlDb) => db]) {
      const { db, asked } = control((text) =>
        text === "commit" ? Object.assign(new Error("read ECONNRESET"), { syscall: "read" }) : [],
      );
      await expect(write.execute(of(db))).rejects.toThrow("may have been made");
      expect(texts(asked).slice(1)).toEqual([put, "commit"]);
    }
  });

  test("the control tables have rows claimed that nobody else holds, beside others", async () => {
    const { db, asked } = control();
    expect(await takeJob(db)).toBeNull();
    expect(texts(asked)[0]).toBe(BESIDE);
    expect(texts(asked).at(-2)).toMatch(/^select .* from "jobs" .* limit .* for update skip locked/);
  });

  test("the control tables are beside each other by three at most in a process, and read meanwhile", async () => {
    const { db, asked } = control();
    let end!: () => void;
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const claims = Array.from({ length: 8 }, () => inTransaction(besideOthers(db), () => held));
    await sql`select 1`.execute(db);
    expect(texts(asked).filter((text) => text === BESIDE)).toHaveLength(3);
    end();
    await Promise.all(claims);
    expect(texts(asked).filter((text) => text === BESIDE)).toHaveLength(8);
  });

  test("the control tables are not changed by a handle from outside within a transaction, nor by one beside others", async () => {
    const { db } = control();
    for (const outer of [db, besideOthers(db)])
      for (const within of [db, besideOthers(db)])
        await expect(inTransaction(within, () => write.execute(outer))).rejects.toThrow(
          "pass the transaction on",
        );
    await inTransaction(db, (tx) => write.execute(besideOthers(tx)));
  });
});

describe("a club's rows", () => {
  const locks = /^begin; select pg_advisory_xact_lock\(2, hashtext\(.*update stored_clubs set changes/;

  test("a club's rows are seen and changed by a connection that was given the club, under its lock", async () => {
    const { db, asked } = club();
    await db.updateTable("teams").set({ name: "Hawks" }).execute();
    const [given, begun, update] = texts(asked);
    expect(given).toBe("select set_config('goodside.club', $1, false) | lakeside");
    expect(begun).toMatch(locks);
    expect(update).toMatch(/"club_code" = \$2::text/);
    expect(update).toMatch(/lakeside$/);
  });

  test("a club's rows are locked by a late transaction with its first change, which begins anew where others wrote", async () => {
    let stale = 1;
    const { db, asked } = club((text) => {
      if (!text.startsWith("select pg_advisory") || stale === 0) return [];
      stale -= 1;
      return failing("40001");
    });
    await inLateTransaction(db, async (tx) => {
      await tx.selectFrom("teams").select("name").execute();
      await tx.updateTable("teams").set({ name: "Hawks" }).execute();
    });
    const snapshot = "begin isolation level repeatable read read write";
    expect(texts(asked).map((text) => text.slice(0, 50))).toEqual([
      expect.stringContaining("set_config"),
      snapshot.slice(0, 50),
      expect.stringContaining('select "name" from "teams"'),
      expect.stringContaining("pg_advisory_xact_lock"),
      "rollback",
      snapshot.slice(0, 50),
      expect.stringContaining('select "name" from "teams"'),
      expect.stringContaining("pg_advisory_xact_lock"),
      expect.stringContaining('update "teams"'),
      "commit",
    ]);
  });

  test("a club's rows are not changed through a handle that only reads", async () => {
    const { db, asked } = club();
    await expect(readOnlyHandle(db).deleteFrom("teams").execute()).rejects.toThrow("only reads");
    await expect(
      sql`with gone as (delete from teams returning 1) select 1`.execute(readOnlyHandle(db)),
    ).rejects.toThrow("only reads");
    expect(texts(asked).filter((text) => text.includes("delete"))).toEqual([]);
  });
});

describe("what would not keep clubs apart", () => {
  test("a role that bypasses the policies would not keep clubs apart", async () => {
    const of = (bypasses: number) => pool(() => [{ rolname: "root", bypasses }]).pool;
    expect(await whatBypasses(of(1))).toBe("the role root bypasses row-level security");
    expect(await whatBypasses(of(0))).toBeNull();
  });

  test("a pooler that gives each transaction another connection would not keep clubs apart", async () => {
    const direct = pool((text, connection) => (text.includes("pid") ? [{ pid: connection }] : []));
    expect(await isSharedByPooler(direct.pool)).toBe(false);
    // Like PgBouncer in transaction mode: a new transaction takes what was left last.
    let isHeld = false;
    const pooled = pool((text) => {
      if (text === "begin") isHeld = true;
      if (text === "rollback") isHeld = false;
      return text.includes("pid") ? [{ pid: isHeld ? 2 : 1 }] : [];
    });
    expect(await isSharedByPooler(pooled.pool)).toBe(true);
  });
});
