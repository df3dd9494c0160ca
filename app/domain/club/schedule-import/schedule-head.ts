import type { ImportHead } from "#app/domain/club/imports/import-payload.ts";
import type { FileDates } from "#app/domain/values/written-dates.ts";
import type { ScheduleField } from "./schedule-columns.ts";

/** What a preview keeps of a schedule file beside its rows. */
export interface ScheduleHead extends ImportHead<ScheduleField> {
  /** Missing in previews of older releases. */
  dates?: FileDates;
  /** Names (`normalName`) that the user said are the club's. */
  ours?: readonly string[];
  /** Whether the user was asked which club or teams of the file are theirs. */
  asked?: boolean;
}
