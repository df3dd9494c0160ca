import type { Email } from "./email.tsx";
import { accountDeletedEmail, accountUnusedEmail } from "./emails/account-deleted-email.tsx";
import { platformInvitationEmail, recoveryCodeEmail, secondFactorEmail } from "./emails/admin-emails.tsx";
import {
  adminInvitationEmail,
  administratorChangedEmail,
  administratorEndedEmail,
  termsChangedEmail,
} from "./emails/administrator-emails.tsx";
import {
  agreementChangedAddressEmail,
  agreementCopyEmail,
  agreementReminderEmail,
  agreementRequestEmail,
  agreementWithdrawnEmail,
} from "./emails/agreement-emails.tsx";
import { agreementNoticeEmail } from "./emails/agreement-notice-email.tsx";
import { confirmEmailEmail, emailChangedEmail } from "./emails/club-address-emails.tsx";
import { clubUnavailableEmail } from "./emails/club-unavailable-email.tsx";
import { contactBouncedEmail } from "./emails/contact-bounced-email.tsx";
import { contactMessageEmail } from "./emails/contact-message-email.tsx";
import {
  emailChangeAfterEmail,
  emailChangeBeforeEmail,
  emailChangeDoneEmail,
  emailChangeKnownEmail,
  emailTakenBackEmail,
} from "./emails/email-change-emails.tsx";
import { invitationEmail } from "./emails/invitation-email.tsx";
import {
  billingNoticeEmail,
  invoiceOpenEmail,
  invoiceOverdueEmail,
  invoicePaidEmail,
  refundSentEmail,
} from "./emails/money-emails.tsx";
import {
  openPaymentEmail,
  paidTwiceEmail,
  paymentFailedEmail,
  paymentReceivedEmail,
  secondRefundedEmail,
} from "./emails/payment-emails.tsx";
import { registrationEmail, registrationKnownEmail } from "./emails/registration-emails.tsx";
import {
  alreadyHereEmail,
  passwordExistsEmail,
  passwordSetEmail,
  setupLinkEmail,
  welcomeEmail,
} from "./emails/setup-emails.tsx";
import { passkeyEmail, passwordChangedEmail, passwordResetEmail } from "./emails/sign-in-emails.tsx";
import { staffWelcomeEmail } from "./emails/staff-welcome-email.tsx";
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
} from "./emails/verification-emails.tsx";
import { notificationTemplates } from "./notification-templates.ts";

/**
 * Every kind of mail by its template's name, which is stored with a queued mail: an entry is renamed or removed only
 * once no mail of it can be waiting. A template is a pure function of variables that are plain JSON; a sample of them
 * belongs in `sandbox/mail-samples.ts`.
 */
export const templates = {
  ...notificationTemplates,
  "admin-recovery-code": recoveryCodeEmail,
  "admin-second-factor": secondFactorEmail,
  "platform-invitation": platformInvitationEmail,
  "agreement-notice": agreementNoticeEmail,
  "administrator-changed": administratorChangedEmail,
  "administrator-ended": administratorEndedEmail,
  "administrator-invitation": adminInvitationEmail,
  "agreement-changed-address": agreementChangedAddressEmail,
  "agreement-copy": agreementCopyEmail,
  "agreement-reminder": agreementReminderEmail,
  "agreement-request": agreementRequestEmail,
  "agreement-withdrawn": agreementWithdrawnEmail,
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
  "account-unused": accountUnusedEmail,
  "club-cancelled": clubCancelledEmail,
  invitation: invitationEmail,
  "invoice-open": invoiceOpenEmail,
  "invoice-overdue": invoiceOverdueEmail,
  "invoice-paid": invoicePaidEmail,
  "open-payment": openPaymentEmail,
  "paid-twice": paidTwiceEmail,
  passkey: passkeyEmail,
  "password-changed": passwordChangedEmail,
  "password-exists": passwordExistsEmail,
  "password-reset": passwordResetEmail,
  "password-set": passwordSetEmail,
  "payment-failed": paymentFailedEmail,
  "payment-received": paymentReceivedEmail,
  "payment-refunded": secondRefundedEmail,
  "refund-sent": refundSentEmail,
  registration: registrationEmail,
  "registration-known": registrationKnownEmail,
  "setup-link": setupLinkEmail,
  "staff-welcome": staffWelcomeEmail,
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
export type VariablesOf<Name extends TemplateName> =
  Parameters<(typeof templates)[Name]> extends [infer Variables] ? Variables : Record<string, never>;

/** @throws Error for an unknown name, and whatever the template throws for variables that it cannot render */
export function renderTemplate(name: string, variables: unknown): Email {
  if (!Object.hasOwn(templates, name)) throw new Error(`There is no email template '${name}'`);
  const render = templates[name as TemplateName] as (variables: unknown) => Email;
  return render(variables);
}

type Variables = { [Name in TemplateName]: VariablesOf<Name> };
declare module "#app/queue/mail-queue.server.ts" {
  interface MailTemplates extends Variables {}
}
