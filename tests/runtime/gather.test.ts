import { expect, test, vi } from "vitest";
import { gather } from "#app/runtime/gather.ts";

/** Holds runs until the test ends them. */
function held() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const run = async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => ends.push(resolve));
    if (items.includes(13)) throw new Error("thirteen");
    return items.map((item) => item * 2);
  };
  return { batches, run, end: () => ends.shift()?.() };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("items that come during a run form the next one, in order, and no run is larger than allowed", async () => {
  const { batches, run, end } = held();
  const work = gather(run, { most: 3 });
  const answers = Promise.all([1, 2, 3, 4, 5, 6].map(work));
  expect(batches).toEqual([[1]]);
  for (let n = 0; n < 3; n += 1) {
    end();
    await turn();
  }
  expect(await answers).toEqual([2, 4, 6, 8, 10, 12]);
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6]]);
  const later = work(7);
  end();
  expect(await later).toBe(14);
});

test("an item that fails affects no other, and stops nothing", async () => {
  const { batches, run, end } = held();
  const work = gather(run, { most: 10 });
  const answers = Promise.allSettled([1, 13, 3].map(work));
  for (let n = 0; n < 4; n += 1) {
    end();
    await turn();
  }
  expect((await answers).map((one) => (one.status === "fulfilled" ? one.value : String(one.reason)))).toEqual(
    [2, "Error: thirteen", 6],
  );
  expect(batches).toEqual([[1], [13, 3], [13], [3]]);
  const alone = Promise.allSettled([work(13)]);
  end();
  expect((await alone)[0]?.status).toBe("rejected");
});

test("items that come within a moment of the first share its run", async () => {
  const { batches, run, end } = held();
  const work = gather(run, { most: 3, withinMs: 20 });
  const answers = Promise.all([1, 2].map(work));
  await turn();
  const third = work(3);
  await vi.waitFor(() => expect(batches).toEqual([[1, 2, 3]]));
  end();
  expect([await answers, await third]).toEqual([[2, 4], 6]);
});
