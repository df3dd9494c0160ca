import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { once } from "./postgres-server.ts";
import { rawTables } from "./raw-tables.ts";

/**
 * Finds a word, in capitals or not: in the files of a data folder, read byte by byte as a person with the disk would;
 * on PostgreSQL in the tables as well. Rows that its vacuum has not overwritten yet are invisible to queries.
 */
export async function tracesOf(dataDir: string, codes: readonly string[], word: string): Promise<string[]> {
  const wanted = word.toLowerCase();
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter(({ parentPath, name }) =>
      readFileSync(join(parentPath, name)).toString("latin1").toLowerCase().includes(wanted),
    )
    .map(({ name }) => name);
  const url = process.env.DATABASE_URL;
  if (!url) return files;
  const found = [...files];
  for (const code of [null, ...codes]) {
    const stored = await rawTables(dataDir, code);
    for (const table of await stored.tables({ indexes: true })) {
      const rows = await stored.all(
        `select 1 from "${table}" as t where position(? in lower(t::text)) > 0 limit 1`,
        wanted,
      );
      if (rows.length > 0) found.push(`${stored.name}: ${table}`);
    }
    await stored.close();
  }
  const kept = await once(url, "select path, convert_from(content, 'LATIN1') as text from files.kept");
  for (const { path, text } of kept)
    if (String(text).toLowerCase().includes(wanted)) found.push(String(path));
  return found;
}
