import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "goodside-stop-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const stop = new URL("../../app/server/stop.ts", import.meta.url).href;

/**
 * Forks a process and disconnects from it, as if this one had died.
 * @returns its exit code.
 */
function run(leave: "while it loads" | "when it runs"): Promise<number | null> {
  const script = join(folder, `${leave.replaceAll(" ", "-")}.mts`);
  writeFileSync(
    script,
    `import { onStop } from ${JSON.stringify(stop)};
    await new Promise((resolve) => setTimeout(resolve, 300));
    onStop(async () => process.exit(7));
    process.send?.("runs", () => {});
    setInterval(() => {}, 1_000);`,
  );
  const child = fork(script, { execArgv: ["--import", "tsx"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  if (leave === "while it loads") child.disconnect();
  else child.once("message", () => child.disconnect());
  const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
  return ended.finally(() => clearTimeout(late));
}

test.each(["while it loads", "when it runs"] as const)(
  "a process whose supervisor has died ends on its own, even %s",
  async (leave) => expect(await run(leave)).toBe(7),
);

test.each([
  ["ends at SIGHUP", "", 7],
  ["takes SIGHUP for a call, where it has one", ", () => process.exit(8)", 8],
])("a process %s", async (name, hangUp, code) => {
  const script = join(folder, `${name.replaceAll(" ", "-")}.mts`);
  writeFileSync(
    script,
    `import { onStop } from ${JSON.stringify(stop)};
    onStop(async () => process.exit(7)${hangUp});
    setInterval(() => {}, 1_000);
    process.send?.("runs");`,
  );
  const child = fork(script, { execArgv: ["--import", "tsx"] });
  await once(child, "message");
  child.kill("SIGHUP");
  expect(await once(child, "exit")).toEqual([code, null]);
});
