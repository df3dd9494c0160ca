import type { VerificationsTable } from "#app/db/control/verification-tables.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

export type VerificationStatus = VerificationsTable["status"];

/** View of a verification for the club (product/verification.md#verification). */
export type VerificationView = "pending" | "in_progress" | "verified" | "needs_adjustment";

/** Inputs of a verification's view. */
export interface VerificationState {
  status: VerificationStatus;
  documents: number;
  /** True if a shortfall of the adjustment is not paid. */
  unpaid: boolean;
}

/** Returns the club's view: a rejected one asks for documents again; an adjusted one is done once it is paid. */
export function verificationView({ status, unpaid }: VerificationState): VerificationView {
  if (status === "approved") return "verified";
  if (status === "needs_adjustment") return unpaid ? "needs_adjustment" : "verified";
  return status === "in_review" ? "in_progress" : "pending";
}

/** Returns a verification's progress in percent (product/verification.md#verification). */
export function verificationProgress(state: VerificationState): 25 | 50 | 75 | 100 {
  const view = verificationView(state);
  if (view === "verified") return 100;
  if (view === "in_progress" || view === "needs_adjustment") return 75;
  return state.documents > 0 ? 50 : 25;
}

export type Priority = "high" | "medium" | "low";

/** Returns the whole days until the deadline, 0 from its day on. Both in ISO-8601 UTC or as a moment. */
export function daysLeft(dueAt: string, at: Date): number {
  return Math.max(0, Math.ceil((Date.parse(dueAt) - at.getTime()) / DAY_MS));
}

/**
 * Returns the priority by the days left: 3 or fewer high, 10 or fewer medium, above low
 * (product/verification.md#verification).
 */
export function priorityOf(days: number): Priority {
  return days <= 3 ? "high" : days <= 10 ? "medium" : "low";
}

/** Days before the deadline on which every club is reminded; staff may add days (product/emails.md#words-of-emails). */
export const REMINDER_DAYS = [7, 3, 1] as const;

/**
 * Returns the reminder that is due: the last one whose day has come; null before the first and after the deadline.
 * @param reminders days before the deadline, the most first
 */
export function dueReminder(
  dueAt: string,
  at: Date,
  reminders: readonly number[] = REMINDER_DAYS,
): number | null {
  const left = (Date.parse(dueAt) - at.getTime()) / DAY_MS;
  if (left <= 0) return null;
  return reminders.findLast((days) => left <= days) ?? null;
}

/** Days after the decision at which documents are deleted (product/privacy.md#retention). */
export const DOCUMENT_DAYS = KEEP.documentDays;

/** Returns 'VER-001'. */
export const verificationNumber = (number: number) => `VER-${String(number).padStart(3, "0")}`;
