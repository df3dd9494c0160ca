import { DAY_MS } from "#app/runtime/durations.ts";

/** Retention of each kind of data; the jobs that erase read it from here (product/privacy.md#retention). */
export const KEEP = {
  /** Accounts, after the last sign-in. */
  accountYears: 3,
  /** Notice to the owner before an unused account is deleted. */
  accountNoticeDays: 30,
  gameYears: 7,
  moneyYears: 7,
  incidentYears: 2,
  /** Sentences of parents in a pulse; its numbers stay. */
  pulseSentenceYears: 2,
  messageYears: 2,
  documentDays: 90,
  /** Files that a restore or an import replaced: what is erased meanwhile leaves them with their end. */
  replacedDays: 30,
  sentMailDays: 90,
  /** Notifications of staff, after they are over. */
  staffNotificationDays: 90,
  unfinishedSignupDays: 30,
  unconfirmedDays: 7,
  /** Refused registrations, which a club can take back meanwhile. */
  refusedDays: 1,
  previewDays: 30,
  reportPrintDays: 1,
  /** Recipients of a season's report. */
  seasonMailDays: 365,
  usedLinkDays: 7,
  /** A day to confirm and seven to take it back. */
  emailChangeDays: 9,
  doneJobDays: 30,
  keptFormHours: 1,
  /** Cancelled clubs, after the end of the paid year. */
  cancelledClubDays: 90,
  /** Clubs cancelled long after their year, which can still be kept meanwhile. */
  cancellationGraceDays: 7,
  /** Clubs that were never renewed, after the end of the last year. */
  lapsedClubYears: 7,
} as const;

/** Returns the moment this many whole years earlier, in UTC; February 29 becomes March 1. */
export function yearsBefore(at: Date, years: number): Date {
  const moment = new Date(at);
  moment.setUTCFullYear(moment.getUTCFullYear() - years);
  return moment;
}

/** Returns the moment this many whole years later, in UTC; February 29 becomes March 1. */
export const yearsAfter = (at: Date, years: number): Date => yearsBefore(at, -years);

/** Returns the moment this many times 24 hours earlier. */
export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * DAY_MS);

/** One row of the public table. */
export interface RetentionClock {
  id: string;
  what: string;
  /** Duration and its start. */
  kept: string;
  /** Event or job that ends it. */
  ends: string;
}

/** Table of the privacy policy: what is kept, how long, and what ends it (product/privacy.md#retention). */
export const RETENTION_CLOCKS: readonly RetentionClock[] = [
  {
    id: "accounts",
    what: "Accounts that nobody uses",
    kept: `${KEEP.accountYears} years after the last sign-in`,
    ends: `Told ${KEEP.accountNoticeDays} days before, then deleted`,
  },
  {
    id: "own-account",
    what: "An account that its owner deletes",
    kept: "Until then",
    ends: "Deleted at once; ratings stay without the name",
  },
  { id: "games", what: "Games and their ratings", kept: `${KEEP.gameYears} years`, ends: "Deleted" },
  {
    id: "cancelled-clubs",
    what: "Everything of a club that cancelled",
    kept: `${KEEP.cancelledClubDays} days after the end of its paid year, and ${KEEP.cancellationGraceDays} days after it cancelled`,
    ends: "Deleted, except payments",
  },
  {
    id: "lapsed-clubs",
    what: "Everything of a club that was not renewed",
    kept: `${KEEP.lapsedClubYears} years after the end of its last year`,
    ends: "Deleted",
  },
  {
    id: "incidents",
    what: "Incidents with their notes",
    kept: `${KEEP.incidentYears} years after they were opened`,
    ends: "Erased",
  },
  {
    id: "parents",
    what: "Parents’ names and emails, children’s names and teams",
    kept: "As long as the club uses the service",
    ends: "Erased when the club or the parent asks",
  },
  {
    id: "pulse-answers",
    what: "Answers of parents to a club’s question",
    kept: "Until the question closes",
    ends: "Counted, then deleted; the figures stay",
  },
  {
    id: "pulse-sentences",
    what: "Sentences that parents add to an answer",
    kept: `${KEEP.pulseSentenceYears} years after the question has closed, without a name`,
    ends: "Deleted",
  },
  {
    id: "report-pdfs",
    what: "Reports made as PDF",
    kept: `${KEEP.reportPrintDays} day`,
    ends: "Deleted",
  },
  {
    id: "agreements",
    what: "Signed agreements: what was typed, time, network address, browser",
    kept: "As long as the club uses the service",
    ends: "The person is erased on request; a record without a person stays",
  },
  {
    id: "registrations",
    what: "Registrations that nobody confirms",
    kept: `${KEEP.unconfirmedDays} days`,
    ends: "Erased",
  },
  {
    id: "refused-registrations",
    what: "Registrations that the club refuses",
    kept: `${KEEP.refusedDays} day, in which the club can take it back`,
    ends: "Erased",
  },
  {
    id: "dead-addresses",
    what: "Addresses that bounced or reported mail as spam",
    kept: "As long as the address is on a list",
    ends: "Deleted with the account or when the address is corrected",
  },
  {
    id: "documents",
    what: "Verification documents",
    kept: `${KEEP.documentDays} days after the decision`,
    ends: "Deleted",
  },
  {
    id: "money",
    what: "Payments, refunds, invoices",
    kept: `${KEEP.moneyYears} years, as the law asks`,
    ends: "Deleted",
  },
  {
    id: "messages",
    what: "Messages from the contact form",
    kept: `${KEEP.messageYears} years`,
    ends: "Erased",
  },
  {
    id: "mails",
    what: "Text of mails",
    kept: `Until it is sent; that it was sent ${KEEP.sentMailDays} days`,
    ends: "Deleted",
  },
  { id: "sessions", what: "Remembered sign-ins", kept: "30 days", ends: "Deleted" },
  {
    id: "kept-forms",
    what: "A form that was sent after its session had ended",
    kept: `${KEEP.keptFormHours} hour`,
    ends: "Deleted",
  },
  {
    id: "previews",
    what: "Imports that were not finished",
    kept: `${KEEP.previewDays} days`,
    ends: "Erased",
  },
  {
    id: "signups",
    what: "Sign-ups that were not finished",
    kept: `${KEEP.unfinishedSignupDays} days`,
    ends: "Deleted",
  },
  {
    id: "audit",
    what: "Log of sign-ins and of changes by people and staff",
    kept: "As long as the club uses the service",
    ends: "Deleted with the club; the platform’s own log stays, without names",
  },
  {
    id: "backups",
    what: "Backups",
    kept: "A limited time, set by whoever runs the service",
    ends: "What is erased leaves with the oldest",
  },
];
