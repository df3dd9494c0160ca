import type { NotificationKind } from "#app/domain/values/notification-kinds.ts";
import type { TemplateName } from "./templates.ts";

/** Who gets an email, in the order in which lists show them. */
export const emailReaders = {
  parents: "Parents",
  members: "Coaches, managers and administrators",
  account: "Anybody with an account",
  administrators: "The club’s contact and administrators",
  staff: "Goodside’s staff",
} as const;
export type EmailReaders = keyof typeof emailReaders;

/** What an email is for, in plain words (product.md#words-of-emails). */
export interface EmailPurpose {
  label: string;
  /** When it is sent: the rest of 'Sent …'. */
  sent: string;
  to: EmailReaders;
  /** The switch by which people stop it; without one it is always sent. */
  preference?: NotificationKind;
}

const parents = (label: string, sent: string): EmailPurpose => ({ label, sent, to: "parents" });
const members = (label: string, sent: string, preference?: NotificationKind): EmailPurpose => ({
  label,
  sent,
  to: "members",
  preference,
});
const account = (label: string, sent: string): EmailPurpose => ({ label, sent, to: "account" });
const admins = (label: string, sent: string, preference?: NotificationKind): EmailPurpose => ({
  label,
  sent,
  to: "administrators",
  preference,
});
const staff = (label: string, sent: string): EmailPurpose => ({ label, sent, to: "staff" });

export const emailPurposes = {
  "agreement-request": parents("Agreement request", "when a club asks a parent to sign"),
  "agreement-reminder": parents(
    "Agreement reminder",
    "while a parent has not signed, as the club has set it",
  ),
  "agreement-copy": parents("Signed copy", "to who has signed, with the PDF"),
  "agreement-changed-address": parents(
    "Signed with another address",
    "to the address on file when another address or name was typed",
  ),
  "agreement-address-left": parents(
    "Address corrected",
    "to the address that the club corrected a parent away from",
  ),
  "agreement-withdrawn": parents("Signature withdrawn", "to who signed, when the signature is withdrawn"),
  registration: parents("Confirm a registration", "when a parent registers by the club’s link"),
  "registration-known": parents("Registered already", "when a parent registers who is on the list already"),
  "pulse-request": parents("One question", "when a club asks parents one question"),
  "pulse-reminder": parents("One question, again", "once, to parents who have not answered"),

  "rating-submitted": members(
    "New rating",
    "when the other side of a team has rated a game",
    "rating-submissions",
  ),
  "perfect-game": members("Perfect game", "when a game’s result is 20", "perfect-games"),
  incident: members("Incident", "at once when a game is rated 0", "incident-alerts"),
  "manager-incident": members(
    "Incident of the team",
    "to a team’s manager once a result of 0 is open",
    "incident-alerts",
  ),
  "rank-changed": members("New rank", "when a team has moved up or down in its state", "leaderboard-updates"),
  digest: members("Digest", "daily or weekly, to who wants notices together"),
  "game-reminder": members("Game tomorrow", "the day before a game", "game-reminders"),
  "rate-game": members("Rate the game", "an hour after a game", "game-reminders"),
  "rating-reminder": members("Games not rated yet", "while ratings are missing, as the club has set it"),
  "weekly-report": members("Weekly report", "on Monday morning", "weekly-reports"),
  "season-update": members(
    "A season begins or ends",
    "a week before a season of the team begins or ends",
    "season-updates",
  ),
  announcement: members("Announcement", "when an administrator writes to everybody", "announcements"),
  "reward-earned": members("Reward earned", "when a team has earned a reward", "rewards-earned"),
  invitation: members("Invitation to a team", "when a coach or manager is invited"),
  "staff-welcome": members("Welcome to the team", "when an invitation was accepted"),

  "password-reset": account("Reset the password", "to who asks for a new password"),
  "password-changed": account("Password changed", "after a password was changed"),
  passkey: account("Passkey added or removed", "after an account’s passkeys changed"),
  "email-change-before": account("Move the account? (old address)", "when somebody wants another address"),
  "email-change-after": account("Confirm the new address", "to the address that an account is to move to"),
  "email-change-known": account("Address in use", "to an address that has an account already"),
  "email-change-done": account("The account has moved", "to the address that an account has left"),
  "email-taken-back": account("Address taken back", "to the address that has lost an account again"),
  "account-unused": account("Account unused", "30 days before an unused account is deleted"),
  "account-deleted": account("Account deleted", "after an account was deleted"),
  "account-merged": account("Accounts merged", "when support merges two accounts of a person, or undoes it"),
  "sessions-ended": account(
    "Signed out by others",
    "when support or an administrator ends somebody’s sessions",
  ),

  welcome: admins("Welcome", "when a new club has paid"),
  "setup-link": admins("New setup link", "when the first link has expired"),
  "password-exists": admins(
    "Password exists already",
    "to who asks for a setup link of a club with a password",
  ),
  "way-in": admins("You are here already", "when a club signs up a second time"),
  "password-set": admins("Password set", "after a club’s first password was set"),
  "club-email": admins("Confirm the club’s address", "when a club gives a new address"),
  "club-email-changed": admins("The club’s address has moved", "to the address that a club has given up"),
  "billing-email": admins("Confirm the treasurer’s address", "when a club names its treasurer"),
  "administrator-invitation": admins(
    "Invitation of an administrator",
    "when a further administrator is invited",
  ),
  "administrator-changed": admins("Administrators changed", "when somebody becomes or is no longer one"),
  "administrator-ended": admins("No longer an administrator", "to who is no longer one"),
  "agreement-notice": admins("What a parent did", "when a parent corrects, declines or signs otherwise"),
  "monthly-analytics": admins("Monthly analytics", "on the 1st of a month", "monthly-analytics"),
  "season-summary": admins("Season summary", "when a season has ended", "season-summary"),
  "support-acting": admins("Support acts for the club", "when Goodside’s staff begin to act for a club"),
  "season-board": admins(
    "A season, for the board",
    "to the addresses that an administrator sends a season to",
  ),
  "terms-changed": admins("New terms", "when the terms change"),
  "privacy-changed": admins("New privacy policy", "when the privacy policy changes"),
  "verification-received": admins("Documents received", "when a club has sent its documents"),
  "verification-reminder": admins("Verification reminder", "7, 3 and 1 days before the deadline"),
  "verification-decided": admins("Verification decided", "when a reviewer has decided"),
  "payment-received": admins("Payment received", "when a bank payment has arrived"),
  "open-payment": admins("Finish the payment", "when a payment page was opened in another browser"),
  "payment-failed": admins("Payment failed", "when a bank payment failed"),
  "payment-refunded": admins("Second payment goes back", "when a club paid twice"),
  "refund-sent": admins("Refund", "when money goes back to a club"),
  "refund-refused": admins("Refund refused", "when Stripe did not make a refund"),
  "refund-by-hand": admins("Refund by hand", "when staff refunded outside of Stripe"),
  "payment-contested": admins("Payment contested", "when a payment is contested at the bank"),
  "invoice-open": admins("Invoice", "when a larger package is owed"),
  "invoice-overdue": admins("Invoice is due", "when an invoice’s day has passed"),
  "invoice-paid": admins("Invoice paid", "when an invoice is paid"),
  "invoice-payment-failed": admins("Invoice: payment failed", "when the bank did not pay an invoice"),
  "invoice-withdrawn": admins("Invoice is void", "when an invoice is withdrawn"),
  "term-notice": admins(
    "The year ends",
    "30, 7 and 1 days before a club’s year ends, when it has ended, and when reading ends",
  ),
  renewed: admins("Renewed", "when a club has renewed"),
  "renewal-failed": admins("Renewal failed", "when the bank payment of a renewal failed"),
  "club-cancelled": admins("Cancelled", "when a club cancels"),
  "system-maintenance": admins(
    "System Maintenance",
    "when maintenance is planned, changed or canceled",
    "system-maintenance",
  ),

  "verification-submitted": staff("Documents to review", "when a club has sent its documents"),
  "billing-notice": staff("Billing needs a person", "when money needs a person"),
  "paid-twice": staff("Refund a second payment", "when Stripe refused to refund it"),
  "club-down": staff("A club’s file cannot be used", "once a day while it lasts"),
  "contact-bounced": staff("A club cannot be reached", "when a club’s contact takes no mail"),
  "contact-message": staff("Message", "when somebody writes by the contact form"),
  "platform-invitation": staff("Invitation to the staff", "when a colleague is invited"),
  "staff-account-changed": staff(
    "Account changed by a colleague",
    "when another super admin changes an account",
  ),
  "staff-notifications": staff(
    "Notifications",
    "at once or once a day, as each chooses in the Notification Center",
  ),
  "admin-second-factor": staff("Second factor changed", "when it was switched on or off"),
  "admin-recovery-code": staff("Recovery code used", "when a recovery code was used to sign in"),
} as const satisfies Record<TemplateName, EmailPurpose>;

/**
 * Whether a club's file keeps of each email of this template what became of it: invitations, and all that parents get
 * (product.md#undelivered-mail). Of the others only a failure can matter to anybody.
 */
export const isFollowed = (template: string): boolean =>
  template === "invitation" ||
  (Object.hasOwn(emailPurposes, template) && emailPurposes[template as TemplateName].to === "parents");
