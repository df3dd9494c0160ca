import { expect, test } from "vitest";
import type { ClubSchema } from "#app/db/club/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { kyselyOver, openMemory } from "#app/db/file-engine.server.ts";
import { makeTemplate } from "#app/db/new-club-file.server.ts";
import { ACCOUNT_COLUMNS, renameAccounts } from "../../scripts/club/people.ts";

interface Column {
  table: string;
  name: string;
  type: string;
  needed: number;
}

/** Columns named like those with account ids that hold other values. */
const OTHERS = [
  // Names.
  "children.added_by",
  "imports.created_by",
  "pulses.closed_by",
  "pulses.sent_by",
  "registrations.added_by",
  "registrations.decided_by",
  "staff.role_by",
  "staff_history.from_by",
  "staff_history.to_by",
];

const file = openMemory(await makeTemplate());
const columns = file
  .prepare(
    `select t.name as "table", c.name, c.type, c."notnull" as needed
      from pragma_table_list as t, pragma_table_info(t.name) as c
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%'`,
  )
  .all() as Column[];

test("every column of a club's file that may hold account ids is known", () => {
  const like = columns
    .filter(
      ({ table, name }) => table !== "audit" && /(account_id|author_id|_by|kept_id|other_id)$/.test(name),
    )
    .map(({ table, name }) => `${table}.${name}`);
  const known = ACCOUNT_COLUMNS.map(([table, column]) => `${table}.${column}`);
  expect([...like].sort()).toEqual([...known, ...OTHERS].sort());
});

test("each person gets this installation's id, even if that was another's there", async () => {
  const db = kyselyOver<ClubSchema>(file);
  file.pragma("foreign_keys = off");
  file.pragma("ignore_check_constraints = on");
  const triggers = file.prepare("select name from sqlite_master where type = 'trigger'").pluck().all();
  for (const name of triggers) file.exec(`drop trigger "${String(name)}"`);
  const ids = ["one", "two", "stays"];
  for (const table of new Set(ACCOUNT_COLUMNS.map(([name]) => name))) {
    const own = columns.filter((column) => column.table === table && column.needed);
    const named = ACCOUNT_COLUMNS.flatMap(([of, column]) => (of === table ? [column] : []));
    const names = [...new Set([...own.map(({ name }) => name), ...named])];
    for (const id of ids) {
      const values = names.map((name) => {
        if (named.some((column) => column === name)) return id;
        return own.find((column) => column.name === name)?.type.toLowerCase() === "text"
          ? `${name} of ${id}`
          : ids.indexOf(id);
      });
      file
        .prepare(`insert into "${table}" (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`)
        .run(...values);
    }
  }
  const here = new Map([
    ["one", "two"],
    ["two", "three"],
    ["stays", "stays"],
  ]);
  await inTransaction(db, (tx) => renameAccounts(tx, here));
  for (const [table, column] of ACCOUNT_COLUMNS) {
    const found = file.prepare(`select ${column} from "${table}" order by 1`).pluck().all();
    expect(found, `${table}.${column}`).toEqual(["stays", "three", "two"]);
  }
  await db.destroy();
});
