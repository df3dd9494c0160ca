import { isLinear } from "./pattern-steps.ts";

/** Long enough to detect a quadratic pattern, and short enough for V8's stack. */
const LOOKED_THROUGH = 65_536;

type Method = (this: string, ...args: unknown[]) => unknown;

const all = (text: string) => text.length;
const one = () => 1;
const ahead = (text: string, found: unknown, [, from]: unknown[]) => {
  const start = Math.min(Number(from ?? 0), text.length);
  return typeof found === "number" && found >= 0 ? found - start + 1 : text.length - start;
};
/** Most characters that each method reads. A slice is a view of its text, and reads none. */
const READERS: Record<string, (text: string, result: unknown, args: unknown[]) => number> = {
  indexOf: ahead,
  includes: ahead,
  lastIndexOf: all,
  split: all,
  replace: all,
  replaceAll: all,
  trim: all,
  trimStart: all,
  trimEnd: all,
  toLowerCase: all,
  toUpperCase: all,
  normalize: all,
  at: one,
  charAt: one,
  charCodeAt: one,
  codePointAt: one,
  startsWith: one,
  endsWith: one,
};

interface Counting {
  /** Returns the characters read since the last call. */
  read(): number;
  stop(): void;
}

/**
 * Counts the characters that the methods of strings and patterns read while `work` runs: the same count on every
 * machine. Calls outside `work` count too. That our own patterns are linear is tested in tests/architecture.
 * @param more.patterns also tries each pattern that runs, such as a library's: infinite if one is not linear
 */
export async function charactersRead(
  work: () => unknown,
  more: { patterns?: boolean } = {},
): Promise<number> {
  const counting = countCharacters(more);
  try {
    await work();
    return counting.read();
  } finally {
    counting.stop();
  }
}

/** Starts a count for several readings in a row. */
export function countCharacters({ patterns = false } = {}): Counting {
  let read = 0;
  let counting = true;
  const putBack: (() => void)[] = [];
  const replace = (owner: object, name: PropertyKey, instead: (original: Method) => unknown) => {
    const kept = Object.getOwnPropertyDescriptor(owner, name);
    if (typeof kept?.value !== "function") throw new Error(`No method ${String(name)}`);
    Object.defineProperty(owner, name, { ...kept, value: instead(kept.value as Method) });
    putBack.push(() => Object.defineProperty(owner, name, kept));
  };

  for (const [name, cost] of Object.entries(READERS))
    replace(
      String.prototype,
      name,
      (original) =>
        function (this: string, ...args: unknown[]) {
          const result = original.apply(this, args);
          // A pattern's share is counted where it runs.
          if (counting && !(args[0] instanceof RegExp)) read += cost(this, result, args);
          return result;
        },
    );
  replace(
    String.prototype,
    Symbol.iterator,
    (original) =>
      function (this: string) {
        if (counting) read += this.length;
        return original.call(this);
      },
  );
  const seen = new Map<string, Set<string>>();
  // V8 runs patterns by a slower path from here on, even after a restore: tests/vitest.config.ts separates the files
  // that count. `test`, `replace`, `split`, `match` and `search` all come through here.
  replace(
    RegExp.prototype,
    "exec",
    (original) =>
      function (this: RegExp, text: unknown) {
        const from = this.global || this.sticky ? this.lastIndex : 0;
        const found = (original as unknown as RegExp["exec"]).call(this, String(text));
        if (!counting) return found;
        const whole = String(text);
        if (found) read += found.index + found[0].length - from + 1;
        else read += this.sticky ? 1 : Math.max(whole.length - from, 0) + 1;
        if (!patterns) return found;
        counting = false;
        const start = whole.slice(0, LOOKED_THROUGH);
        const key = String(this);
        const texts = seen.get(key) ?? new Set();
        if (!texts.has(start)) {
          seen.set(key, texts.add(start));
          if (!isLinear(this, start)) read = Number.POSITIVE_INFINITY;
        }
        counting = true;
        return found;
      },
  );
  return {
    read: () => {
      const sum = read;
      read = 0;
      return sum;
    },
    stop: () => {
      for (const undo of putBack) undo();
    },
  };
}
