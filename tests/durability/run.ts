const ROUNDS_IN_CI = 50;
/** Creating a club, migrating, backing up: each is killed in so many of a hundred rounds. */
const INSIDE_EACH_PERCENT = 8;

/** How many rounds of kill -9 this run has in all, and the seed that tells it again. */
export function runOf(environment: NodeJS.ProcessEnv): { rounds: number; seed: number } {
  return {
    rounds: Number(environment.DURABILITY_ROUNDS ?? ROUNDS_IN_CI),
    seed: Number(environment.DURABILITY_SEED ?? Date.now() % 1_000_000),
  };
}

export const roundsInside = (rounds: number) => Math.ceil((rounds * INSIDE_EACH_PERCENT) / 100);
export const roundsOutside = (rounds: number) => Math.max(1, rounds - 3 * roundsInside(rounds));
