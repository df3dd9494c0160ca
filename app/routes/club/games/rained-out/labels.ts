import type { DayChange } from "#app/domain/club/games/day-changes.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { formatDate } from "#app/domain/values/times.ts";

/** 'Sat, Nov 21: 5 games cancelled, then put back' */
export function changeTitle(change: Pick<DayChange, "action" | "day" | "status" | "done">, today: string) {
  const did = change.action === "cancel" ? "cancelled" : "moved";
  const games = pluralize(change.done.length, "game");
  const done = change.status === "undone" ? `${games} put back after being ${did}` : `${games} ${did}`;
  return `${formatDate(change.day, today)}: ${done}`;
}
