import { ClubBulkWriter } from "#app/db/bulk.server.ts";
import { whenAlone } from "#app/server/stop.ts";
import type { SeedOptions } from "./options.ts";
import { writeClubs } from "./write-clubs.ts";

// One writer of club files: told which clubs, it answers with what the control database is to know of them.
const { folder, options } = JSON.parse(process.argv[2] ?? "") as { folder: string; options: SeedOptions };
const bulkWriter = new ClubBulkWriter(folder);
process.on("message", async (share: { from: number; to: number }) => {
  process.send?.(await writeClubs(bulkWriter, options, share));
});
// Its master is gone: there is nobody to write for.
whenAlone(() => process.exit());
