import { type EditedWords, wordsProblems, wordsToUse } from "./email-words.ts";
import {
  accountDeletedEmail,
  accountMergedEmail,
  accountUnusedEmail,
  emailChangeAfterEmail,
  emailChangeBeforeEmail,
  emailChangeDoneEmail,
  emailChangeKnownEmail,
  emailTakenBackEmail,
  passkeyEmail,
  passwordChangedEmail,
  passwordResetEmail,
  sessionsEndedEmail,
} from "./emails/account-emails.ts";
import {
  agreementAddressLeftEmail,
  agreementChangedAddressEmail,
  agreementConfirmEmail,
  agreementCopyEmail,
  agreementNoticeEmail,
  agreementReminderEmail,
  agreementRequestEmail,
  agreementWithdrawnEmail,
  registrationEmail,
  registrationKnownEmail,
} from "./emails/agreement-emails.tsx";
import {
  alreadyHereEmail,
  clubAccountsMergedEmail,
  clubBroughtBackEmail,
  confirmEmailEmail,
  confirmTreasurerEmail,
  emailChangedEmail,
  passwordExistsEmail,
  passwordSetEmail,
  setupLinkEmail,
  supportActingEmail,
  welcomeEmail,
} from "./emails/club-account-emails.ts";
import {
  incidentAlertEmail,
  managerIncidentEmail,
  perfectGameEmail,
  rankChangedEmail,
  ratingSubmittedEmail,
} from "./emails/game-emails.ts";
import type { NotificationFrame } from "./emails/notification.ts";
import {
  billingNoticeEmail,
  guaranteeAcceptedEmail,
  invoiceOpenEmail,
  invoiceOverdueEmail,
  invoicePaidEmail,
  invoicePaymentFailedEmail,
  invoiceWithdrawnEmail,
  openPaymentEmail,
  paidTwiceEmail,
  paymentContestedEmail,
  paymentFailedEmail,
  paymentReceivedEmail,
  refundByHandEmail,
  refundRefusedEmail,
  refundReturnedEmail,
  refundSentEmail,
  secondRefundedEmail,
} from "./emails/payment-emails.tsx";
import {
  clubUnavailableEmail,
  contactBouncedEmail,
  contactMessageEmail,
  maintenanceEmail,
  platformInvitationEmail,
  recoveryCodeEmail,
  secondFactorEmail,
  staffAccountChangedEmail,
  staffNotificationsEmail,
} from "./emails/platform-emails.tsx";
import { pulseReminderEmail, pulseRequestEmail } from "./emails/pulse-emails.tsx";
import { gameReminderEmail, rateGameEmail, ratingReminderEmail } from "./emails/reminder-emails.tsx";
import {
  announcementEmail,
  digestEmail,
  monthlyAnalyticsEmail,
  seasonSummaryEmail,
  weeklyReportEmail,
} from "./emails/report-emails.tsx";
import {
  certificateEmail,
  rewardChangedEmail,
  rewardEarnedEmail,
  rewardListEmail,
} from "./emails/reward-emails.tsx";
import { seasonBoardEmail, seasonUpdateEmail } from "./emails/season-emails.tsx";
import {
  adminInvitationEmail,
  administratorChangedEmail,
  administratorEndedEmail,
  invitationEmail,
  privacyChangedEmail,
  staffWelcomeEmail,
  termsChangedEmail,
} from "./emails/staff-emails.tsx";
import {
  clubCancelledEmail,
  clubErasureEmail,
  renewalFailedEmail,
  renewedEmail,
  termNoticeEmail,
  yearEndedEmail,
} from "./emails/term-emails.tsx";
import {
  verificationDecidedEmail,
  verificationReceivedEmail,
  verificationReminderEmail,
  verificationSubmittedEmail,
} from "./emails/verification-emails.ts";
import type { Email, StopLinks } from "./frame/email.tsx";
import type { EmailKind, EmailPurpose } from "./frame/email-kind.tsx";

/** The kinds of email that are notifications: people choose which of them to get. */
export const notificationTemplates = {
  "rating-submitted": ratingSubmittedEmail,
  "perfect-game": perfectGameEmail,
  incident: incidentAlertEmail,
  "manager-incident": managerIncidentEmail,
  "rank-changed": rankChangedEmail,
  digest: digestEmail,
  "game-reminder": gameReminderEmail,
  "rate-game": rateGameEmail,
  "rating-reminder": ratingReminderEmail,
  "weekly-report": weeklyReportEmail,
  "season-update": seasonUpdateEmail,
  announcement: announcementEmail,
  "reward-earned": rewardEarnedEmail,
  "reward-changed": rewardChangedEmail,
  "reward-list": rewardListEmail,
  certificate: certificateEmail,
  "monthly-analytics": monthlyAnalyticsEmail,
  "season-summary": seasonSummaryEmail,
};

/**
 * Every kind of email by its template's name, which is stored with a queued mail: an entry is renamed or removed only
 * once no mail of it can be queued.
 */
export const templates = {
  ...notificationTemplates,
  "agreement-request": agreementRequestEmail,
  "agreement-reminder": agreementReminderEmail,
  "agreement-copy": agreementCopyEmail,
  "agreement-changed-address": agreementChangedAddressEmail,
  "agreement-address-left": agreementAddressLeftEmail,
  "agreement-confirm": agreementConfirmEmail,
  "agreement-withdrawn": agreementWithdrawnEmail,
  registration: registrationEmail,
  "registration-known": registrationKnownEmail,
  "pulse-request": pulseRequestEmail,
  "pulse-reminder": pulseReminderEmail,

  invitation: invitationEmail,
  "staff-welcome": staffWelcomeEmail,

  "password-reset": passwordResetEmail,
  "password-changed": passwordChangedEmail,
  passkey: passkeyEmail,
  "email-change-before": emailChangeBeforeEmail,
  "email-change-after": emailChangeAfterEmail,
  "email-change-known": emailChangeKnownEmail,
  "email-change-done": emailChangeDoneEmail,
  "email-taken-back": emailTakenBackEmail,
  "account-unused": accountUnusedEmail,
  "account-deleted": accountDeletedEmail,
  "account-merged": accountMergedEmail,
  "sessions-ended": sessionsEndedEmail,

  welcome: welcomeEmail,
  "setup-link": setupLinkEmail,
  "password-exists": passwordExistsEmail,
  "way-in": alreadyHereEmail,
  "password-set": passwordSetEmail,
  "club-email": confirmEmailEmail,
  "club-email-changed": emailChangedEmail,
  "billing-email": confirmTreasurerEmail,
  "administrator-invitation": adminInvitationEmail,
  "administrator-changed": administratorChangedEmail,
  "administrator-ended": administratorEndedEmail,
  "agreement-notice": agreementNoticeEmail,
  "support-acting": supportActingEmail,
  "club-brought-back": clubBroughtBackEmail,
  "club-accounts-merged": clubAccountsMergedEmail,
  "season-board": seasonBoardEmail,
  "terms-changed": termsChangedEmail,
  "privacy-changed": privacyChangedEmail,
  "verification-received": verificationReceivedEmail,
  "verification-reminder": verificationReminderEmail,
  "verification-decided": verificationDecidedEmail,
  "payment-received": paymentReceivedEmail,
  "open-payment": openPaymentEmail,
  "payment-failed": paymentFailedEmail,
  "payment-refunded": secondRefundedEmail,
  "refund-sent": refundSentEmail,
  "refund-refused": refundRefusedEmail,
  "refund-returned": refundReturnedEmail,
  "guarantee-accepted": guaranteeAcceptedEmail,
  "refund-by-hand": refundByHandEmail,
  "payment-contested": paymentContestedEmail,
  "invoice-open": invoiceOpenEmail,
  "invoice-overdue": invoiceOverdueEmail,
  "invoice-paid": invoicePaidEmail,
  "invoice-payment-failed": invoicePaymentFailedEmail,
  "invoice-withdrawn": invoiceWithdrawnEmail,
  "term-notice": termNoticeEmail,
  "year-ended": yearEndedEmail,
  renewed: renewedEmail,
  "renewal-failed": renewalFailedEmail,
  "club-cancelled": clubCancelledEmail,
  "club-erasure": clubErasureEmail,
  "system-maintenance": maintenanceEmail,

  "verification-submitted": verificationSubmittedEmail,
  "billing-notice": billingNoticeEmail,
  "paid-twice": paidTwiceEmail,
  "club-down": clubUnavailableEmail,
  "contact-bounced": contactBouncedEmail,
  "contact-message": contactMessageEmail,
  "platform-invitation": platformInvitationEmail,
  "staff-account-changed": staffAccountChangedEmail,
  "staff-notifications": staffNotificationsEmail,
  "admin-second-factor": secondFactorEmail,
  "admin-recovery-code": recoveryCodeEmail,
} as const;

export type TemplateName = keyof typeof templates;
export const templateNames = Object.keys(templates) as TemplateName[];
/** Variables of a template. */
export type VariablesOf<Name extends TemplateName> = (typeof templates)[Name]["sample"];

export type NotificationTemplate = keyof typeof notificationTemplates;

/** A mail that is ready to be sent: its template and the variables, without the frame. */
export type NotificationMail = {
  [Name in NotificationTemplate]: {
    template: Name;
    variables: Omit<VariablesOf<Name>, keyof NotificationFrame>;
  };
}[NotificationTemplate];

/** A kind of email whose variables are parsed from stored text. */
export type AnyKind = EmailKind<unknown>;

/** @returns null for an unknown name */
export const kindOf = (name: string): AnyKind | null =>
  Object.hasOwn(templates, name) ? (templates[name as TemplateName] as AnyKind) : null;

/** Returns the purpose of an email; undefined for an unknown name. */
export const purposeOf = (name: string): EmailPurpose | undefined => kindOf(name)?.purpose;

/**
 * Tells whether a club's file records the delivery of this template's emails: invitations, and all emails to parents
 * (product/emails.md#undelivered-mail). For others only failures matter.
 */
export const isFollowed = (name: string): boolean =>
  name === "invitation" || purposeOf(name)?.to === "parents";

/** A rendered email, and edited words that could not be used for it, with the reason. */
export type TemplateEmail = Email & { unusable?: { id: string; why: string } };

/**
 * @param edited words that staff edited; unusable ones fall back to those in code
 * @param stop addresses of the unsubscribe lines at the email's foot
 * @param site the site's address, for words that link to a page
 * @throws Error for an unknown name, and the template's errors for variables that it cannot render
 */
export function renderTemplate(
  name: string,
  variables: unknown,
  { edited, ...frame }: { edited?: EditedWords; stop?: StopLinks; site?: string } = {},
): TemplateEmail {
  const kind = kindOf(name);
  if (!kind) throw new Error(`There is no email template '${name}'`);
  const version = edited && wordsToUse(edited, name, kind.variant(variables));
  if (!version) return kind(variables, frame);
  try {
    const problem = Object.entries(wordsProblems(kind, version.variant, version.words))[0];
    if (problem) throw new Error(problem.join(": "));
    return kind(variables, { words: version.words, ...frame });
  } catch (error) {
    return { ...kind(variables, frame), unusable: { id: version.id, why: String(error) } };
  }
}

type Variables = { [Name in TemplateName]: VariablesOf<Name> };
declare module "#app/queue/mail-queue.server.ts" {
  interface MailTemplates extends Variables {}
}
