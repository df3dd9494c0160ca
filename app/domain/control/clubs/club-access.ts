import type { ClubsTable } from "#app/db/control/schema.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Access of a club's members (product/billing.md#term). */
export type ClubAccess = "creating" | "open" | "read-only" | "suspended";

/** Days after its year in which a club is read-only (product/billing.md#term). */
export const READ_ONLY_DAYS = 30;
/** Days before its end from which a year can be renewed. */
export const RENEW_DAYS = 60;
/** Days after sign-up in which player counts are verified. */
const VERIFICATION_DAYS = 30;

/**
 * Returns the access: open until the end of its year, then read-only for 30 days, then suspended, whatever a daily job
 * has stored. A club whose payment failed is suspended at once.
 * @param termEndsAt ISO-8601 UTC
 */
export function clubAccess(
  { status, termEndsAt }: { status: ClubsTable["status"]; termEndsAt: string },
  at: Date,
): ClubAccess {
  if (status !== "active") return status;
  const over = at.getTime() - Date.parse(termEndsAt);
  if (over < 0) return "open";
  return over < READ_ONLY_DAYS * DAY_MS ? "read-only" : "suspended";
}

/** Returns the first moment at which a year that ends then can be renewed, ISO-8601 UTC. */
export const renewableFrom = (termEndsAt: string): string =>
  new Date(Date.parse(termEndsAt) - RENEW_DAYS * DAY_MS).toISOString();

/** Tells whether a year can be renewed now: from 60 days before its end, and at any time after it. */
export const isRenewable = (termEndsAt: string, at: Date): boolean =>
  at.getTime() >= Date.parse(renewableFrom(termEndsAt));

/** Returns the moment from which a club is suspended, ISO-8601 UTC. */
export const suspendedFrom = (termEndsAt: string): string =>
  new Date(Date.parse(termEndsAt) + READ_ONLY_DAYS * DAY_MS).toISOString();

/** Returns the latest year's end of active clubs that are suspended at a moment, for queries; ISO-8601 UTC. */
export const suspendedIfEndedBy = (at: Date): string =>
  new Date(at.getTime() - READ_ONLY_DAYS * DAY_MS).toISOString();

/** Returns the start of the next year: the end of the one that runs, or the moment of a late payment. */
export const nextTermStart = (termEndsAt: string, at: Date): Date =>
  new Date(Math.max(Date.parse(termEndsAt), at.getTime()));

/** Days before the end of their year on which clubs are reminded. */
export const RENEWAL_REMINDER_DAYS = [30, 7, 1] as const;

/** Returns the renewal notice that is due; null for none. */
export function dueRenewalNotice(termEndsAt: string, at: Date): 30 | 7 | 1 | "ended" | "suspended" | null {
  const left = (Date.parse(termEndsAt) - at.getTime()) / DAY_MS;
  if (left <= -READ_ONLY_DAYS) return "suspended";
  if (left <= 0) return "ended";
  return RENEWAL_REMINDER_DAYS.findLast((days) => left <= days) ?? null;
}

/** Computes a term: one year, paid in advance, without automatic renewal (product/billing.md#term). */
export function termFrom(at: Date): { starts: string; ends: string; verificationDue: string } {
  const ends = new Date(at);
  ends.setUTCFullYear(ends.getUTCFullYear() + 1);
  return {
    starts: at.toISOString(),
    ends: ends.toISOString(),
    verificationDue: new Date(at.getTime() + VERIFICATION_DAYS * DAY_MS).toISOString(),
  };
}
