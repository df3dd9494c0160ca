import type { ImportsTable } from "#app/db/club/schema.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { sayClock, sayDate } from "#app/domain/values/times.ts";
import type { FieldChange } from "./schedule-plan.ts";

/** '40 added, 2 changed, 0 unchanged'. */
export function countWords(counts: { added: number; changed: number; unchanged: number }): string {
  return `${count(counts.added)} added, ${count(counts.changed)} changed, ${count(counts.unchanged)} unchanged`;
}

/** What a finished import says of itself (document 2, section 8). */
export function importedWords(done: Pick<ImportsTable, "added" | "changed" | "unchanged">): string {
  const games = done.added + done.changed;
  if (games === 0) return `Nothing had to change: ${countWords(done)}.`;
  return `Successfully imported ${count(games)} games! ${countWords(done)}.`;
}

/** 'Date: Sat, Nov 14 to Sat, Nov 21'. */
export function changeWords({ field, from, to }: FieldChange, today: Date): string {
  const say = (value: string | null) => {
    if (field === "Date" && value) return sayDate(value, today);
    if (field === "Time") return value ? sayClock(value) : "TBD";
    return value ?? "";
  };
  return `${field}: ${say(from)} to ${say(to)}`;
}
