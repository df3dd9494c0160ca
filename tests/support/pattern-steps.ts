import { setFlagsFromString } from "node:v8";

/** Most steps per character of a linear pattern; a quadratic one takes a quarter of the text. */
const STEPS_PER_CHARACTER = 128;

type Limited = (source: string, flags: string, steps: number) => RegExp;

setFlagsFromString("--allow-natives-syntax");
/**
 * V8 can stop a pattern after a number of backtracks, for its own tests: a count that does not depend on the machine.
 */
const limitedPattern = new Function(
  "source",
  "flags",
  "steps",
  "return %NewRegExpWithBacktrackLimit(source, flags, steps)",
) as Limited;
setFlagsFromString("--no-allow-natives-syntax");

const limited = new Map<string, RegExp>();

/** Builds one match of the whole text, which tries the pattern at every character as `replaceAll` does. */
function scanOf({ source, flags }: RegExp, steps: number): RegExp {
  const key = `${steps} ${flags} ${source}`;
  const known = limited.get(key);
  if (known) return known;
  const scan = limitedPattern(`(?:(?:${source})|[^])*(?![^])`, `${flags.replace(/[dgy]/g, "")}y`, steps);
  limited.set(key, scan);
  return scan;
}

/** Picks the texts for which a pattern takes more steps than in proportion to their length. Deterministic. */
export function slowTexts(pattern: RegExp, texts: readonly string[]): string[] {
  // Optimized code does not count the steps of a simple repetition such as `a+`.
  setFlagsFromString("--no-regexp-optimization");
  try {
    return texts.filter((text) => {
      // Rounded up, so that a pattern is compiled for few limits.
      const length = 1 << Math.ceil(Math.log2(text.length + 16));
      const scan = scanOf(pattern, length * STEPS_PER_CHARACTER);
      scan.lastIndex = 0;
      return !scan.test(text);
    });
  } finally {
    setFlagsFromString("--regexp-optimization");
  }
}

/** Tells whether a pattern's steps are in proportion to the text's length. */
export const isLinear = (pattern: RegExp, text: string): boolean => slowTexts(pattern, [text]).length === 0;
