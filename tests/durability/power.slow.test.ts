import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ClubFiles } from "#app/db/clubs.server.ts";
import { Chance, pause } from "./chance.ts";
import { soundness } from "./judge.ts";
import { killHard } from "./processes.ts";
import { runOf } from "./run.ts";

const CUTS = 2;
const CUTS_UNTIL_LOSS = 5;
const IMAGE_BYTES = 48 * 1024 * 1024;
/** In memory, so that copying the image takes milliseconds. */
const base = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();
const folder = mkdtempSync(join(base, "goodside-power-"));
const problem = obstacle();
const chance = new Chance(runOf(process.env).seed);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(`every acknowledged commit and club survives ${CUTS} power cuts`, async ({ skip }) => {
  if (problem) return skip(problem);
  for (let cut = 1; cut <= CUTS; cut += 1) {
    const { acknowledged, lost, unsound } = await cutPower();
    expect(acknowledged).toBeGreaterThan(0);
    expect({ lost, unsound }).toEqual({ lost: [], unsound: [] });
  }
}, 120_000);

test("the simulated cut is real: without synchronous=FULL it loses acknowledged commits", async ({
  skip,
}) => {
  if (problem) return skip(problem);
  let lost = 0;
  for (let cut = 1; cut <= CUTS_UNTIL_LOSS && lost === 0; cut += 1)
    lost = (await cutPower("NORMAL")).lost.length;
  expect(lost).toBeGreaterThan(0);
}, 120_000);

/**
 * Lets a process write to an ext4 file system whose disk is a file. At a random moment the process is stopped and the
 * file copied: the copy holds what had reached the disk and nothing that was still in memory.
 */
async function cutPower(synchronous?: "NORMAL") {
  const [disk, frozen, mount] = ["disk", "frozen", "mount"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(disk, "");
  truncateSync(disk, IMAGE_BYTES);
  mkdirSync(mount, { recursive: true });
  run("mkfs.ext4", "-q", "-F", disk);
  // A long interval, so that no periodic commit of the file system helps the writer.
  run("mount", "-o", "loop,commit=300", disk, mount);
  const said: string[] = [];
  try {
    const writer = spawn(
      process.execPath,
      [
        "--import",
        "tsx",
        "tests/durability/writers/commits.ts",
        mount,
        ...(synchronous ? [synchronous] : []),
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    try {
      let rest = "";
      writer.stdout.setEncoding("utf8").on("data", (text: string) => {
        const lines = (rest + text).split("\n");
        rest = lines.pop() ?? "";
        said.push(...lines);
      });
      while (said.length < 60) {
        if (writer.exitCode !== null) throw new Error("The writer ended");
        await pause(5);
      }
      await pause(chance.next() * 200);
      process.kill(writer.pid ?? 0, "SIGSTOP");
      copyFileSync(disk, frozen);
    } finally {
      const ended = new Promise((resolve) => writer.once("close", resolve));
      killHard(writer.pid ?? 0);
      await ended;
    }
  } finally {
    await unmount(mount);
  }
  const acknowledged = [...said];
  run("mount", "-o", "loop", frozen, mount);
  try {
    return { acknowledged: acknowledged.length, ...(await look(join(mount, "clubs"), acknowledged)) };
  } finally {
    await unmount(mount);
  }
}

/** Unmounts; the kernel may take a moment to close the files of a killed process. */
async function unmount(mount: string): Promise<void> {
  for (let left = 100; spawnSync("umount", [mount]).status !== 0; left -= 1) {
    if (left === 0) throw new Error(`${mount} cannot be unmounted`);
    await pause(50);
  }
}

async function look(clubsFolder: string, acknowledged: string[]) {
  const clubs = new ClubFiles({ folder: clubsFolder, migrateOnOpen: true });
  const lost: string[] = [];
  const unsound: string[] = [];
  clubs.sweep();
  try {
    for (const code of await clubs.codes())
      unsound.push(...(await clubs.use(code, (db) => soundness(db, code))));
    for (const line of acknowledged) {
      const [code = "", team] = line.split(" ");
      if (!(await clubs.has(code))) {
        lost.push(line);
        continue;
      }
      if (!team) continue;
      const row = await clubs.use(code, (db) =>
        db.selectFrom("teams").select("id").where("id", "=", `${code}-team-${team}`).executeTakeFirst(),
      );
      if (!row) lost.push(line);
    }
  } finally {
    await clubs.close();
  }
  return { lost, unsound };
}

/** Returns what this machine lacks to simulate a power cut, or null. */
function obstacle(): string | null {
  if (process.getuid?.() !== 0) return "a simulated power cut needs root";
  if (spawnSync("mkfs.ext4", ["-V"]).status !== 0) return "a simulated power cut needs mkfs.ext4";
  const [disk, mount] = [join(folder, "probe"), join(folder, "probe-mount")];
  writeFileSync(disk, "");
  truncateSync(disk, 8 * 1024 * 1024);
  mkdirSync(mount);
  spawnSync("mkfs.ext4", ["-q", "-F", disk]);
  if (spawnSync("mount", ["-o", "loop", disk, mount]).status !== 0)
    return "a simulated power cut needs loop devices, which this machine does not give";
  run("umount", mount);
  return null;
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}
