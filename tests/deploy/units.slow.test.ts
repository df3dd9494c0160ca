import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { hasTool } from "../support/has-tool.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "deploy/systemd");
const units = readdirSync(folder);
const services = units.filter((name) => name.endsWith(".service"));
const read = (name: string) => readFileSync(join(folder, name), "utf8");
/** Returns the values of one setting of a unit, in order. */
const valuesOf = (unit: string, setting: string): string[] =>
  [...read(unit).matchAll(new RegExp(`^${setting}=(.*)$`, "gm"))].map(([, value = ""]) => value);

const scratch = mkdtempSync(join(tmpdir(), "goodside-units-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("the units of systemd", () => {
  test("three services, a timer for each that ends, and a socket for the one that listens", () => {
    expect(units.sort()).toEqual([
      ...["goodside-backup.service", "goodside-backup.timer", "goodside-verify.service"],
      ...["goodside-verify.timer", "goodside.service", "goodside.socket"],
    ]);
    for (const name of services)
      expect(valuesOf(name, "Type")).toEqual(
        units.includes(name.replace(".service", ".timer")) ? ["oneshot"] : [],
      );
  });

  test("every command of the units exists, and is the one that package.json runs", () => {
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const commands = services.flatMap((name) =>
      [...read(name).matchAll(/\/usr\/bin\/node --import tsx (scripts\/(\S+)\.ts)/g)].map(
        ([, path = "", script = ""]) => ({ path, script }),
      ),
    );
    expect(commands.map(({ script }) => script).sort()).toEqual(["backup", "verify", "verify"]);
    expect(valuesOf("goodside.service", "ExecStart")).toEqual(["/usr/bin/node build/processes/start.js"]);
    for (const { path, script } of commands) {
      expect(existsSync(join(root, path)), path).toBe(true);
      expect(scripts[script], script).toBeDefined();
    }
  });

  test("all run as one user without rights, with the same limits", () => {
    const limits = (name: string) => {
      const lines = read(name).split("\n");
      return lines.slice(lines.indexOf("User=goodside")).filter((line) => /^[A-Z]\w+=/.test(line));
    };
    const [first = "", ...others] = services;
    for (const name of others)
      expect(limits(name).filter((line) => !/^(MemoryDenyWriteExecute|WantedBy|Also)=/.test(line))).toEqual(
        limits(first),
      );
    for (const line of [
      "ProtectSystem=strict",
      "NoNewPrivileges=yes",
      "CapabilityBoundingSet=",
      "UMask=0077",
    ])
      expect(limits(first)).toContain(line);
    for (const name of services) expect(valuesOf(name, "MemoryDenyWriteExecute")).not.toContain("yes");
  });

  test("the site has longer to stop than it takes, and only its supervisor gets the signal", () => {
    const [within = ""] = valuesOf("goodside.service", "TimeoutStopSec");
    expect(Number(within)).toBeGreaterThan(10);
    expect(valuesOf("goodside.service", "KillMode")).toEqual(["mixed"]);
    expect(valuesOf("goodside.service", "ExecReload")).toEqual(["/bin/kill -HUP $MAINPID"]);
  });

  test("the site gets its socket, and every stop on the page stops both", () => {
    expect(valuesOf("goodside.service", "Requires")).toEqual(["goodside.socket"]);
    expect(valuesOf("goodside.service", "After").join(" ")).toContain("goodside.socket");
    expect(valuesOf("goodside.socket", "ListenStream")).toHaveLength(1);
    const page = readFileSync(join(root, "docs/operating.md"), "utf8");
    const stops = [...page.matchAll(/systemctl (?:stop|disable --now) (?=goodside)(.*)/g)].map(
      ([, of = ""]) => of,
    );
    expect(stops.length).toBeGreaterThan(3);
    for (const of of stops) expect(of).toMatch(/^goodside\.socket goodside\b/);
  });

  test.skipIf(!hasTool("systemd-analyze"))(
    "systemd accepts the units, and rates their exposure as low",
    () => {
      const here = join(scratch, "units");
      cpSync(folder, here, { recursive: true });
      for (const name of services)
        execFileSync("sed", ["-i", `s#/usr/bin/node#${process.execPath}#`, join(here, name)]);
      const paths = units.map((name) => join(here, name));
      const { stderr, status } = spawnSync("systemd-analyze", ["verify", ...paths], { encoding: "utf8" });
      expect(stderr).toBe("");
      expect(status).toBe(0);
      for (const name of services) {
        const args = ["security", "--offline=true", "--threshold=20", join(here, name)];
        expect(spawnSync("systemd-analyze", args, { encoding: "utf8" }).status, name).toBe(0);
      }
    },
  );

  /** Runs a command line of a unit as systemd passes it to the shell, in folders of this test. */
  function runUnit(name: string) {
    return valuesOf(name, "ExecStart(?:Post)?").map((line) => {
      const command = line
        .replaceAll("%%", "%")
        .replaceAll("$$", "$")
        .replaceAll("/usr/bin/node", process.execPath)
        .replaceAll("/var/backups/goodside", join(scratch, "backups"));
      const inner = /^\/bin\/sh -c '(.*)'$/.exec(command)?.[1] ?? command;
      return spawnSync("/bin/sh", ["-c", inner], {
        cwd: root,
        env: {
          ...{ PATH: process.env.PATH, NODE_ENV: "production", APP_MODE: "test" },
          DATA_DIR: join(scratch, "data"),
        },
        encoding: "utf8",
      });
    });
  }

  test("a night's backup goes into the folder of its day, and the check reads the data and every backup", () => {
    mkdirSync(join(scratch, "backups"));
    const made = spawnSync(process.execPath, ["--import", "tsx", "scripts/migrate.ts"], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        APP_MODE: "test",
        DATA_DIR: join(scratch, "data"),
      },
      encoding: "utf8",
    });
    expect(made.stderr).toBe("");
    for (const { status, stderr } of runUnit("goodside-backup.service"))
      expect([status, stderr]).toEqual([0, ""]);
    const [day = "", ...others] = readdirSync(join(scratch, "backups"));
    expect(others).toEqual([]);
    expect(day).toMatch(/^[1-7]$/);
    expect(runUnit("goodside-verify.service").map(({ status }) => status)).toEqual([0, 0]);

    const copies = join(scratch, "backups", day);
    const copy = readdirSync(copies, { recursive: true, encoding: "utf8" }).find((path) =>
      path.endsWith(".sqlite"),
    );
    rmSync(join(copies, copy ?? "?"));
    expect(runUnit("goodside-verify.service").map(({ status }) => status)).toEqual([0, 1]);
  });
});
