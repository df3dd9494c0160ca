import { openPlatform } from "#app/db/platform.server.ts";
import { type RunningServer, until } from "../support/server.ts";

const REST_WITHIN_MS = 120_000;

/**
 * Lets a running system come to rest: an hour passes by the app's clock, so that the leases of the killed run out
 * and what failed is tried again, until nothing is left to do.
 */
export async function rest({ url, dataDir }: RunningServer): Promise<void> {
  const moved = await fetch(`${url}/sandbox/clock`, {
    method: "POST",
    headers: { Origin: url },
    body: new URLSearchParams({ hours: "1" }),
  });
  if (!moved.ok) throw new Error(`The clock was not moved: ${moved.status}`);
  const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
  try {
    await until(REST_WITHIN_MS, async () => {
      const jobs = await open.control
        .selectFrom("jobs")
        .select("id")
        .where("status", "in", ["queued", "running"])
        .execute();
      const news = await open.control.selectFrom("clubs_with_outbox").select("club_code").execute();
      return (jobs.length === 0 && news.length === 0) || undefined;
    });
  } finally {
    await open.close();
  }
}
