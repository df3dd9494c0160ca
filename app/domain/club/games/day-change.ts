import type { GamesTable } from "#app/db/club/schema.ts";
import { momentOf } from "#app/domain/values/times.ts";
import { editedTimes, NOTES_MAX } from "./game-changes.ts";

/** Games of a day that are cancelled or moved in one go (product/games.md#rained-out-days). */

/** A game that a change is to touch, as its form listed it. */
export interface PlannedGame {
  id: string;
  teamId: string;
  /** 'Hawks vs. Lions, 10:00 AM': names it also once it is gone. */
  title: string;
  /** Version of the game when the form was filled from it (product/pages.md#forms). */
  version: string;
  /** The new date (YYYY-MM-DD); null where the game is cancelled. */
  to: string | null;
}

/** Columns that a change sets, and undoing it restores. */
export const changedColumns = [
  "date",
  "time",
  "starts_at",
  "status",
  "original_date",
  "original_time",
  "notes",
] as const;
export type ChangedValues = Pick<GamesTable, (typeof changedColumns)[number]>;

/** A stored game, with its version at present and whether it is rated. */
export type StoredGame = ChangedValues & { id: string; version: string; rated: boolean };

/** Reason for leaving a game unchanged. */
export type LeftReason = "gone" | "changed" | "rated";

/** Result for each game: its new values, or why it stays. */
export interface Outcome<Game> {
  changes: { game: Game; before: ChangedValues; after: ChangedValues }[];
  left: { game: Game; reason: LeftReason }[];
}

/**
 * Works out a change, without doing it: a game that was changed since the form was filled, or rated, stays as it is.
 * A move keeps the time of day and follows the rules of a game's own form (product/games.md#game-status).
 * @param reason goes into each game's notes
 */
export function workOut(
  plan: { reason: string; planned: readonly PlannedGame[] },
  stored: ReadonlyMap<string, StoredGame>,
  { at, timezone }: { at: Date; timezone: string },
): Outcome<PlannedGame> {
  const outcome: Outcome<PlannedGame> = { changes: [], left: [] };
  for (const planned of plan.planned) {
    const game = stored.get(planned.id);
    if (!game) outcome.left.push({ game: planned, reason: "gone" });
    else if (game.rated) outcome.left.push({ game: planned, reason: "rated" });
    else if (game.version !== planned.version) outcome.left.push({ game: planned, reason: "changed" });
    else {
      const before = changedValues(game);
      const notes = [game.notes, plan.reason].filter(Boolean).join("\n").slice(0, NOTES_MAX);
      const moved = planned.to === null ? null : movedTimes(before, planned.to, { at, timezone });
      const times = moved ?? { ...before, status: "cancelled" as const };
      outcome.changes.push({ game: planned, before, after: { ...before, ...times, notes } });
    }
  }
  return outcome;
}

/** A game that a change touched: how it was, and its version afterwards. */
export interface DoneGame extends PlannedGame {
  before: ChangedValues;
  /** The version that the change left; another one was changed since. */
  after: string;
}

/** Works out undoing a change: a game that was changed or rated since stays as it is. */
export function workOutUndo(
  games: readonly DoneGame[],
  stored: ReadonlyMap<string, StoredGame>,
): Outcome<DoneGame> {
  const outcome: Outcome<DoneGame> = { changes: [], left: [] };
  for (const done of games) {
    const game = stored.get(done.id);
    if (!game) outcome.left.push({ game: done, reason: "gone" });
    else if (game.rated) outcome.left.push({ game: done, reason: "rated" });
    else if (game.version !== done.after) outcome.left.push({ game: done, reason: "changed" });
    else outcome.changes.push({ game: done, before: changedValues(game), after: done.before });
  }
  return outcome;
}

/** Picks what a change may set. */
export function changedValues(game: ChangedValues): ChangedValues {
  const { date, time, starts_at, status, original_date, original_time, notes } = game;
  return { date, time, starts_at, status, original_date, original_time, notes };
}

function movedTimes(
  game: ChangedValues,
  date: string,
  { at, timezone }: { at: Date; timezone: string },
): Pick<ChangedValues, "date" | "time" | "starts_at" | "status" | "original_date" | "original_time"> {
  const starts_at = momentOf(date, game.time, timezone);
  const edit = { date, time: game.time, starts_at, status: "scheduled" as const, reason: "moved" as const };
  const edited = editedTimes({ ...game, rated: false }, edit, at);
  if (!edited.ok) throw new Error(`An unrated game cannot be moved: ${edited.problem}`);
  return edited.times;
}
