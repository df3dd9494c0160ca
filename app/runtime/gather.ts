import { setTimeout } from "node:timers/promises";

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Batches many small pieces of work: items that arrive during a run, or within a moment of the first one, form the next
 * run, in order. A run that fails is repeated item by item, so that one bad item fails alone.
 * @param run answers for each item, all or nothing
 * @param most items of a run
 * @param withinMs longest time that an item waits for others
 */
export function gather<Item, Result>(
  run: (items: readonly Item[]) => Promise<Result[]>,
  { most, withinMs = 0 }: { most: number; withinMs?: number },
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let runs = false;

  async function work(): Promise<void> {
    runs = true;
    while (waiting.length > 0) {
      if (withinMs > 0) await setTimeout(withinMs);
      const batch = waiting.splice(0, most);
      try {
        const results = await run(batch.map(({ item }) => item));
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error);
        else for (const one of batch) await alone(one);
      }
    }
    runs = false;
  }

  async function alone({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> {
    try {
      const [result] = await run([item]);
      resolve(result as Result);
    } catch (error) {
      reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!runs) void work();
    });
}
