import type { ChainProblem } from "./evidence.ts";

/** Names of an export's records, by what they prove. */
export const recordKindName = {
  signed: "Signed",
  paper: "Signed on paper",
  confirmed: "Confirmed for a child or team added later",
  declined: "Declined",
  withdrawn: "Withdrawn",
  reassigned: "Recorded as somebody else's",
  erased: "Person erased",
} as const;

/** Describes a problem of an exported file's record, for the person who checks it. */
export function fileProblemLabel(seq: number, problem: ChainProblem["problem"] | "foreign"): string {
  switch (problem) {
    case "changed":
      return `Record ${seq} was changed after it was written.`;
    case "missing":
      return `Before record ${seq}, records were removed.`;
    case "unlinked":
      return `Record ${seq} does not follow on the record before it: one of the two was changed, inserted or moved.`;
    case "text-missing":
      return `The text that was shown for record ${seq} was removed.`;
    case "text-changed":
      return `The text that was shown for record ${seq} was changed.`;
    case "person-missing":
      return `The person of record ${seq} was removed, and no erasure is on record.`;
    case "person-changed":
      return `The person of record ${seq} was changed.`;
    case "cut-off":
      return `From record ${seq} on, records were removed at the end.`;
    case "replaced":
      return `Record ${seq} is not the one that the end of the file names.`;
    case "foreign":
      return `Record ${seq} is of another club or agreement than the file says.`;
  }
}

/** Messages for a file that cannot be checked. */
export const unreadableLabel = {
  "not-evidence":
    "No evidence of Goodside is in this file. Choose the exported file (.json) or the PDF copy as you received it.",
  damaged:
    "This file is not as Goodside exported it: part of it is missing, or a program saved it again. Choose the file as you received it.",
  "too-long":
    "This file takes too long to check. Choose the exported file (.json) or the PDF copy as you received it.",
  several: "This PDF contains more than one record, so one of them was added later. Ask for a new copy.",
} as const;

export const CHOOSE_FILE = "Choose a file";
export const TOO_LARGE = "The file is larger than 50 MB";
export const TOO_MANY_CHECKS =
  "Too many files were checked from your network. Try again in an hour, or check the file yourself by the steps in it.";
export const BUSY = "Other files are being checked. Try again in a minute.";
