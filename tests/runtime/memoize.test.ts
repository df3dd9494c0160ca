import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { SharedRuns } from "#app/runtime/memoize.ts";

test("a call during a run shares one that begins after it", async () => {
  const runs = new SharedRuns<number>();
  const written: number[] = [];
  let begun = 0;
  const readAll = async () => {
    begun += 1;
    const seen = written.length;
    await wait(5);
    return seen;
  };
  const ask = (value: number) => {
    written.push(value);
    return runs.run("a", readAll);
  };
  const answers = await Promise.all([ask(1), ask(2), ask(3), runs.run("b", readAll)]);
  expect(answers).toEqual([1, 3, 3, 3]);
  expect(begun).toBe(3);
  expect(await ask(4)).toBe(4);
});

test("a run that fails rejects for its callers, and not for later ones", async () => {
  const runs = new SharedRuns<string>();
  const fails = async () => {
    await wait(1);
    throw new Error("the disk is full");
  };
  const first = runs.run("a", fails);
  const second = runs.run("a", fails);
  const third = runs.run("a", fails);
  await expect(first).rejects.toThrow("the disk is full");
  const fourth = runs.run("a", async () => "well");
  await expect(Promise.allSettled([second, third])).resolves.toMatchObject([
    { status: "rejected" },
    { status: "rejected" },
  ]);
  expect(await fourth.catch(() => runs.run("a", async () => "well"))).toBe("well");
});
