import { type BigIntStats, statSync } from "node:fs";

/** A more recent write may share its timestamp with the next one. */
const SETTLED_MS = 2_000;

/**
 * Returns the identity, size and times of a database and its WAL; every commit changes it. (The change counter in the
 * header does not change before a checkpoint.)
 * @returns null if the file is missing or was written too recently: then only its content can be trusted
 */
export function stampOf(path: string): string | null {
  const now = Date.now();
  const main = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!main) return null;
  const wal = statSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false });
  // An empty WAL counts as none.
  const parts = wal && wal.size > 0n ? [main, wal] : [main];
  const latest = Math.max(...parts.flatMap(({ mtimeMs, ctimeMs }) => [Number(mtimeMs), Number(ctimeMs)]));
  return latest < now - SETTLED_MS ? parts.map(formatStats).join("/") : null;
}

const formatStats = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) =>
  [dev, ino, size, mtimeNs, ctimeNs].join("-");
