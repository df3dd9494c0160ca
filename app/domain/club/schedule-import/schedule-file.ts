import type { FileRow, Issue, TeamMention } from "#app/domain/club/imports/import-file.ts";
import type { ImportHead } from "#app/domain/club/imports/import-payload.ts";
import type { FileDates } from "#app/domain/values/written-dates.ts";
import type { ScheduleField } from "./schedule-columns.ts";

/** One row of a schedule file, only the cells that Goodside reads. */
export type ScheduleRow = FileRow<ScheduleField>;

/** A game as its row describes it. What the row leaves out is undefined and never changes the stored game. */
export interface FileGame {
  teamId: string;
  opponent: string;
  date: string;
  /** HH:MM; null: to be decided; undefined: left out. */
  time: string | null | undefined;
  location: string | undefined;
  homeAway: "home" | "away" | undefined;
  /** `called-off`: a name began with 'Cancelled - '. */
  status: "on" | "cancelled" | "deleted" | "called-off" | undefined;
  externalId: string | undefined;
}

export interface ReadRow {
  line: number;
  issues: Issue[];
  games: FileGame[];
  mentions: TeamMention[];
}

/** What a preview keeps of a schedule file beside its rows. */
export interface ScheduleHead extends ImportHead<ScheduleField> {
  /** Missing in previews of older releases. */
  dates?: FileDates;
  /** Names (`normalName`) that the user said are the club's. */
  ours?: readonly string[];
  /** Whether the user was asked which club or teams of the file are theirs. */
  asked?: boolean;
}
