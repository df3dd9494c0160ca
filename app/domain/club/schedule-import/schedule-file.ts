import type { FileRow, Issue, TeamMention } from "#app/domain/club/imports/import-file.ts";
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
