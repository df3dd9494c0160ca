/** Count of numbers in a segment, and the indexes of its end points' coordinates, in pairs. */
const SEGMENTS: Record<string, { numbers: number; points: number[] }> = {
  m: { numbers: 2, points: [0] },
  l: { numbers: 2, points: [0] },
  h: { numbers: 1, points: [] },
  v: { numbers: 1, points: [] },
  c: { numbers: 6, points: [0, 2, 4] },
  s: { numbers: 4, points: [0, 2] },
  a: { numbers: 7, points: [5] },
};

/**
 * Rounds a path to tenths. Drawings are 24 units wide and shown on 20 pixels, so a tenth of a unit is invisible, and
 * thousandths are a seventh of the menu's bytes. Absolute ends are rounded, so that errors do not add up along a path.
 */
export function toTenths(d: string): string {
  let out = "";
  // Pen position, as drawn and as rounded, and the start of its subpath.
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const tenth = (number: number) => Math.round(number * 10) / 10;
  for (const [, command = "", rest = ""] of d.matchAll(/([a-z])([^a-z]*)/gi)) {
    const kind = command.toLowerCase();
    const segment = SEGMENTS[kind];
    if (!segment) {
      [x, y] = [startX, startY];
      out += command;
      continue;
    }
    const relative = command === kind;
    const values = kind === "a" ? arcNumbers(rest) : numbersIn(rest);
    const written: number[] = [];
    for (let at = 0; at < values.length; at += segment.numbers) {
      const part = values.slice(at, at + segment.numbers);
      const [fromX, fromY] = relative ? [x, y] : [0, 0];
      const shift = (value: number, from: number) => tenth(tenth(from + value) - tenth(from));
      const rounded = part.map((value, place) => {
        if (kind === "h") return shift(value, fromX);
        if (kind === "v") return shift(value, fromY);
        const point = segment.points.find((start) => place === start || place === start + 1);
        return point === undefined ? tenth(value) : shift(value, place === point ? fromX : fromY);
      });
      written.push(...rounded);
      if (kind !== "v") x = fromX + (part.at(kind === "h" ? -1 : -2) ?? 0);
      if (kind !== "h") y = fromY + (part.at(-1) ?? 0);
      if (kind === "m" && at === 0) [startX, startY] = [x, y];
    }
    out += command + written.map(short).reduce(joined, "");
  }
  return out;
}

const NUMBER = "(-?(?:\\d+\\.?\\d*|\\.\\d+))";
const NUMBERS = new RegExp(NUMBER, "g");
/** An arc's fourth and fifth numbers are flags of one digit, which may come without a blank. */
const ARCS = new RegExp(
  Array.from("nnnffnn", (kind) => (kind === "f" ? "([01])" : NUMBER)).join("[ ,]*"),
  "g",
);

const numbersIn = (text: string) => [...text.matchAll(NUMBERS)].map(([number]) => Number(number));
const arcNumbers = (text: string) =>
  [...text.matchAll(ARCS)].flatMap(([, ...numbers]) => numbers.map(Number));

const short = (number: number) => String(number).replace(/^(-?)0\./, "$1.");
const joined = (before: string, number: string) =>
  before === "" || number.startsWith("-") ? before + number : `${before} ${number}`;
