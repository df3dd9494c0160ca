import { Misuse, readArguments } from "../command/command.ts";

export interface SeedOptions {
  clubs: number;
  /** Per club. */
  teams: number;
  /** Per team. */
  games: number;
  /** Another seed gives other names and scores. */
  seed: number;
  /** All games are before this date (YYYY-MM-DD), so that stats do not change over time. */
  until: string;
  /** Parallel writers of club files; null: as many as are worth starting. */
  workers: number | null;
}

/** The default last day of synthetic data: content does not depend on the day of seeding. */
const UNTIL = "2026-11-15";

/**
 * Parses the options of the command line; null for the demo.
 * @throws Misuse
 */
export function readOptions(args: string[]): SeedOptions | null {
  if (args.length === 0) return null;
  const { values } = readArguments(args, {
    clubs: { type: "string" },
    teams: { type: "string", default: "10" },
    games: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    until: { type: "string", default: UNTIL },
    workers: { type: "string" },
  });
  const whole = (name: keyof typeof values, least: number, most: number): number => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < least || number > most)
      throw new Misuse(`--${name} must be a whole number from ${least} to ${most}`);
    return number;
  };
  if (!/^\d{4}-\d\d-\d\d$/.test(values.until) || Number.isNaN(Date.parse(values.until)))
    throw new Misuse("--until must be a date like 2026-11-15");
  return {
    clubs: whole("clubs", 1, 1_000_000),
    teams: whole("teams", 0, 10_000),
    games: whole("games", 0, 100_000),
    seed: whole("seed", 0, 2 ** 32),
    until: values.until,
    workers: values.workers === undefined ? null : whole("workers", 1, 64),
  };
}
