import { createHash } from "node:crypto";
import { join } from "node:path";
import { SqliteFile } from "#app/db/sqlite.server.ts";

/** What a club's file holds, one hash for each table: its rows in the order of their values. @param except tables */
export function clubSnapshot(
  dataDir: string,
  code: string,
  except: readonly string[],
): Record<string, string> {
  const file = new SqliteFile(join(dataDir, "clubs", `${code.toLowerCase()}.sqlite`), { readonly: true });
  try {
    // How the engine lays out an index of trigrams depends on its past; what it indexes is compared. The stamp differs
    // after every change, also one that puts things back.
    const tables = file
      .prepare(
        "select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '%trigrams%' and name <> 'change_stamp' order by name",
      )
      .pluck()
      .all() as string[];
    return Object.fromEntries(
      tables.filter((table) => !except.includes(table)).map((table) => [table, hashOf(file, table)]),
    );
  } finally {
    file.close();
  }
}

function hashOf(file: InstanceType<typeof SqliteFile>, table: string): string {
  const columns = file.prepare(`select name from pragma_table_info('${table}')`).pluck().all() as string[];
  const order = columns.map((name) => `"${name}"`).join(", ");
  const hash = createHash("sha256");
  let rows = 0;
  for (const row of file.prepare(`select * from "${table}" order by ${order}`).raw().iterate()) {
    hash.update(`${JSON.stringify(row)}\n`);
    rows += 1;
  }
  return `${rows} rows ${hash.digest("hex").slice(0, 16)}`;
}
