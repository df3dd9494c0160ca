import { type EditedWords, wordsProblems, wordsToUse } from "./edited-words.ts";
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
import { rewardEarnedEmail } from "./emails/reward-emails.ts";
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
  renewalFailedEmail,
  renewedEmail,
  termNoticeEmail,
} from "./emails/term-emails.tsx";
import {
  verificationDecidedEmail,
  verificationReceivedEmail,
  verificationReminderEmail,
  verificationSubmittedEmail,
} from "./emails/verification-emails.ts";
import type { Email } from "./frame/email.tsx";
import type { EmailKind } from "./frame/email-kind.tsx";

/** The kinds of email that are notifications: people choose which of them to get. */
export const notificationTemplates = {
  "rating-submitted": ratingSubmittedEmail,
  "perfect-game": perfectGameEmail,
  incident: incidentAlertEmail,
  "manager-incident": managerIncidentEmail,
  "rank-changed": rankChangedEmail,
  "reward-earned": rewardEarnedEmail,
  digest: digestEmail,
  "game-reminder": gameReminderEmail,
  "rate-game": rateGameEmail,
  "rating-reminder": ratingReminderEmail,
  "weekly-report": weeklyReportEmail,
  "monthly-analytics": monthlyAnalyticsEmail,
  "season-summary": seasonSummaryEmail,
  "season-update": seasonUpdateEmail,
  announcement: announcementEmail,
};

/**
 * Every kind of email by its template's name, which is stored with a queued mail: an entry is renamed or removed only
 * once no mail of it can be waiting.
 */
export const templates = {
  ...notificationTemplates,
  "admin-recovery-code": recoveryCodeEmail,
  "admin-second-factor": secondFactorEmail,
  "platform-invitation": platformInvitationEmail,
  "staff-account-changed": staffAccountChangedEmail,
  "agreement-notice": agreementNoticeEmail,
  "administrator-changed": administratorChangedEmail,
  "administrator-ended": administratorEndedEmail,
  "administrator-invitation": adminInvitationEmail,
  "agreement-changed-address": agreementChangedAddressEmail,
  "agreement-address-left": agreementAddressLeftEmail,
  "agreement-copy": agreementCopyEmail,
  "agreement-reminder": agreementReminderEmail,
  "agreement-request": agreementRequestEmail,
  "agreement-withdrawn": agreementWithdrawnEmail,
  "billing-email": confirmTreasurerEmail,
  "billing-notice": billingNoticeEmail,
  "club-email": confirmEmailEmail,
  "club-email-changed": emailChangedEmail,
  "club-down": clubUnavailableEmail,
  "contact-bounced": contactBouncedEmail,
  "contact-message": contactMessageEmail,
  "email-change-after": emailChangeAfterEmail,
  "email-change-before": emailChangeBeforeEmail,
  "email-change-done": emailChangeDoneEmail,
  "email-change-known": emailChangeKnownEmail,
  "email-taken-back": emailTakenBackEmail,
  "account-deleted": accountDeletedEmail,
  "account-merged": accountMergedEmail,
  "sessions-ended": sessionsEndedEmail,
  "account-unused": accountUnusedEmail,
  "club-cancelled": clubCancelledEmail,
  invitation: invitationEmail,
  "invoice-open": invoiceOpenEmail,
  "invoice-overdue": invoiceOverdueEmail,
  "invoice-paid": invoicePaidEmail,
  "invoice-payment-failed": invoicePaymentFailedEmail,
  "invoice-withdrawn": invoiceWithdrawnEmail,
  "open-payment": openPaymentEmail,
  "paid-twice": paidTwiceEmail,
  passkey: passkeyEmail,
  "password-changed": passwordChangedEmail,
  "password-exists": passwordExistsEmail,
  "password-reset": passwordResetEmail,
  "password-set": passwordSetEmail,
  "payment-contested": paymentContestedEmail,
  "payment-failed": paymentFailedEmail,
  "payment-received": paymentReceivedEmail,
  "payment-refunded": secondRefundedEmail,
  "privacy-changed": privacyChangedEmail,
  "refund-by-hand": refundByHandEmail,
  "refund-refused": refundRefusedEmail,
  "refund-sent": refundSentEmail,
  registration: registrationEmail,
  "registration-known": registrationKnownEmail,
  "pulse-reminder": pulseReminderEmail,
  "pulse-request": pulseRequestEmail,
  "season-board": seasonBoardEmail,
  "setup-link": setupLinkEmail,
  "staff-notifications": staffNotificationsEmail,
  "staff-welcome": staffWelcomeEmail,
  "support-acting": supportActingEmail,
  "system-maintenance": maintenanceEmail,
  "terms-changed": termsChangedEmail,
  renewed: renewedEmail,
  "renewal-failed": renewalFailedEmail,
  "term-notice": termNoticeEmail,
  "verification-decided": verificationDecidedEmail,
  "verification-received": verificationReceivedEmail,
  "verification-reminder": verificationReminderEmail,
  "verification-submitted": verificationSubmittedEmail,
  "way-in": alreadyHereEmail,
  welcome: welcomeEmail,
} as const;

export type TemplateName = keyof typeof templates;
/** What a template is rendered with. */
export type VariablesOf<Name extends TemplateName> = (typeof templates)[Name]["sample"];

export type NotificationTemplate = keyof typeof notificationTemplates;

/** A mail that is ready to be sent: its template and the variables, without the frame. */
export type NotificationMail = {
  [Name in NotificationTemplate]: {
    template: Name;
    variables: Omit<VariablesOf<Name>, keyof NotificationFrame>;
  };
}[NotificationTemplate];

/** A kind of email whose variables are read from what is stored. */
export type AnyKind = EmailKind<unknown>;

/** @returns null for a name that no template has */
export const kindOf = (name: string): AnyKind | null =>
  Object.hasOwn(templates, name) ? (templates[name as TemplateName] as AnyKind) : null;

/** A rendered email, and which edited words could not be used for it, and why. */
export type TemplateEmail = Email & { unusable?: { id: string; why: string } };

/**
 * @param edited words that staff put in place of those in code; where they cannot be used, those in code are
 * @throws Error for an unknown name, and whatever the template throws for variables that it cannot render
 */
export function renderTemplate(name: string, variables: unknown, edited?: EditedWords): TemplateEmail {
  const kind = kindOf(name);
  if (!kind) throw new Error(`There is no email template '${name}'`);
  const version = edited && wordsToUse(edited, name, kind.variant(variables));
  if (!version) return kind(variables);
  try {
    const problem = Object.entries(wordsProblems(kind, version.variant, version.words))[0];
    if (problem) throw new Error(problem.join(": "));
    return kind(variables, version.words);
  } catch (error) {
    return { ...kind(variables), unusable: { id: version.id, why: String(error) } };
  }
}

type Variables = { [Name in TemplateName]: VariablesOf<Name> };
declare module "#app/queue/mail-queue.server.ts" {
  interface MailTemplates extends Variables {}
}
