/**
 * A process to be killed: notifies the staff of what stands in a data folder and queues the emails of maintenance,
 * again and again, and prints a line for each round.
 */
import { writeSync } from "node:fs";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { jobHandlers } from "#app/jobs/handlers.server.ts";
import { runDueJobs } from "#app/jobs/run.server.ts";
import { updateStaffNotifications } from "#app/journeys/staff-notifications/update.server.ts";

const [dataDir = ""] = process.argv.slice(2);
const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
const handlers = {
  "maintenance.mails": jobHandlers["maintenance.mails"] ?? (() => Promise.resolve()),
  "mail.batch": () => Promise.resolve(),
  "mail.send": () => Promise.resolve(),
};
for (;;) {
  await updateStaffNotifications(open.control, {
    machine: { freeBytes: null, newestBackup: null, copy: null },
  });
  await runDueJobs(open, handlers);
  writeSync(1, "round\n");
}
