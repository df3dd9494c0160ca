import { type BigIntStats, statSync } from "node:fs";

/** A write in the same tick of the file system's clock as the look at it would not show: so long we wait. */
const SETTLED_MS = 2_000;

/**
 * What the file system says of a database and its WAL: which files, how large, when last written. SQLite writes
 * both with write(), so every commit moves it. (The change counter in the header does not: in WAL mode it stands
 * still until a checkpoint.)
 * @returns null where the last write is too fresh to tell it from a next one, or nothing is there: then only the
 * content can be trusted
 */
export function stampOf(path: string): string | null {
  const now = Date.now();
  const main = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!main) return null;
  const wal = statSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false });
  // An empty WAL says no more than none.
  const parts = wal && wal.size > 0n ? [main, wal] : [main];
  const latest = Math.max(...parts.flatMap(({ mtimeMs, ctimeMs }) => [Number(mtimeMs), Number(ctimeMs)]));
  return latest < now - SETTLED_MS ? parts.map(formatStats).join("/") : null;
}

const formatStats = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats) =>
  [dev, ino, size, mtimeNs, ctimeNs].join("-");
