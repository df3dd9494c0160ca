import {
  fieldName,
  type ScheduleField,
  scheduleAliases,
} from "#app/domain/club/schedule-import/schedule-columns.ts";
import type { ColumnField } from "#app/routes/club/imports/columns-form.tsx";

const first: readonly ScheduleField[] = ["date", "time", "team", "opponent", "home", "away", "location"];
/** Columns of one system's own numbers. */
const kept: readonly ScheduleField[] = ["otherOpponent", "teamId", "repeats"];

export const scheduleFields = Object.keys(scheduleAliases) as ScheduleField[];
const rest = scheduleFields.filter((field) => !first.includes(field));

/** The fields of a schedule file as the page asks for them. */
export const scheduleColumnFields: ColumnField[] = [...first, ...rest].map((field) => ({
  field,
  label: fieldName[field],
  rank: first.includes(field) ? "first" : kept.includes(field) ? "kept" : "more",
  required: field === "date",
}));
