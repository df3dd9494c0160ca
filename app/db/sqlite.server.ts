import { closeSync, openSync } from "node:fs";
import type Sqlite from "better-sqlite3";

/**
 * better-sqlite3, the one that fits this Node. Version 12 is the last for Node 20, but from Node 24.19 on it aborts the
 * process when the garbage collector clears one of its objects (a C++ header of Node's changed under it); version 13
 * is free of that and needs Node 22. Both are locked; npm installs 13, an optional dependency, only where it fits.
 */
const [major = 0] = process.versions.node.split(".").map(Number);
const fitting = major >= 22 ? "better-sqlite3-13" : "better-sqlite3";

export const { default: SqliteFile } = (await import(/* @vite-ignore */ fitting)) as {
  default: typeof Sqlite;
};

/**
 * Makes an empty database file that only its owner may read, where there is none: SQLite would ask the umask, which lets
 * everybody on the machine read. What SQLite puts beside it (WAL, shared memory) gets the same mode.
 */
export function makeForOwner(path: string): void {
  closeSync(openSync(path, "a", 0o600));
}
