import type { ImportsTable } from "#app/db/club/schema.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { formatClock, formatDate } from "#app/domain/values/times.ts";
import type { FieldChange } from "./schedule-plan.ts";

/** '40 added, 2 changed, 0 unchanged'. */
export function countLabel(counts: { added: number; changed: number; unchanged: number }): string {
  return `${count(counts.added)} added, ${count(counts.changed)} changed, ${count(counts.unchanged)} unchanged`;
}

/** The summary of a finished import. */
export function importedLabel(done: Pick<ImportsTable, "added" | "changed" | "unchanged">): string {
  const games = done.added + done.changed;
  if (games === 0) return `Everything was up to date: ${countLabel(done)}.`;
  return `Successfully imported ${count(games)} games! ${countLabel(done)}.`;
}

/** 'Date: Sat, Nov 14 to Sat, Nov 21'. */
export function changeLabel({ field, from, to }: FieldChange, today: Date): string {
  const say = (value: string | null) => {
    if (field === "Date" && value) return formatDate(value, today);
    if (field === "Time") return value ? formatClock(value) : "TBD";
    return value ?? "";
  };
  return `${field}: ${say(from)} to ${say(to)}`;
}
