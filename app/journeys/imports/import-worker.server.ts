/** The worker of the large imports, with a handle of its own on the club's file. */
import { ClubFiles } from "#app/db/clubs.server.ts";
import { openClubRows } from "#app/db/postgres/open.server.ts";
import { workerEntry } from "#app/runtime/worker-pool.server.ts";

import { importTasks } from "./import-tasks.server.ts";
import type { ImportWorkerTask } from "./imports.server.ts";

export default workerEntry(async ({ folder, code, name, work }: ImportWorkerTask) => {
  // Files are closed between two tasks: only the process tracks which ones it holds.
  const clubs =
    folder === null ? openClubRows() : new ClubFiles({ folder, migrateOnOpen: false, idleFiles: 0 });
  try {
    const task = importTasks[name] as (db: unknown, work: unknown) => Promise<unknown>;
    return await clubs.use(code, (db) => task(db, work));
  } finally {
    await clubs.close();
  }
});
