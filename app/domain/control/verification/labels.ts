import type { Priority, VerificationStatus, VerificationView } from "./verification.ts";

export const viewLabels: Record<VerificationView, string> = {
  pending: "Verification Required",
  in_progress: "Verification in Progress",
  verified: "Verified",
  needs_adjustment: "Billing Adjustment Required",
};

export const statusLabels: Record<VerificationStatus, string> = {
  pending: "Pending",
  in_review: "In review",
  approved: "Approved",
  rejected: "Rejected",
  needs_adjustment: "Needs adjustment",
};

/** Filters of the Verification Center. */
export const verificationFilters = { ...statusLabels, overdue: "Deadline missed" } as const;

export const priorityLabels: Record<Priority, string> = { high: "High", medium: "Medium", low: "Low" };

/** Reasons for refusing a document, for its sender. */
export const documentProblems = {
  extension: "is not a PDF, Word or Excel file",
  content: "does not hold what its name says; save it again in the program that made it",
  macros: "holds macros; save it without them, or as a PDF",
  bomb: "unpacks to far more than a document does",
  "two-kinds": "is two kinds of file in one; save it again as a plain PDF",
  "too-large": "is larger than 50 MB",
  empty: "is empty",
} as const;

/** Most characters of a reviewer's notes, which the club reads. */
export const NOTES_MAX = 2_000;
