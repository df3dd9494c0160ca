import type { AgeGroup, Gender } from "#app/domain/values/age-groups.ts";
import type { ScheduleField } from "./schedule-columns.ts";

/** One row of a schedule file, only the cells that Goodside reads. */
export interface ScheduleRow {
  /** The file's own line number. */
  line: number;
  /** Whether the row has fewer or more cells than the header. */
  shape: "whole" | "short" | "long";
  cells: Partial<Record<ScheduleField, string>>;
}

export interface Issue {
  level: "error" | "warning";
  text: string;
}

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

/** A team's name in a row, with the club's team it was matched to. */
export interface TeamMention {
  key: string;
  text: string;
  /** What the row says of it. */
  age: AgeGroup | null;
  gender: Gender | null;
  teamId: string | null;
  /** The club's teams with a similar name. */
  similar: readonly string[];
  /** Whether the file, or the user, says that it is the club's, or another club's. */
  ours: boolean;
  otherClub: boolean;
  /** Whether the user said that it is not one of the club's teams. */
  declined: boolean;
}

export interface ReadRow {
  line: number;
  issues: Issue[];
  games: FileGame[];
  mentions: TeamMention[];
}

/** What a user chose for each name in the file: one of the club's teams, or `OTHER_CLUB`. */
export type TeamChoices = Readonly<Record<string, string>>;
export const OTHER_CLUB = "other";
/** The choice that creates a team. */
export const CREATE = "create";
/** Longest list of keys in one field of a form. */
export const MAX_KEYS = 600;
/** The key of rows that name no team at all. */
export const NO_TEAM_NAME = "no-name";
/** Names that a page asks about at once. */
export const MAX_TEAM_NAMES = 40;
