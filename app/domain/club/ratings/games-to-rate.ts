import { isOpenToRate, type Timed } from "#app/domain/club/games/game-rules.ts";
import type { Assignment } from "#app/domain/club/staff/staff.ts";
import type { Version } from "./rating-permission.ts";

/**
 * Tells whether a game needs a rating by a member of staff: it is open to rate, and one of their sides of its team has
 * no rating yet. `waitsForStaff` in games-to-rate.server.ts is the same in SQL.
 * @param versions the game's ratings, in any order
 */
export function waitsForStaff(
  game: Timed & { team_id: string },
  versions: readonly Pick<Version, "side" | "superseded_at">[],
  assignments: readonly Pick<Assignment, "teamId" | "role">[],
  at: Date,
): boolean {
  const isRated = (role: Assignment["role"]) =>
    versions.some(({ side, superseded_at }) => side === role && superseded_at === null);
  return (
    isOpenToRate(game, at) &&
    assignments.some(({ teamId, role }) => teamId === game.team_id && !isRated(role))
  );
}

/** Tells whether a game is open to rate and has no final score yet, and so is open work for administrators. */
export function waitsForFinalScore(game: Timed & { final_score: number | null }, at: Date): boolean {
  return isOpenToRate(game, at) && game.final_score === null;
}
