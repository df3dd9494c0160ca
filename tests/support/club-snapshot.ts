import { createHash } from "node:crypto";
import { type RawTables, rawTables } from "./raw-tables.ts";

/**
 * Hashes each table of a club, regardless of the order of its rows.
 * @param except tables
 */
export async function clubSnapshot(
  dataDir: string,
  code: string,
  except: readonly string[],
): Promise<Record<string, string>> {
  const club = await rawTables(dataDir, code.toLowerCase());
  try {
    const hashes: Record<string, string> = {};
    for (const table of await club.tables())
      if (!except.includes(table)) hashes[table] = hashOf(await rowsOf(club, table));
    return hashes;
  } finally {
    await club.close();
  }
}

/** Reads every row of a table, as sorted JSON. */
export async function rowsOf(tables: RawTables, table: string): Promise<string[]> {
  const columns = (await tables.columns(table)).map(({ name }) => `"${name}"`);
  const rows = await tables.all(`select ${columns} from "${table}"`);
  return rows.map((row) => JSON.stringify(row)).sort();
}

function hashOf(rows: string[]): string {
  const hash = createHash("sha256");
  for (const row of rows) hash.update(`${row}\n`);
  return `${rows.length} rows ${hash.digest("hex").slice(0, 16)}`;
}
