import type { TakenOutGamesTable } from "#app/db/club/schema.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Why a game that was rated is in no figure (product.md#taken-out). */
export const takeOutReasons = ["duplicate", "wrong-team", "not-played"] as const;
export type TakeOutReason = TakenOutGamesTable["why"];

/** A game that was taken out can be put back for this long. */
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
