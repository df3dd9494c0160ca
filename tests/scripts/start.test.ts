import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { takeHeldSocket } from "../../scripts/start/held-socket.ts";
import { keepAlone } from "../../scripts/start/second.ts";
import { folder, openPlatform } from "./fixture.ts";

describe("a second server on a data folder", () => {
  const lines: string[] = [];
  const start = (dataDir: string, production = false) =>
    keepAlone({ dataDir, production }, (line) => lines.push(line), 300);

  test("a second server on a data folder gets a warning, and the first does not", async () => {
    const dataDir = folder("shared");
    await start(dataDir);
    await start(folder("alone"));
    expect(lines).toEqual([]);
    await start(dataDir);
    expect(lines).toEqual([
      `Another server (process ${process.pid} on ${hostname()}) runs on ${dataDir}: stop one of them, or give this one a DATA_DIR of its own.`,
    ]);
  });

  test("a second server on a data folder is refused in production, by the running process's name, once that has had time to stop", async () => {
    const dataDir = folder("production");
    await start(dataDir, true);
    await expect(start(dataDir, true)).rejects.toThrow(
      `Another server (process ${process.pid} on ${hostname()}) runs on ${dataDir}. Stop that one, then start this one again.`,
    );
    expect(lines.at(-1)).toMatch(/: waiting 0\.3 s for it to stop\.$/);
  });
});

test.each([
  ["no database", "this is no database"],
  ["a database whose pages are broken", "SQLite format 3\0".padEnd(8192, "x")],
])("a control file that is %s is named, with the remedy", async (_, content) => {
  const dataDir = folder("broken");
  const path = join(dataDir, "control.sqlite");
  writeFileSync(path, content);
  await expect(openPlatform({ dataDir, mode: "test", migrateOnOpen: true })).rejects.toThrow(
    `${path} is damaged`,
  );
  await expect(openPlatform({ dataDir, mode: "test", migrateOnOpen: true })).rejects.toThrow(
    "npm run restore -- --from DIR",
  );
});

// docs/operating.md, A release
describe("the socket that systemd holds", () => {
  const take = (of: NodeJS.Dict<string>) => {
    const env: NodeJS.ProcessEnv = { NODE_ENV: "test", ...of };
    return { socket: takeHeldSocket(env, 7), left: Object.keys(env) };
  };
  test("a held socket is taken once, and the processes below are not offered it again", () => {
    expect(take({ LISTEN_PID: "7", LISTEN_FDS: "1", LISTEN_FDNAMES: "goodside.socket" })).toEqual({
      socket: 3,
      left: ["NODE_ENV"],
    });
  });
  test.each([{}, { LISTEN_PID: "8", LISTEN_FDS: "1" }, { LISTEN_FDS: "1" }, { LISTEN_PID: "7" }])(
    "a socket meant for no process or another one is left: %j",
    (of) => expect(take(of).socket).toBeNull(),
  );
  test("a unit with two addresses is refused", () => {
    expect(() => take({ LISTEN_PID: "7", LISTEN_FDS: "2" })).toThrow("it must have one ListenStream");
  });
});
