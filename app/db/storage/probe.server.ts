import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import { within } from "#app/runtime/within.ts";
import { migrations } from "#migrations/control/index.ts";
import type { ControlDb, ControlSchema } from "../control/schema.ts";
import { inTransaction } from "../engine.server.ts";
import { kyselyOver, openFile } from "../file-engine.server.ts";
import { pendingMigrations } from "../migrate.server.ts";
import { filesPool } from "../postgres/files.server.ts";
import { pendingInPostgres } from "../postgres/open.server.ts";
import { platform } from "./platform.server.ts";

/** One disk block: an empty file needs none. */
const SOMETHING = Buffer.alloc(4_096, "Goodside can write here.\n");

/** The health check answers within three seconds. */
const PATIENCE_MS = 2_500;

/**
 * Tries the writes that a visitor's change would need, and keeps none of them.
 * @throws an error whose message says why they fail
 */
export async function tryToWrite(): Promise<void> {
  const { dataDir } = env();
  const troubles = await Promise.all([
    tryTo(`nothing can be written into ${dataDir}`, () =>
      writeFile(join(dataDir, "health.probe"), SOMETHING, { mode: 0o600, flush: true }),
    ),
    tryTo("the control database takes no changes", changeControl),
  ]);
  const words = troubles.filter((trouble) => trouble !== null).join("; ");
  if (words) throw new Error(words);
}

async function changeControl(): Promise<void> {
  const pool = filesPool();
  if (pool) {
    await pendingInPostgres(pool);
    return changeNothing((await platform()).control);
  }
  // A handle of its own: a wait for the lock would hold up pages that read on a shared one.
  const control = kyselyOver<ControlSchema>(openFile(join(env().dataDir, "control.sqlite")));
  try {
    await pendingMigrations(control, migrations);
    await changeNothing(control);
  } finally {
    await control.destroy();
  }
}

/** Takes the write lock and runs an update that matches no row. */
async function changeNothing(control: ControlDb): Promise<void> {
  await inTransaction(control, (tx) =>
    tx.updateTable("meta").set({ value: "" }).where("key", "=", "").execute(),
  );
}

const underWay = new Map<string, Promise<void>>();

/**
 * Tries something; a hung try is awaited and not started again: on a dead disk each one would hold a thread.
 * @returns why it fails; null if it works
 */
async function tryTo(what: string, work: () => Promise<void>): Promise<string | null> {
  const running = underWay.get(what) ?? work().finally(() => underWay.delete(what));
  underWay.set(what, running);
  try {
    await within(PATIENCE_MS, running);
    return null;
  } catch (error) {
    return `${what}: ${error instanceof Error ? error.message : error}`;
  }
}
