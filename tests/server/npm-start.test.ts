import { existsSync } from "node:fs";
import { afterAll, test } from "vitest";
import { startServer, until } from "#tests/support/server.ts";

let server = await startServer({ as: "npm" });
const hasScript = existsSync("/usr/bin/script");
afterAll(() => server.stop());

const answers = async () => (await fetch(`${server.url}/healthz`).catch(() => null)) !== null;

test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
  "%s to npm stops the whole site within 10 s",
  async (signal) => {
    if (!(await answers())) {
      const { dataDir } = server;
      await server.stop({ keepData: true });
      server = await startServer({ as: "npm", dataDir });
    }
    server.child.kill(signal);
    await until(10_000, async () => !(await answers()) || undefined);
  },
  60_000,
);

// Without a terminal SIGHUP restarts instead: restart.slow.test.ts.
test.skipIf(!hasScript)(
  "the site stops when its terminal is closed",
  async () => {
    const { dataDir } = server;
    await server.stop({ keepData: true });
    server = await startServer({ dataDir, terminal: "own" });
    server.child.kill("SIGKILL");
    await until(10_000, async () => !(await answers()) || undefined);
  },
  60_000,
);
