import { afterEach, expect, test } from "vitest";
import { processesBelow } from "../durability/processes.ts";
import { openStored } from "../durability/stored.ts";
import { type RunningServer, startServer, until } from "../support/server.ts";
import { SteadyTraffic } from "../support/steady-traffic.ts";

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
});

const RESTARTS = 3;

// scripts/README.md, Restarting
test.each([1, 2])(
  "without a terminal SIGHUP restarts the processes one by one, and no visitor notices (web processes: %s)",
  async (workers) => {
    const env = { WEB_WORKERS: String(workers), TRUST_PROXY: "loopback", LOG_LEVEL: "error" };
    server = await startServer({ env, terminal: "none" });
    const { child, dataDir, url } = server;
    const pids = () =>
      processesBelow(child.pid ?? 0).flatMap(({ pid, kind }) =>
        ["web", "jobs"].includes(kind) ? [pid] : [],
      );
    const traffic = new SteadyTraffic(url, 20);
    for (let turn = 1; turn <= RESTARTS; turn += 1) {
      const before = pids();
      expect(before.length).toBeGreaterThan(workers);
      child.kill("SIGHUP");
      await until(60_000, async () => {
        const now = pids();
        // The old ones go when their last connection does.
        return now.filter((pid) => !before.includes(pid)).length === workers + 1 || undefined;
      });
    }
    const { failed, kept, requests } = await traffic.stop();
    expect(failed).toEqual([]);
    expect(requests).toBeGreaterThan(20);
    const stored = await openStored(dataDir);
    try {
      const rows = await stored.control.selectFrom("contact_messages").select("subject").execute();
      expect(rows.map(({ subject }) => subject).sort()).toEqual(kept.sort());
    } finally {
      await stored.close();
    }
  },
  180_000,
);
