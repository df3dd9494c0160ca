/** Lists every text of one to `longest` characters of an alphabet. */
export function textsOf(alphabet: string, longest: number): string[] {
  let last = [""];
  const all: string[] = [];
  for (let length = 1; length <= longest; length += 1) {
    last = last.flatMap((text) => [...alphabet].map((character) => text + character));
    all.push(...last);
  }
  return all;
}

/** Repeats a text up to a length in characters. */
export const repeated = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
