import type { TakenOutGamesTable } from "#app/db/club/schema.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Reasons for taking a rated game out of the stats (product/games.md#games-taken-out). */
export const takeOutReasons = ["duplicate", "wrong-team", "not-played"] as const;
export type TakeOutReason = TakenOutGamesTable["why"];

/** Days in which a game that was taken out can be put back. */
export const PUT_BACK_DAYS = 30;

/** A game that is taken out: why, by whom and when. */
export interface TakenOut {
  why: TakeOutReason;
  note: string;
  byName: string;
  at: string;
}

export const canPutBack = ({ at }: Pick<TakenOut, "at">, now: Date): boolean =>
  now.getTime() - Date.parse(at) <= PUT_BACK_DAYS * DAY_MS;
