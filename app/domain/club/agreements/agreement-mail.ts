import type { AgreementsTable, ContactsTable } from "#app/db/club/schema.ts";

/** Purpose of a mail about an agreement; each goes out once for each link (product/agreements.md#agreements). */
export type MailStep =
  | "request"
  | `reminder-${number}`
  /** Last automatic reminder. */
  | "reminder-last"
  | "copy"
  | "changed-address"
  | "withdrawn"
  /** Asks to confirm what was added after the signature: the first time, the second and so on. */
  | `confirm-${number}`;

/** One mail about an agreement. The time is part of it, because a restored club repeats the numbers of links. */
export interface AgreementMail {
  agreementId: string;
  issue: number;
  step: string;
  createdAt: string;
}

/** Tells whether a step's mail goes to many: it is queued behind urgent mail, and counts towards the club's day. */
export const isBulkStep = (step: string): boolean => step === "request" || isReminder(step);

export const isConfirmation = (step: string): boolean => step.startsWith("confirm-");

export const isReminder = (step: string): boolean => step.startsWith("reminder-");

const names: Record<string, string> = {
  request: "request",
  copy: "signed copy",
  "changed-address": "notice of another address",
  withdrawn: "notice of the withdrawal",
};

/** Returns 'request', 'reminder', 'signed copy': a mail in the agreement's history. */
export const mailNameOf = (step: string): string => {
  if (isConfirmation(step)) return "question to confirm";
  return isReminder(step) ? "reminder" : (names[step] ?? step);
};

/** Returns the key of a mail in the queue. */
export const agreementMailKey = ({ agreementId, issue, step, createdAt }: AgreementMail): string =>
  `agreement:${agreementId}:${issue}:${step}:${createdAt}`;

/** Returns the mail that a key names; null for mails about other things. */
export function readAgreementMailKey(key: string): AgreementMail | null {
  const [, agreementId, issue, step, createdAt] =
    /^agreement:([\w-]+):(\d+):([a-z0-9-]+):(\S+)$/.exec(key) ?? [];
  if (!agreementId || !issue || !step || !createdAt) return null;
  return { agreementId, issue: Number(issue), step, createdAt };
}

/** A decided mail that is not queued yet, with what it is made of. */
export interface OpenAgreementMail {
  id: string;
  step: string;
  /** Issue of the mail; the agreement may have a newer one. */
  issue: number;
  created_at: string;
  agreement: Pick<AgreementsTable, "id" | "status" | "issue" | "expires_at" | "signed_at" | "closed_at">;
  contact: Pick<ContactsTable, "name" | "email" | "language" | "delivery" | "mail_stopped_at" | "erased_at">;
}

/**
 * Tells whether a decided mail is still wanted. A request or reminder is not once its link was replaced or its time is
 * over, the agreement is no longer pending, or the address takes no more mail
 * (product/agreements.md#agreement-reminders).
 */
export function isStillWanted({ step, issue, agreement, contact }: OpenAgreementMail, at: Date): boolean {
  if (contact.erased_at !== null || contact.email === "") return false;
  if (step !== "request" && !isReminder(step) && !isConfirmation(step)) return true;
  if (contact.delivery === "bounced" || contact.delivery === "complained") return false;
  if (isConfirmation(step)) return agreement.status === "signed";
  if (isReminder(step) && contact.mail_stopped_at !== null) return false;
  if (agreement.expires_at !== null && agreement.expires_at <= at.toISOString()) return false;
  return agreement.status === "pending" && agreement.issue === issue;
}
