/** CI runs the suite on two Nodes: 50 rounds in all. `npm run durability -- --rounds N` does any number. */
const ROUNDS = 25;
/** Creating a club, migrating, backing up: each is killed in so many of a hundred rounds. */
const INSIDE_EACH_PERCENT = 8;

/** How many rounds of kill -9 this run has in all, and the seed that tells it again. */
export function runOf(environment: NodeJS.ProcessEnv): { rounds: number; seed: number } {
  return {
    rounds: Number(environment.DURABILITY_ROUNDS ?? ROUNDS),
    seed: Number(environment.DURABILITY_SEED ?? Date.now() % 1_000_000),
  };
}

export const roundsInside = (rounds: number) => Math.ceil((rounds * INSIDE_EACH_PERCENT) / 100);
/** Each costs as much as four of the others. */
export const roundsOfImports = (rounds: number) => Math.ceil(rounds / 25);
export const roundsOutside = (rounds: number) => Math.max(1, rounds - 3 * roundsInside(rounds));
