/** Points of a perfect game; an average lies between 0 and this (product/reports.md#stats). */
export const PERFECT_SCORE = 20;

/**
 * Formats an average to one decimal, never rounded up to 20: 20.0 means that all were perfect
 * (product/reports.md#stats).
 */
export function formatAverage(average: number): string {
  const rounded = Math.round(average * 10) / 10;
  return (average < PERFECT_SCORE && rounded >= PERFECT_SCORE ? rounded - 0.1 : rounded).toFixed(1);
}
