import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compiled } from "#app/db/compiled.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { ClubKeys } from "#app/db/postgres/club-keys.server.ts";
import { kyselyOverPostgres } from "#app/db/postgres/driver.server.ts";
import { openPool } from "#app/db/postgres/pool.server.ts";
import { ownDatabase } from "#tests/support/own-database.ts";

/** product/clubs.md#tenants: in every table, two clubs have rows that are equal but for their club. */

type Row = Record<string, unknown>;
type Any = Kysely<Record<string, Row>>;
interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** Columns of the primary key, without the club. */
  keys: string[];
  /** Columns of unique indexes. */
  unique: string[];
}

const OURS = "bears";
const THEIRS = "otters";
const ROWS = 2;

let database: Awaited<ReturnType<typeof ownDatabase>>;
let pool: pg.Pool;
let tables: Table[];

beforeAll(async () => {
  database = await ownDatabase();
  pool = openPool(database?.url ?? "", "club");
  const { rows } = await pool.query<Table>(`
    select t.relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null)) order by attnum)::jsonb
        from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(json_agg(attname order by attnum), '[]')::jsonb from pg_attribute
        join pg_index on indrelid = attrelid and indisprimary and attnum = any (indkey)
        where attrelid = t.oid and attname <> 'club_code') as keys,
      (select json_agg(distinct attname)::jsonb from pg_attribute
        join pg_index on indrelid = attrelid and indisunique and attnum = any (indkey)
        where attrelid = t.oid) as unique
    from pg_class t where relnamespace = 'club'::regnamespace and relkind = 'r' and relrowsecurity order by 1`);
  tables = rows;
  // The test is about whose rows they are, so they need not make sense.
  const { rows: rules } = await pool.query<{ statement: string }>(`
    select format('alter table club.%I drop constraint %I', relname, conname) as statement
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where connamespace = 'club'::regnamespace and contype in ('c', 'f') order by contype desc`);
  for (const { statement } of rules) await pool.query(statement);
  for (const { name } of tables) await pool.query(`alter table club."${name}" disable trigger user`);
});
afterAll(async () => {
  await pool.end();
  await database?.drop();
});

const handle = (keys?: ClubKeys, club = OURS) => kyselyOverPostgres(pool, club, { keys, makes: true }) as Any;

const sample = (type: string, number: number) =>
  type === "text" ? `x${number}` : type === "bytea" ? Buffer.from([number]) : number;

function rowOf({ columns }: Table, number: number): Row {
  const own = columns.filter(({ name }) => name !== "club_code");
  return Object.fromEntries(own.map(({ name, type }) => [name, sample(type, number)]));
}

/** Stores both clubs' rows as they were before any attempt. */
async function fill(table: Table): Promise<void> {
  for (const club of [OURS, THEIRS]) {
    const db = handle(undefined, club);
    await sql`delete from ${sql.table(table.name)} where club_code = ${club}`.execute(db);
    await db
      .insertInto(table.name)
      .values([rowOf(table, 1), rowOf(table, 2)])
      .execute();
  }
}

const allOf = (table: Table, club: string) => sql<{ all: string | null }>`
  select string_agg(t::text, '|' order by t::text) as all from ${sql.table(table.name)} as t
  where club_code = ${club}`;

/** Lists the clubs of rows; `of` is the club of a row with all columns, which comes without it. */
const clubsOf = (rows: Row[]) => rows.map(({ club_code, of = club_code }) => of);

/**
 * Returns for each kind of statement the clubs of the rows that it reads and changes in a table, each of them twice.
 */
function attempts(table: Table): Record<string, (db: Any) => Promise<unknown[]>> {
  const { name, keys } = table;
  const free = (one: { name: string }) => one.name !== "club_code" && !table.unique.includes(one.name);
  const column = table.columns.find(free);
  const key = `${name}.${keys[0] ?? "club_code"}`;
  const club = `${name}.club_code`;
  const other = `other.${keys[0] ?? "club_code"}`;
  const change: Row = column ? { [column.name]: sample(column.type, 5) } : { [keys[0] ?? ""]: sql.ref(key) };
  return {
    select: async (db) => clubsOf(await db.selectFrom(name).select("club_code as of").execute()),
    "select by an alias and raw conditions": async (db) =>
      clubsOf(
        await db
          .selectFrom(`${name} as other`)
          .select("other.club_code as of")
          .where(sql<boolean>`false or true`)
          .execute(),
      ),
    join: async (db) =>
      clubsOf(
        await db
          .selectFrom(name)
          .innerJoin(`${name} as other`, (join) => join.onRef(key, "=", other))
          .select("other.club_code")
          .where(other, "=", rowOf(table, 1)[keys[0] ?? ""] ?? OURS)
          .execute(),
      ).flatMap((one) => [one, one]),
    "left join": async (db) =>
      clubsOf(
        await db
          .selectFrom(sql<Row>`(select 1 as one)`.as("one"))
          .leftJoin(name, (join) => join.on(sql<boolean>`false or true`))
          .select(club)
          .execute(),
      ),
    "cross join": async (db) =>
      clubsOf(
        await db.selectFrom(sql<Row>`(select 1 as one)`.as("one")).crossJoin(name).select(club).execute(),
      ),
    "a subquery": async (db) =>
      clubsOf(
        await db
          .selectFrom(db.selectFrom(name).selectAll().as("inside"))
          .select("inside.club_code as of")
          .execute(),
      ),
    exists: async (db) => {
      const { found } = await db
        .selectNoFrom((eb) =>
          eb.exists(eb.selectFrom(name).selectAll().where("club_code", "=", THEIRS)).as("found"),
        )
        .executeTakeFirstOrThrow();
      return Number(found) ? [THEIRS, THEIRS] : [OURS, OURS];
    },
    union: async (db) =>
      clubsOf(
        await db
          .selectFrom(name)
          .select("club_code")
          .where(sql<boolean>`false`)
          .unionAll(db.selectFrom(name).select("club_code"))
          .execute(),
      ),
    "a name that is the table's": async (db) =>
      clubsOf(
        await db
          .with(name, (cte) => cte.selectFrom(name).selectAll())
          .selectFrom(name)
          .select("club_code as of")
          .execute(),
      ),
    update: async (db) => clubsOf(await db.updateTable(name).set(change).returning("club_code").execute()),
    "update from": async (db) =>
      clubsOf(
        await db
          .updateTable(name)
          .from(`${name} as other`)
          .set(change)
          .whereRef(key, "=", other)
          .returning("other.club_code")
          .execute(),
      ).slice(0, ROWS),
    insert: async (db) =>
      clubsOf(
        await db
          .insertInto(name)
          .values([rowOf(table, 3), rowOf(table, 4)])
          .returning("club_code")
          .execute(),
      ),
    "insert on conflict": async (db) =>
      clubsOf(
        await db
          .insertInto(name)
          .values([rowOf(table, 1), rowOf(table, 2)])
          .onConflict((conflict) => conflict.columns(keys).doUpdateSet(change))
          .returning("club_code")
          .execute(),
      ),
    "insert what is selected": async (db) => {
      const values = Object.entries(rowOf(table, 9));
      const made = await db
        .insertInto(name)
        .columns(values.map(([column]) => column))
        .expression((eb) =>
          eb
            .selectFrom(name)
            .select(values.map(([column, value]) => sql`${value}`.as(column)))
            .limit(1),
        )
        .returning("club_code")
        .execute();
      return clubsOf(made).flatMap((one) => [one, one]);
    },
    "delete using": async (db) =>
      clubsOf(
        await db
          .deleteFrom(name)
          .using(`${name} as other`)
          .whereRef(key, "=", other)
          .returning(club)
          .execute(),
      ).slice(0, ROWS),
    delete: async (db) => clubsOf(await db.deleteFrom(name).returning("club_code").execute()),
  };
}

class Undo extends Error {}

/** Lists each table and kind of statement that read or changed another club's rows. */
async function leaks(keysFor: (table: Table) => ClubKeys | undefined): Promise<string[]> {
  const found: string[] = [];
  for (const table of tables) {
    await fill(table);
    const [stored] = (await allOf(table, THEIRS).execute(handle(undefined, THEIRS))).rows;
    const theirs = stored?.all;
    expect(theirs, table.name).toBeTruthy();
    const db = handle(keysFor(table));
    for (const [kind, attempt] of Object.entries(attempts(table))) {
      let clubs: unknown[] = [];
      await inTransaction(db, async (tx) => {
        clubs = await attempt(tx);
        await sql`select set_config('goodside.club', ${THEIRS}, true)`.execute(tx);
        const { rows } = await allOf(table, THEIRS).execute(tx);
        if (rows[0]?.all !== theirs) clubs.push(THEIRS);
        throw new Undo();
      }).catch((error: unknown) => {
        if (!(error instanceof Undo)) throw new Error(`${kind} of ${table.name}`, { cause: error });
      });
      const own = clubs.length === ROWS && clubs.every((club) => club === OURS);
      if (!own) found.push(`${table.name}: ${kind}`);
    }
  }
  return found;
}

const security = async (state: "enable" | "disable") => {
  for (const { name } of tables) await pool.query(`alter table club."${name}" ${state} row level security`);
};
const without = (table: Table) => new ClubKeys((name) => name !== table.name);

test("every table of the clubs is under row-level security, also for its owner", async () => {
  const { rows } = await pool.query(`select relname from pg_class where relkind = 'r'
    and relnamespace = 'club'::regnamespace and not (relrowsecurity and relforcerowsecurity
      and exists (select 1 from pg_policy where polrelid = pg_class.oid and polcmd = '*'))`);
  expect(rows).toEqual([{ relname: "stored_clubs" }]);
  expect(tables.length).toBeGreaterThan(45);
});

test("row-level security keeps the clubs apart in each table that the plugin forgot", async () => {
  expect(await leaks(without)).toEqual([]);
});

test("the plugin alone keeps the clubs apart in what is built", async () => {
  await security("disable");
  try {
    expect(await leaks(() => undefined)).toEqual([]);
  } finally {
    await security("enable");
  }
});

test("without both, every kind of statement meets another club's rows", async () => {
  await security("disable");
  try {
    const found = await leaks(without);
    for (const table of tables)
      for (const kind of Object.keys(attempts(table)))
        if (!kind.startsWith("insert")) expect(found).toContain(`${table.name}: ${kind}`);
  } finally {
    await security("enable");
  }
});

test("a connection that was given no club sees nothing and adds nothing", async () => {
  const fresh = openPool(database?.url ?? "", "club");
  try {
    for (const table of tables) {
      await fill(table);
      const { rows } = await fresh.query(`select * from "${table.name}"`);
      expect(rows, table.name).toEqual([]);
      const { rowCount } = await fresh.query(`delete from "${table.name}"`);
      expect(rowCount, table.name).toBe(0);
      const adding = fresh.query(
        `insert into "${table.name}" (club_code) values ('${THEIRS}') on conflict do nothing`,
      );
      await expect(adding, table.name).rejects.toThrow(/row-level security|null value/);
    }
  } finally {
    await fresh.end();
  }
});

test("a statement over a club's rows is refused on the control tables' handle", async () => {
  const built = handle().selectFrom("teams").selectAll().compile();
  await expect(kyselyOverPostgres(pool, null).executeQuery(built)).rejects.toThrow("needs a club's handle");
});

test("a join that the club cannot be added to is refused", async () => {
  const joined = handle().selectFrom("teams").rightJoin("games", "games.team_id", "teams.id").selectAll();
  expect(() => joined.compile()).toThrow("left join");
});

test("a statement that is kept compiled serves every club", async () => {
  const codes = compiled((db: Any, { not }: { not: string }) =>
    db.selectFrom("teams").select(["club_code", "id"]).where("id", "<>", not),
  );
  const [teams] = tables.filter(({ name }) => name === "teams");
  if (teams) await fill(teams);
  for (const club of [OURS, THEIRS, OURS])
    expect(await codes(handle(undefined, club), { not: "x1" })).toEqual([{ club_code: club, id: "x2" }]);
});

test("a row that was read as a whole is put into the handle's club, whichever it names", async () => {
  const [teams] = tables.filter(({ name }) => name === "teams");
  if (teams) await fill(teams);
  const db = handle();
  const [row] = await db.deleteFrom("teams").where("id", "=", "x1").returningAll().execute();
  const rows = [row, { ...row, id: "x9", club_code: THEIRS }] as Row[];
  const put = await db.insertInto("teams").values(rows).returning(["club_code", "id"]).execute();
  expect(put).toEqual([
    { club_code: OURS, id: "x1" },
    { club_code: OURS, id: "x9" },
  ]);
});
