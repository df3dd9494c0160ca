import pg from "pg";
import { SqliteFile } from "#app/db/sqlite.server.ts";

/** Opens the counts of rate limits of a world, for tests that exceed a person's limits. */
export async function openCounts(
  dataDir: string,
): Promise<{ forget(): Promise<void>; close(): Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (url) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return {
      forget: async () => void (await client.query("delete from files.limits")),
      close: () => client.end(),
    };
  }
  const file = new SqliteFile(`${dataDir}/limits.sqlite`, { timeout: 5_000 });
  const statement = file.prepare("delete from limits");
  return { forget: async () => void statement.run(), close: async () => void file.close() };
}
