/** `npm run durability -- --rounds N` sets another number. */
const ROUNDS = 25;
/** Percent of the rounds that kill each of: creating a club, migrating, backing up. */
const INSIDE_EACH_PERCENT = 8;

/** Returns the number of kill -9 rounds in this run, and the seed that repeats it. */
export function runOf(environment: NodeJS.ProcessEnv): { rounds: number; seed: number } {
  return {
    rounds: Number(environment.DURABILITY_ROUNDS ?? ROUNDS),
    seed: Number(environment.DURABILITY_SEED ?? Date.now() % 1_000_000),
  };
}

export const roundsInside = (rounds: number) => Math.ceil((rounds * INSIDE_EACH_PERCENT) / 100);
/** Returns the rounds of imports, as one takes as long as four other rounds. */
export const roundsOfImports = (rounds: number) => Math.ceil(rounds / 25);
export const roundsOutside = (rounds: number) => Math.max(1, rounds - 3 * roundsInside(rounds));
