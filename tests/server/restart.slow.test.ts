import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { processesBelow } from "../durability/processes.ts";
import { openStored } from "../durability/stored.ts";
import { holdSocket } from "../support/held-socket.ts";
import { freePort, type RunningServer, startServer, until } from "../support/server.ts";
import { SteadyTraffic } from "../support/steady-traffic.ts";

let server: RunningServer | undefined;
afterEach(async () => {
  await server?.stop();
});

const RESTARTS = 3;

// scripts/README.md, Restarting
test.each([1, 2])(
  "SIGHUP without a terminal restarts the processes one by one, and no visitor notices (web processes: %s)",
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
        // Old processes end with their last connection.
        return now.filter((pid) => !before.includes(pid)).length === workers + 1 || undefined;
      });
    }
    await expectAllServed(traffic, dataDir);
  },
  180_000,
);

// docs/operating.md, A release
test("visitors only wait while the site stops and starts, if another process holds the socket", async () => {
  const port = await freePort();
  const held = holdSocket(port);
  const dataDir = mkdtempSync(join(tmpdir(), "goodside-held-"));
  const start = () =>
    startServer({
      ...{ as: "unit", terminal: "none", port, dataDir, heldSocket: held.fd },
      env: { WEB_WORKERS: "2", TRUST_PROXY: "loopback", LOG_LEVEL: "error" },
    });
  server = await start();
  const traffic = new SteadyTraffic(server.url, 20);
  for (let turn = 1; turn <= RESTARTS; turn += 1) {
    await server.stop({ keepData: true });
    server = await start();
  }
  // A web process that dies alone does not close the socket.
  for (const { pid, kind } of processesBelow(server.child.pid ?? 0))
    if (kind === "web") process.kill(pid, "SIGTERM");
  await server.ready();
  await expectAllServed(traffic, dataDir);
  held.close();
}, 180_000);

async function expectAllServed(traffic: SteadyTraffic, dataDir: string): Promise<void> {
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
}
