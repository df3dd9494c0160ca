import { mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { clubRow } from "#tests/support/rows.ts";

/** Files in the order in which they reach the disk and get their names. */
const steps: string[] = [];
vi.mock("node:fs", async (load) => {
  const fs = await load<typeof import("node:fs")>();
  const pathOf = (descriptor: number) => readlinkSync(`/proc/self/fd/${descriptor}`);
  return {
    ...fs,
    fsyncSync: (descriptor: number) => {
      steps.push(`synced ${pathOf(descriptor)}`);
      fs.fsyncSync(descriptor);
    },
    linkSync: (from: string, to: string) => {
      steps.push(`linked ${from} to ${basename(to)}`);
      fs.linkSync(from, to);
    },
  };
});
const { openWorld } = await import("#tests/support/world.ts");
const world = await openWorld();
const { ClubFiles } = await import("#app/db/clubs.server.ts");
const { openFile } = await import("#app/db/file-engine.server.ts");
afterAll(() => world.close());

test("a new club's file is on the disk before it has its name, and the name before it is announced", async () => {
  steps.length = 0;
  await world.club("Lakeside", { code: "lakeside" });
  const linked = steps.findIndex((step) => step.endsWith(" to lakeside.sqlite"));
  const building = /^linked (.*) to /.exec(steps[linked] ?? "")?.[1] ?? "";
  expect(steps.slice(0, linked)).toContain(`synced ${building}`);
  expect(steps.slice(linked + 1)).toContain(`synced ${dirname(building)}`);
});

test("a new club's file is sound, has a stamp of its own and nothing of the club created before it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "goodside-new-club-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const clubs = new ClubFiles({ folder, migrateOnOpen: false });
  // The first name is longer: what it left on a page would show behind the second.
  const names = { lakeside: "Lakeside Youth Soccer Club of the North Shore", hilltop: "Hilltop" };
  for (const [code, name] of Object.entries(names)) await clubs.create({ ...clubRow(code), name });
  const pathOf = (code: string) => join(folder, `${code}.sqlite`);

  const bytes = readFileSync(pathOf("hilltop")).toString("latin1");
  expect(bytes).toContain("Hilltop");
  expect(bytes).not.toContain("North Shore");

  const found = Object.keys(names).map((code) => {
    const file = openFile(pathOf(code));
    try {
      expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
      expect(file.pragma("journal_mode", { simple: true })).toBe("wal");
      expect(file.prepare("select code from club").pluck().all()).toEqual([code]);
      return file.prepare("select version from change_stamp").pluck().get();
    } finally {
      file.close();
    }
  });
  expect(new Set(found).size).toBe(2);
});
