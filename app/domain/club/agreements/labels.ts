import type { AgreementEventsTable } from "#app/db/club/schema.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import type { AgreementState, AgreementStatus } from "./agreement-filter.ts";

export const agreementStatusName: Record<AgreementStatus, string> = {
  pending: "Pending",
  signed: "Signed",
  expired: "Expired",
  declined: "Declined",
  withdrawn: "Withdrawn",
};

/** The choices of the list's filter, in their order. */
export const agreementStateName: Record<AgreementState, string> = {
  signed: "Signed",
  pending: "Pending",
  expired: "Expired",
  declined: "Declined",
  withdrawn: "Withdrawn",
  unsent: "Not sent yet",
  undelivered: "Not delivered",
  "to-match": "Signed under another name",
};

/** Returns a parent's name in lists; the address if only that is known, or nothing that may be shown. */
export const parentLabel = ({ parentName, email }: { parentName: string; email: string | null }) =>
  parentName || email || "Name not known";

const eventName: Record<AgreementEventsTable["kind"], string> = {
  added: "Added",
  sent: "Agreement sent",
  reminded: "Reminder sent",
  delivered: "Email delivered",
  delayed: "Email delayed",
  bounced: "Email bounced",
  complained: "Email marked as spam",
  opened: "Link opened",
  signed: "Signed",
  paper: "Signed on paper, entered by the club",
  declined: "Declined",
  withdrawn: "Withdrawn",
  expired: "Expired",
  asked: "Asked for a new link",
  resent: "Sent again with a new link",
  stopped: "Reminders stopped by the parent",
  corrected: "Corrected",
  "child-added": "Child added",
  "child-removed": "Child removed",
  "confirm-asked": "Asked to confirm what was added after the signature",
  confirmed: "Confirmed for a child added after the signature",
  matched: "Matched",
  reassigned: "Signed by somebody else",
  reopened: "Changed their mind about declining",
  erased: "Personal data erased",
};

const addedFrom: Record<string, string> = {
  import: "by an import",
  manual: "by hand",
  registered: "by registering",
};

/** Returns 'Reminder sent', 'Added by an import', 'Declined: We left the club'. */
export function eventLabel({ kind, detail }: Pick<AgreementEventsTable, "kind" | "detail">): string {
  if (kind === "added") return `Added ${addedFrom[detail] ?? ""}`.trim();
  return detail === "" ? eventName[kind] : `${eventName[kind]}: ${detail}`;
}

/** Messages when nothing was sent. */
export const sendProblemLabels = {
  nobody: "Nobody on this list can be written to now",
  "just-reminded": "Everybody on this list was written to in the last 24 hours",
  "daily-limit": "Your club has sent as many emails as it can in a day: try again tomorrow",
} as const;

/** Messages when a parent was not asked to confirm additions. */
export const confirmProblemLabels = {
  nothing: "Nothing waits to be confirmed",
  asked: "This parent was asked in the last 24 hours",
  undelivered: "The address takes no email: ask the parent in person",
  stopped: "This parent wants no more reminders: ask in person",
  "daily-limit": "Your club has sent as many emails as it can in a day: try again tomorrow",
} as const;

/** Reasons for leaving out a checked parent: 'Ann Cole: has signed'. */
export const leftOutLabels = {
  signed: "has signed",
  declined: "declined",
  withdrawn: "withdrew",
  expired: "the link expired: send the agreement again",
  undelivered: "the address takes no email",
  stopped: "wants no more reminders",
  sent: "has the agreement already",
  unsent: "was not sent the agreement yet",
  "just-written": "was written to in the last 24 hours",
} as const;

/**
 * Returns '✅ 12 reminder emails sent successfully!', with what has to wait for another day.
 * @param chosen number of parents chosen one by one
 */
export function sentLabel(
  kind: "agreement" | "reminder",
  { sent, left }: { sent: number; left: number },
  chosen = sent + left,
): string {
  const changed = chosen - sent - left;
  const rest =
    changed > 0
      ? ` ${pluralize(changed, "parent")} you chose ${changed === 1 ? "was" : "were"} left out: something changed meanwhile.`
      : "";
  const done = `${kind === "reminder" ? "✅ " : ""}${count(sent)} ${kind} ${sent === 1 ? "email" : "emails"} sent successfully!`;
  return left === 0
    ? done + rest
    : `${done} ${count(left)} more can go out tomorrow: a club's emails a day are limited.${rest}`;
}
