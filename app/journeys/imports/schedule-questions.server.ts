import type { ImportAnswer } from "./import-tasks.server.ts";
import { type ImportContext, isLarge, runTask } from "./run-import.server.ts";

const NOT_FOUND = { ok: false, problem: "not-found" } as const;

/** The clubs or teams of a preview's file, the likeliest to be the user's first; null if there is no such preview. */
export async function sidesOfSchedule(ctx: ImportContext, id: string): Promise<ImportAnswer<"games.sides">> {
  const large = await isLarge(ctx, "games", id);
  return large === null ? null : runTask(ctx, large, "games.sides", { id, club: ctx.club });
}

/** Stores which club, or which teams, of the file are the user's. */
export async function claimSides(
  ctx: ImportContext,
  id: string,
  keys: readonly string[],
): Promise<ImportAnswer<"games.claim">> {
  const large = await isLarge(ctx, "games", id);
  return large === null ? NOT_FOUND : runTask(ctx, large, "games.claim", { id, club: ctx.club, keys });
}

/** Stores whether the day or the month comes first in a preview's dates. */
export async function turnDates(
  ctx: ImportContext,
  id: string,
  dayFirst: boolean,
): Promise<ImportAnswer<"games.dates">> {
  const large = await isLarge(ctx, "games", id);
  return large === null ? NOT_FOUND : runTask(ctx, large, "games.dates", { id, dayFirst });
}
