import type { ImportsTable } from "#app/db/club/schema.ts";
import { PUT_BACK_DAYS } from "#app/domain/club/games/take-out.ts";
import { countLabel, fileProblemLabel } from "#app/domain/club/imports/labels.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatClock, formatDate } from "#app/domain/values/times.ts";
import type { UndoCheck } from "./import-games.server.ts";
import type { Effect, FieldChange } from "./planned-game.ts";
import type { ScheduleProblem } from "./read-schedule.server.ts";

/** Returns why a file cannot be read, and what to do about it. */
export function scheduleProblemLabel(problem: ScheduleProblem | { problem: "no-room" }): string {
  switch (problem.problem) {
    case "no-events":
      return "This calendar file has no events";
    case "no-columns":
      return 'CSV must include "Date" and "Opponent" columns';
    default:
      return fileProblemLabel(problem, "schedule");
  }
}

/** Returns the summary of a finished import. */
export function importedLabel(finished: Pick<ImportsTable, "added" | "changed" | "unchanged">): string {
  const games = finished.added + finished.changed;
  if (games === 0) return `Everything was up to date: ${countLabel(finished)}.`;
  return `Successfully imported ${count(games)} games! ${countLabel(finished)}.`;
}

export function effectLabel(effect: Effect, today: string): string {
  switch (effect.kind) {
    case "add":
      return effect.values.status === "cancelled" ? "Added as cancelled" : "Added";
    case "change":
      return `Changed. ${effect.changes.map((change) => changeLabel(change, today)).join("; ")}`;
    case "same":
      return "Unchanged";
    case "ask":
      return "Rated: you decide";
    case "none":
      return "Not imported";
  }
}

/** Returns 'Date: Sat, Nov 14 to Sat, Nov 21'. */
function changeLabel({ field, from, to }: FieldChange, today: string): string {
  const format = (value: string | null) => {
    if (field === "Date" && value) return formatDate(value, today);
    if (field === "Time") return value ? formatClock(value) : "TBD";
    return value ?? "";
  };
  return `${field}: ${format(from)} to ${format(to)}`;
}

/** Returns why an import cannot be undone. */
export function undoProblemLabel(problem: Extract<UndoCheck, { ok: false }>): string {
  if (problem.problem === "closed") return "There is nothing to undo";
  if (problem.problem === "out-too-long")
    return `It took a game out of the figures more than ${PUT_BACK_DAYS} days ago: the import cannot be undone`;
  const games = problem.games === 1 ? "One of its games has" : `${count(problem.games)} of its games have`;
  return problem.problem === "rated"
    ? `${games} been rated since: the import cannot be undone`
    : `${games} been changed since, by hand or by a later import: the import cannot be undone`;
}
