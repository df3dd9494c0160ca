import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Reads the sealed documents (`uploads/CLUB`) and the pending uploads (`incoming`) of a world, by their path below its
 * data folder: files there, or rows in PostgreSQL.
 */
export async function keptFiles(dataDir: string) {
  const { filesPool, keepFile, readKeptFile, removeKeptFile } = await import(
    "#app/db/postgres/files.server.ts"
  );
  return {
    async names(folder: string): Promise<string[]> {
      const pool = filesPool();
      if (!pool) return existsSync(join(dataDir, folder)) ? readdirSync(join(dataDir, folder)) : [];
      const sql = "select substr(path, length($1) + 2) as name from kept where path like $1 || '/%'";
      const { rows } = await pool.query<{ name: string }>(sql, [folder]);
      return rows.map(({ name }) => name);
    },
    async read(path: string): Promise<Buffer | null> {
      const pool = filesPool();
      return pool ? readKeptFile(pool, path) : readFileSync(join(dataDir, path));
    },
    async remove(path: string): Promise<void> {
      const pool = filesPool();
      if (pool) await removeKeptFile(pool, path);
      else rmSync(join(dataDir, path), { force: true });
    },
    /** @param at time of writing, by default now */
    async write(path: string, content: string, at?: Date): Promise<void> {
      const pool = filesPool();
      if (pool) await keepFile(pool, path, Buffer.from(content));
      else {
        mkdirSync(dirname(join(dataDir, path)), { recursive: true });
        writeFileSync(join(dataDir, path), content);
      }
      if (at) await this.date(path, at);
    },
    async date(path: string, at: Date): Promise<void> {
      const pool = filesPool();
      if (pool) await pool.query("update kept set stored_at = $2 where path = $1", [path, at]);
      else utimesSync(join(dataDir, path), at, at);
    },
  };
}
