/** Every text of one to `longest` characters of an alphabet. */
export function textsOf(alphabet: string, longest: number): string[] {
  let last = [""];
  const all: string[] = [];
  for (let length = 1; length <= longest; length += 1) {
    last = last.flatMap((text) => [...alphabet].map((character) => text + character));
    all.push(...last);
  }
  return all;
}

/** A text repeated up to a length in characters. */
export const repeated = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Of a busy machine: so long it may keep the work from running once undisturbed. */
const PATIENCE_MS = 2_000;

/** The milliseconds that work takes: the shortest of many times, where the first is over the limit. */
export function millisecondsOf(work: () => unknown, limit: number): number {
  const began = performance.now();
  let shortest = Number.POSITIVE_INFINITY;
  do {
    const from = performance.now();
    work();
    shortest = Math.min(shortest, performance.now() - from);
  } while (shortest >= limit && performance.now() - began < PATIENCE_MS);
  return shortest;
}
