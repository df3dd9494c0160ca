/** A day of a list: its heading and its games. */
export interface GameDay<Game> {
  heading: string;
  games: Game[];
}

/**
 * Splits a list of games into those that are not over and those that are, each by day. Games keep their order; a day
 * with games on both sides of the present stands on both.
 * @param games sorted so that a day's games follow each other
 */
export function gameDays<Game extends { day: string; past: boolean }>(
  games: readonly Game[],
): { upcoming: GameDay<Game>[]; earlier: GameDay<Game>[] } {
  const days = { upcoming: [] as GameDay<Game>[], earlier: [] as GameDay<Game>[] };
  for (const game of games) {
    const side = game.past ? days.earlier : days.upcoming;
    const last = side.at(-1);
    if (last?.heading === game.day) last.games.push(game);
    else side.push({ heading: game.day, games: [game] });
  }
  return days;
}
