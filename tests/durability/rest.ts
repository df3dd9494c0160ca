import { type RunningServer, until } from "../support/server.ts";
import { standInRecords } from "./judge.ts";
import { openStored } from "./stored.ts";

const REST_WITHIN_MS = 120_000;

/**
 * Waits until a running system is idle. The app's clock moves an hour forward, so that dead processes' leases expire
 * and failed jobs are retried, and the stubs resend undelivered webhooks.
 */
export async function rest(server: RunningServer): Promise<void> {
  await press(server, "/sandbox/clock", { hours: "1" });
  // The stub's own retries are minutes apart.
  for (const { id } of standInRecords(server.dataDir).untaken) await press(server, `/sandbox/webhooks/${id}`);
  const open = await openStored(server.dataDir);
  try {
    await until(REST_WITHIN_MS, async () => {
      const jobs = await open.control
        .selectFrom("jobs")
        .select("id")
        .where("status", "in", ["queued", "running"])
        .execute();
      const event = await open.control.selectFrom("clubs_with_outbox").select("club_code").execute();
      const { untaken } = standInRecords(server.dataDir);
      return (jobs.length === 0 && event.length === 0 && untaken.length === 0) || undefined;
    });
  } finally {
    await open.close();
  }
}

/** Presses a button of the sandbox once the server is up again after the last kill. */
function press({ url }: RunningServer, path: string, form: Record<string, string> = {}): Promise<true> {
  return until(REST_WITHIN_MS, async () => {
    const asked = { method: "POST", headers: { Origin: url }, body: new URLSearchParams(form) };
    const answer = await fetch(`${url}${path}`, asked).catch(() => null);
    return answer?.ok || undefined;
  });
}
