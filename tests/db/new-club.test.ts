import { readlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { afterAll, expect, test, vi } from "vitest";

/** What reached the disk and what got its name, in order. */
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
afterAll(() => world.close());

test("a new club's file is on the disk before it has its name, and the name before it is announced", async () => {
  steps.length = 0;
  await world.club("Lakeside", { code: "lakeside" });
  const linked = steps.findIndex((step) => step.endsWith(" to lakeside.sqlite"));
  const building = /^linked (.*) to /.exec(steps[linked] ?? "")?.[1] ?? "";
  expect(steps.slice(0, linked)).toContain(`synced ${building}`);
  expect(steps.slice(linked + 1)).toContain(`synced ${dirname(building)}`);
});
