import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { LIMITS } from "#app/server/listen.ts";
import { freePort } from "../support/server.ts";

/** Twice the number that may wait. */
const CLIENTS = 2 * LIMITS.waiting;

// docs/durability.md, Known limits
test("connections beyond a busy web process wait in the system, up to a bound", async () => {
  const released = join(mkdtempSync(join(tmpdir(), "goodside-held-")), "released");
  const port = await freePort();
  const site = spawn(
    process.execPath,
    ["--import", "tsx", fileURLToPath(new URL("held-site.ts", import.meta.url))],
    {
      env: { PATH: process.env.PATH, NODE_ENV: "test", HELD_SITE: `${port} ${released}` },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const descriptors = () => readdirSync(`/proc/${site.pid}/fd`).length;
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  try {
    await once(site.stdout, "data");
    const before = descriptors();
    expect(await ask("/hold")).toBe("hello");
    let connected = 0;
    const clients = Array.from({ length: CLIENTS }, () =>
      connect(port, "127.0.0.1", () => {
        connected += 1;
      }).on("error", () => {}),
    );
    const somaxconn = Number(readFileSync("/proc/sys/net/core/somaxconn", "utf8"));
    const bound = Math.min(LIMITS.waiting, somaxconn);
    await vi.waitUntil(() => connected >= bound, { timeout: 20_000 });
    expect(descriptors()).toBeLessThan(before + 10);
    // The system allows one more.
    expect(connected).toBeLessThanOrEqual(bound + 1);
    for (const client of clients) client.destroy();
    writeFileSync(released, "");
    expect(await ask("/")).toBe("hello");
  } finally {
    writeFileSync(released, "");
    site.kill("SIGTERM");
    await once(site, "exit");
  }
}, 60_000);
