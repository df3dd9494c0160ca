import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { SqliteFile } from "#app/db/sqlite.server.ts";

/**
 * Counts the transactions that change files while `work` runs, by the file's path: SQLite numbers them for other
 * connections (`data_version`), which is read before each statement of this process. Transactions without writes do not
 * count.
 */
export async function countCommits(
  paths: readonly string[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const watched = paths.map((path) => ({
    file: new SqliteFile(path, { readonly: true }),
    commits: 0,
    last: 0,
  }));
  const look = () => {
    for (const one of watched) {
      const version = one.file.pragma("data_version", { simple: true }) as number;
      if (one.last !== 0 && version !== one.last) one.commits += 1;
      one.last = version;
    }
  };
  look();
  subscribe("goodside.statement", look);
  try {
    await work();
    look();
    return watched.map(({ commits }) => commits);
  } finally {
    unsubscribe("goodside.statement", look);
    for (const { file } of watched) file.close();
  }
}
