import type { AgeGroup, Gender } from "#app/domain/values/age-groups.ts";

/** Names for the parts of a file in every import (product/imports.md#imports). */

/** Larger than any club's season or roster; a longer file is something else. */
export const MAX_ROWS = 100_000;

/** One row of a file, only the cells that Goodside reads. */
export interface FileRow<Field extends string> {
  /** The file's own line number. */
  line: number;
  /** Comparison of the row's number of cells with the header's. */
  shape: "whole" | "short" | "long";
  cells: Partial<Record<Field, string>>;
}

export interface Issue {
  level: "error" | "warning";
  text: string;
}

/** Returns a row's status by its gravest issue. */
export function statusOf(issues: readonly Issue[]): "valid" | "warning" | "error" {
  if (issues.some(({ level }) => level === "error")) return "error";
  return issues.length > 0 ? "warning" : "valid";
}

/** A team's name in a row, with the club's team it was matched to. */
export interface TeamMention {
  key: string;
  text: string;
  /** Age group and gender that the row gives. */
  age: AgeGroup | null;
  gender: Gender | null;
  teamId: string | null;
  /** The club's teams with a similar name. */
  similar: readonly string[];
  /** True if the file, or the user, says that it is the club's team; `otherClub`: another club's. */
  ours: boolean;
  otherClub: boolean;
  /** True if the user said that it is not one of the club's teams. */
  declined: boolean;
}

/** Choice for each name in the file: one of the club's teams, or `OTHER_CLUB`. */
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
