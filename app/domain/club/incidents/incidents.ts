/**
 * U.S. Soccer's Policy 531-9: four levels of non-physical abuse of officials, with the fewest games of suspension;
 * three times as many where the official is a minor.
 */
export const abuseLevels = [
  { level: 1, games: 2 },
  { level: 2, games: 4 },
  { level: 3, games: 6 },
  { level: 4, games: 10 },
] as const;
export const MINOR_OFFICIAL_FACTOR = 3;
