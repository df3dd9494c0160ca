import type { RatingPolicy } from "#app/db/club/schema.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import { formatGameTime } from "#app/domain/values/times.ts";
import type { PreviewedGame } from "./rating-policy.server.ts";
import { changedAverages, changesScore, countMoves, type ResultChange } from "./recalculation.ts";

/** Games of a preview that are shown on a page. */
const GAMES_A_PAGE = 50;

const archived: Record<PreviewedGame["team_status"], string> = {
  active: "",
  archived: " (archived)",
  deleted: " (deleted)",
};

/** Returns a preview as an administrator's page shows it: changes in numbers, by team, and game by game. */
export function viewPreview(
  preview: { inForce: RatingPolicy; games: readonly PreviewedGame[]; changes: readonly ResultChange[] },
  context: { page: number; timezone: string; at: Date },
) {
  const { games, changes } = preview;
  const byId = new Map(games.map((game) => [game.id, game]));
  const moved = changes.filter(changesScore);
  const teamNames = new Map(games.map((game) => [game.teamId, game.team_name + archived[game.team_status]]));
  const pages = Math.max(1, Math.ceil(moved.length / GAMES_A_PAGE));
  const page = Math.min(context.page, pages);
  const shown = moved.slice((page - 1) * GAMES_A_PAGE, page * GAMES_A_PAGE);
  return {
    rated: games.length,
    moved: moved.length,
    /** Results that keep their score, and are made by the policy from now on. */
    restated: changes.length - moved.length,
    sealed: moved.filter(({ gameId }) => byId.get(gameId)?.sealed).length,
    moves: countMoves(moved),
    teams: changedAverages(games, changes)
      .map(({ teamId, ...averages }) => ({ teamId, name: teamNames.get(teamId) ?? "", ...averages }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    page,
    pages,
    games: shown.flatMap(({ gameId, before, after }) => {
      const game = byId.get(gameId);
      if (!game) return [];
      const { manager, coach, sealed } = game;
      const when = formatGameTime(game, context.timezone, context.at);
      const title = gameTitle(game) + archived[game.team_status];
      return { id: gameId, title, when, manager, coach, sealed, before: before.score, after: after.score };
    }),
  };
}

export type PreviewView = ReturnType<typeof viewPreview>;
