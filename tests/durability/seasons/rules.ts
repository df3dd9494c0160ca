// The rules of docs/product on rewards and seasons, in plain loops: a second implementation, written from the page.

export type Score = 0 | 10 | 20;

/** A played game, as somebody without the product would note it. */
export interface PlayedGame {
  id: string;
  teamId: string;
  date: string;
  startsAt: string;
  score: Score | null;
  isSealed: boolean;
}

export interface AskedOf {
  type: string;
  score_threshold: number;
  game_count: number;
  improvement_percent: number;
  consecutive_games: number;
}

/** An award that a team keeps; without a game if it was given by hand. */
export interface Had {
  gameId: string | null;
  date: string;
}

const sum = (scores: readonly number[]) => scores.reduce((total, score) => total + score, 0);
const mean = (scores: readonly number[]) => sum(scores) / scores.length;

/** Returns the games before the first sealed one: a team's later games wait with it. */
export function beforeTheSeal(games: readonly PlayedGame[]): PlayedGame[] {
  const open: PlayedGame[] = [];
  for (const game of games) {
    if (game.isSealed) break;
    open.push(game);
  }
  return open;
}

/** Tells whether 'at least 60% must be rated' holds for the games so far. */
const isCovered = (soFar: readonly PlayedGame[]) =>
  soFar.filter(({ score }) => score !== null).length * 10 >= soFar.length * 6;

/**
 * Returns the games at which a team has earned a reward besides its earlier ones.
 * @param games of the program's days that the team played, oldest first
 */
export function slowEarnings(
  asked: AskedOf,
  games: readonly PlayedGame[],
  had: readonly Had[],
  seasonIsOver: boolean,
): string[] {
  const open = beforeTheSeal(games);
  if (asked.type === "custom") return [];
  const once = asked.type !== "perfect_game" && asked.type !== "streak";
  if (once && had.length > 0) return [];
  if (asked.type === "season_end") {
    const rated = open.filter(({ score }) => score !== null);
    const last = rated.at(-1);
    const enough = last && rated.length >= asked.game_count && isCovered(open);
    return seasonIsOver && enough && mean(scoresOf(rated)) >= asked.score_threshold ? [last.id] : [];
  }
  const earned: string[] = [];
  // A streak begins after the game of the previous reward.
  let begins = 0;
  for (let index = 0; index < open.length; index += 1) {
    const game = open[index] as PlayedGame;
    const before = open[index - 1];
    for (const { gameId, date } of had) {
      const isGone = gameId === null || !open.some(({ id }) => id === gameId);
      if (isGone && date < game.date && (!before || date >= before.date)) begins = index;
    }
    const soFar = open.slice(0, index + 1);
    const stretch = scoresOf(open.slice(begins, index + 1));
    const hadHere = had.some(({ gameId }) => gameId === game.id);
    if (!hadHere && game.score !== null && isCovered(soFar) && isEarned(asked, scoresOf(soFar), stretch)) {
      earned.push(game.id);
      if (once) return earned;
      begins = index + 1;
    }
    if (hadHere) begins = index + 1;
  }
  return earned;
}

const scoresOf = (games: readonly PlayedGame[]): number[] => games.flatMap(({ score }) => score ?? []);

function isEarned(asked: AskedOf, all: readonly number[], stretch: readonly number[]): boolean {
  switch (asked.type) {
    case "perfect_game": {
      const latest = stretch.slice(-asked.game_count);
      return latest.length === asked.game_count && mean(latest) >= asked.score_threshold;
    }
    case "streak": {
      const run = stretch.slice(-asked.consecutive_games);
      return run.length === asked.consecutive_games && run.every((score) => score === 20);
    }
    case "improvement": {
      if (all.length < 4) return false;
      const [first, latest] = [sum(all.slice(0, 2)), sum(all.slice(-2))];
      return latest > first && latest * 100 >= first * (100 + asked.improvement_percent);
    }
    case "milestone":
      return all.length >= asked.game_count && sum(all) >= asked.score_threshold * all.length;
    default:
      throw new Error(`What earns a ${asked.type}?`);
  }
}
