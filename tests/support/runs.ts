/**
 * Returns how often a property is tried, or how many random cases a test has: `quick` in `npm test`, `slow` in the slow
 * suite, which runs the files that use this again (tests/vitest.config.ts).
 */
export const runs = (quick: number, slow: number): number =>
  (process.env.SUITE ?? "quick") === "quick" ? quick : slow;
