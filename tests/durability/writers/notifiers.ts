/**
 * A process to be killed: notifies the staff of events in a data folder and queues the emails of maintenance in a loop,
 * and prints a line for each round.
 */
import { writeSync } from "node:fs";
import { jobHandlers } from "#app/jobs/handlers.server.ts";
import { runDueJobs } from "#app/jobs/run.server.ts";
import { updateStaffNotifications } from "#app/journeys/staff-notifications/update.server.ts";
import { openStored } from "#tests/durability/stored.ts";

const [dataDir = ""] = process.argv.slice(2);
const open = await openStored(dataDir);
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
