import type { Capability } from "#app/permissions/club-permissions.ts";
import type { PlatformPermission } from "#app/permissions/platform-roles.ts";

/**
 * Access to an address: anybody, any signed-in user, users with a capability in their own club, platform staff in their
 * own account, or staff with a permission. The guards in each file decide; a test requests every address as each actor
 * and compares the answers with this.
 */
export type Who = "anybody" | "account" | Capability | StaffOnly;
export type StaffOnly = "staff" | `staff ${PlatformPermission}`;

/**
 * Access of staff who act for a club (product/support.md#acting-for-a-club): the page, or for super admins its form
 * too, with a text on the change for the club's audit log. By default they are refused. Closed are pages with private
 * words (incidents, parents, people, documents, files, sealed scores), with money, accounts, sessions and tokens, and
 * those that sign or send in the club's name.
 */
export type Acting = { reach: "see"; changes: "" } | { reach: "change"; changes: string };

export interface Page {
  /** Path below app/routes/. */
  file: string;
  GET: Who;
  POST?: Who;
  /** True if a GET only redirects to the page whose button posts here. */
  leadsBack?: boolean;
  /** True if members of a suspended club may open it too (product/billing.md#term). */
  openWhileSuspended?: boolean;
  acting?: Acting;
}
export type Pages = Record<`/${string}`, Page>;

/** Opens a page to members of a paused club: their account, payments, verification and leaving. */
const paused = (one: Page): Page => ({ ...one, openWhileSuspended: true });
/** Declares a page to read: HTML, a picture or a download. */
const page = (file: string, who: Who): Page => ({ file, GET: who });
/** Declares a page that takes a form, or a call of a program. */
const form = (file: string, who: Who, POST = who): Page => ({ file, GET: who, POST });
/** Declares the target of another page's button. */
const button = (file: string, who: Who): Page => ({ file, GET: who, POST: who, leadsBack: true });
/** Shows a page to staff who act for the club. */
const seen = (one: Page): Page => ({ ...one, acting: { reach: "see", changes: "" } });
/** Shows a page to staff who act for the club, and lets super admins among them change something. */
const changed = (changes: string, one: Page): Page => ({ ...one, acting: { reach: "change", changes } });
/** Declares another name of a page, which the file knows. */
const alias = () => page("site/alias.ts", "anybody");

export const site = {
  // site: public
  "/": page("site/home/index.tsx", "anybody"),
  "/tour": page("site/tour/index.tsx", "anybody"),
  "/leaders": page("site/leaders/index.tsx", "anybody"),
  "/clubs/:slug": page("site/clubs/club.tsx", "anybody"),
  "/clubs/:slug/badge.svg": page("site/clubs/badge.ts", "anybody"),
  "/sitemap.xml": page("site/sitemap.ts", "anybody"),
  "/robots.txt": page("site/robots.ts", "anybody"),
  "/terms": page("site/terms.tsx", "anybody"),
  "/privacy": page("site/privacy.tsx", "anybody"),
  "/cookies": form("site/cookies.tsx", "anybody"),
  "/faq": page("site/faq/index.tsx", "anybody"),
  "/help": page("site/help/index.tsx", "anybody"),
  "/help/lessons/:slug": page("site/help/lessons/index.tsx", "anybody"),
  "/contact": form("site/contact/index.tsx", "anybody"),
  "/agreements/verify": form("site/verify/index.tsx", "anybody"),
  "/terms-of-service": alias(),
  "/privacy-policy": alias(),
  "/cookie-policy": alias(),

  // account: signing up, signing in, and the links in emails
  "/signup": form("account/signup/package.tsx", "anybody"),
  "/signup/details": form("account/signup/details.tsx", "anybody"),
  "/signup/same-club": form("account/signup/same-club.tsx", "anybody"),
  "/signup/payment": form("account/signup/payment.tsx", "anybody"),
  "/success": page("account/signup/success.tsx", "anybody"),
  "/pay": form("account/billing/pay.tsx", "anybody"),
  "/club/login": form("account/sign-in/index.tsx", "anybody"),
  "/club/login/passkey": form("account/sign-in/passkey.tsx", "anybody"),
  "/coach/login": alias(),
  "/manager/login": alias(),
  "/admin/login": form("admin/sign-in/index.tsx", "anybody"),
  "/admin/login/code": form("admin/sign-in/code.tsx", "anybody"),
  "/admin/login/recovery": form("admin/sign-in/recovery.tsx", "anybody"),
  "/admin/forgot-password": form("admin/sign-in/forgot-password.tsx", "anybody"),
  "/admin/register": form("admin/register/index.tsx", "anybody"),
  "/admin/invitation": form("admin/register/invitation.tsx", "anybody"),
  "/admin/sign-out": form("admin/sign-in/sign-out.ts", "anybody"),
  "/club/choose": form("account/sign-in/choose-club.tsx", "account"),
  "/club/suspended": form("account/billing/suspended.tsx", "account"),
  "/account/forgot-password": form("account/passwords/forgot-password.tsx", "anybody"),
  "/account/reset-password": form("account/passwords/reset-password.tsx", "anybody"),
  "/account/set-up-password": form("account/passwords/set-up-password.tsx", "anybody"),
  "/account/invitation": form("account/staff/invitation.tsx", "anybody"),
  "/account/email/confirm": form("account/email-change/confirm.tsx", "anybody"),
  "/account/email/take-back": form("account/email-change/take-back.tsx", "anybody"),
  "/account/confirm-email": form("account/club-email/confirm-email.tsx", "anybody"),
  "/account/administrator": form("account/staff/administrator.tsx", "anybody"),
  "/account/welcome": paused(page("account/staff/welcome.tsx", "club.see")),
  "/account/terms": form("account/terms/index.tsx", "account"),
  "/account/copy": page("account/own-data/copy.tsx", "account"),
  "/account/delete": form("account/own-data/delete.tsx", "account"),
  "/account/copy/download": button("account/own-data/download.ts", "account"),
  "/mail/stop/:token": form("account/mail-stop/index.tsx", "anybody"),
  "/sign-out": form("account/sign-in/sign-out.ts", "anybody"),
} satisfies Pages;

export const admin = {
  // admin: for the platform's own staff
  "/admin": page("admin/dashboard.tsx", "staff view_dashboard"),
  "/admin/account": form("admin/account/index.tsx", "staff"),
  "/admin/account/password": form("admin/account/password.tsx", "staff"),
  "/admin/account/authenticator": form("admin/account/authenticator.tsx", "staff"),
  "/admin/account/authenticator/off": form("admin/account/authenticator-off.tsx", "staff"),
  "/admin/account/recovery-codes": form("admin/account/recovery-codes.tsx", "staff"),
  "/admin/clubs": page("admin/clubs/index.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode": form("admin/clubs/club.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/people/:accountId": form("admin/clubs/member.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/acting": form("admin/clubs/acting.tsx", "staff manage_clubs"),
  "/admin/acting/end": button("admin/clubs/end-acting.ts", "staff"),
  "/admin/messages": page("admin/contact/index.tsx", "staff manage_clubs"),
  "/admin/messages/:messageId": form("admin/contact/message.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/money": page("admin/clubs/money.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/scores": form("admin/support/scores.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/teams": page("admin/support/deleted-teams.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/teams/:teamId": form("admin/support/bring-team-back.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/copies": page("admin/support/copies.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/copies/:copyId": form("admin/support/copy.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/guarantee": form("admin/clubs/guarantee.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/refund": form("admin/clubs/refund-part.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/year": form("admin/clubs/end-year.tsx", "staff manage_clubs"),
  "/admin/clubs/:clubCode/erasure": form("admin/erasures/order.tsx", "staff manage_users"),
  "/admin/erasures": page("admin/erasures/index.tsx", "staff manage_users"),
  "/admin/erasures/:clubCode": form("admin/erasures/certificate.tsx", "staff manage_users"),
  "/admin/verification": page("admin/verification/index.tsx", "staff manage_verifications"),
  "/admin/verification/:clubCode": form("admin/verification/review.tsx", "staff manage_verifications"),
  "/admin/verification/:clubCode/deadline": form(
    "admin/verification/deadline.tsx",
    "staff manage_verifications",
  ),
  "/admin/verification/:clubCode/documents/:documentId": page(
    "admin/verification/document.ts",
    "staff manage_verifications",
  ),
  "/admin/verification/:clubCode/documents/:documentId/page": page(
    "admin/verification/document-in-page.ts",
    "staff manage_verifications",
  ),
  "/admin/billing": page("admin/billing/index.tsx", "staff manage_clubs"),
  "/admin/billing/held/:sessionId": form("admin/billing/held.tsx", "staff manage_clubs"),
  "/admin/billing/refunds/:orderId": form("admin/billing/refund.tsx", "staff manage_clubs"),
  "/admin/billing/invoices/:invoiceId": form("admin/billing/invoice.tsx", "staff manage_clubs"),
  "/admin/email-templates": page("admin/email-words/index.tsx", "staff manage_emails"),
  "/admin/email-templates/:template": form("admin/email-words/template.tsx", "staff manage_emails"),
  "/admin/email-templates/:template/edit": form("admin/email-words/edit.tsx", "staff manage_emails"),
  "/admin/email-templates/:template/history": form("admin/email-words/history.tsx", "staff manage_emails"),
  "/admin/email-templates/:template/preview": page("admin/email-words/preview.ts", "staff manage_emails"),
  "/admin/mails": form("admin/mails.tsx", "staff manage_emails"),
  "/admin/mails/resend": form("admin/support/resend.tsx", "staff manage_emails"),
  "/admin/jobs": form("admin/jobs.tsx", "staff manage_notifications"),
  "/admin/monitoring": page("admin/operations/monitoring.tsx", "staff manage_notifications"),
  "/admin/console": page("admin/operations/console.tsx", "staff manage_notifications"),
  "/admin/console/commands/:command": form("admin/operations/command.tsx", "staff manage_notifications"),
  "/admin/sessions": page("admin/operations/sessions.tsx", "staff manage_users"),
  "/admin/sessions/:signInId": page("admin/operations/session.tsx", "staff manage_users"),
  "/admin/sessions/:signInId/end": form("admin/operations/end-session.tsx", "staff manage_users"),
  "/admin/notifications": form("admin/staff-notifications/index.tsx", "staff manage_notifications"),
  "/admin/notifications/preferences": form(
    "admin/staff-notifications/preferences.tsx",
    "staff manage_notifications",
  ),
  "/admin/notifications/:notificationId": form(
    "admin/staff-notifications/notification.tsx",
    "staff manage_notifications",
  ),
  "/admin/maintenance": form("admin/maintenance/index.tsx", "staff manage_notifications"),
  "/admin/maintenance/:maintenanceId": form("admin/maintenance/notice.tsx", "staff manage_notifications"),
  "/admin/maintenance/:maintenanceId/edit": form("admin/maintenance/edit.tsx", "staff manage_notifications"),
  "/admin/audit": page("admin/audit/index.tsx", "staff manage_users"),
  "/admin/merges": page("admin/account-merge/index.tsx", "staff manage_clubs"),
  "/admin/merges/new": form("admin/account-merge/new.tsx", "staff manage_clubs"),
  "/admin/merges/:mergeId": form("admin/account-merge/merge.tsx", "staff manage_clubs"),
  "/admin/search": page("admin/search/index.tsx", "staff manage_clubs"),
  "/admin/staff": form("admin/staff/index.tsx", "staff manage_users"),
  "/admin/staff/:adminId": form("admin/staff/person.tsx", "staff manage_users"),
  "/admin/staff/:adminId/lost-phone": form("admin/staff/lost-phone.tsx", "staff manage_users"),
  "/admin/staff/:adminId/remove": form("admin/staff/remove.tsx", "staff manage_users"),
  "/admin/staff/invitations/:invitationId": button("admin/staff/invitation-change.ts", "staff manage_users"),
} satisfies Pages;

export const club = {
  // club: for signed-in members
  "/dashboard": seen(page("club/dashboard/index.tsx", "club.see")),
  "/search": form("club/search/index.tsx", "club.see"),
  "/search/results": page("club/search/results.ts", "club.see"),
  "/teams": seen(page("club/teams/index.tsx", "teams.see")),
  "/teams/new": changed("a new team", form("club/teams/new.tsx", "teams.manage")),
  "/teams/archived": seen(page("club/teams/archived.tsx", "teams.manage")),
  "/teams/email-settings": form("club/teams/email-settings.tsx", "teams.manage"),
  "/teams/weekly-reports": form("club/weekly-reports/index.tsx", "teams.manage"),
  "/teams/invite": form("club/staff/invite-several.tsx", "staff.invite"),
  "/teams/:teamId": seen(page("club/teams/team-page/index.tsx", "teams.see")),
  "/teams/:teamId/edit": changed("a team's settings", form("club/teams/edit.tsx", "teams.edit")),
  "/teams/:teamId/archive": changed("a team was archived", form("club/teams/archive.tsx", "teams.manage")),
  "/teams/:teamId/delete": form("club/teams/delete.tsx", "teams.manage"),
  "/teams/:teamId/restore": changed(
    "a team was brought back",
    button("club/teams/restore.tsx", "teams.manage"),
  ),
  "/teams/:teamId/invite": form("club/staff/invite.tsx", "staff.invite"),
  "/teams/:teamId/staff/:staffId/invitations": button("club/staff/resend.ts", "staff.invite"),
  "/teams/:teamId/staff/:staffId/email": form("club/staff/correct-address.tsx", "staff.invite"),
  "/teams/:teamId/staff/:staffId/role": form("club/staff/coach-role.tsx", "staff.invite"),
  "/teams/:teamId/staff/:staffId/remove": form("club/staff/remove.tsx", "staff.invite"),
  "/teams/:teamId/manager": form("club/staff/replace-manager.tsx", "teams.manage"),
  "/schedule": seen(page("club/games/index.tsx", "games.see")),
  "/schedule/new": form("club/games/new.tsx", "games.manage"),
  "/schedule/rained-out": form("club/games/rained-out/index.tsx", "games.manage"),
  "/schedule/rained-out/:changeId": form("club/games/rained-out/change.tsx", "games.manage"),
  "/advanced-import": form("club/contacts-import/index.tsx", "contacts.import"),
  "/advanced-import/template.csv": page("club/contacts-import/template.ts", "contacts.import"),
  "/advanced-import/:importId": page("club/imports/show.tsx", "contacts.import"),
  "/advanced-import/:importId/teams": form("club/imports/teams.tsx", "contacts.import"),
  "/advanced-import/:importId/columns": form("club/imports/columns.tsx", "contacts.import"),
  "/advanced-import/:importId/names": button("club/contacts-import/names.tsx", "contacts.import"),
  "/advanced-import/:importId/contacts": button("club/imports/finish.tsx", "contacts.import"),
  "/advanced-import/:importId/problems.csv": page("club/imports/problems.ts", "contacts.import"),
  "/advanced-import/:importId/undo": form("club/imports/undo.tsx", "contacts.import"),
  "/schedule/import": form("club/schedule-import/new.tsx", "games.import"),
  "/schedule/import/template.csv": page("club/schedule-import/template.ts", "games.import"),
  "/schedule/imports": form("club/schedule-import/list.tsx", "games.import"),
  "/schedule/imports/:importId": page("club/imports/show.tsx", "games.import"),
  "/schedule/imports/:importId/teams": form("club/imports/teams.tsx", "games.import"),
  "/schedule/imports/:importId/club": form("club/schedule-import/club.tsx", "games.import"),
  "/schedule/imports/:importId/columns": form("club/imports/columns.tsx", "games.import"),
  "/schedule/imports/:importId/dates": button("club/schedule-import/dates.tsx", "games.import"),
  "/schedule/imports/:importId/games": button("club/imports/finish.tsx", "games.import"),
  "/schedule/imports/:importId/problems.csv": page("club/imports/problems.ts", "games.import"),
  "/schedule/imports/:importId/undo": form("club/imports/undo.tsx", "games.import"),
  "/schedule/calendars": page("club/calendars/index.tsx", "games.see"),
  "/schedule/calendars/:teamId": form("club/calendars/calendar.tsx", "games.see"),
  "/schedule/:gameId/edit": form("club/games/edit.tsx", "games.manage"),
  "/schedule/:gameId/cancel": form("club/games/cancel.tsx", "games.manage"),
  "/schedule/:gameId/delete": form("club/games/delete.tsx", "games.manage"),
  "/schedule/:gameId/out": form("club/games/take-out.tsx", "ratings.correct"),
  "/rating": seen(page("club/ratings/index.tsx", "ratings.see")),
  "/rating/how": seen(page("club/ratings/how.tsx", "ratings.see")),
  "/rating/waiting": form("club/reminders/waiting.tsx", "ratings.remind"),
  "/rating/:gameId": seen(form("club/ratings/game.tsx", "ratings.see", "ratings.give")),
  "/rating/:gameId/correction/:side": form("club/ratings/correction.tsx", "ratings.correct"),
  "/rating/:gameId/incident": { ...page("club/incidents/of-game.ts", "incidents.see"), leadsBack: true },
  "/reports": seen(page("club/reports/index.tsx", "reports.see")),
  "/reports/season": seen({ ...page("club/reports/season.ts", "reports.see"), leadsBack: true }),
  "/reports/games": seen(page("club/reports/games.tsx", "reports.see")),
  "/reports/export.csv": page("club/reports/export.ts", "reports.see"),
  "/reports/pulse": page("club/pulse/index.tsx", "pulse.see"),
  "/reports/pulse/new": form("club/pulse/new.tsx", "club.manage"),
  "/reports/pulse/send": form("club/pulse/send.tsx", "club.manage"),
  "/reports/pulse/export.csv": page("club/pulse/export.ts", "pulse.see"),
  "/reports/pulse/:pulseId": page("club/pulse/pulse.tsx", "pulse.see"),
  "/reports/pulse/:pulseId/close": form("club/pulse/close.tsx", "club.manage"),
  "/reports/referees": form("club/referees/index.tsx", "club.manage"),
  "/reports/referees/:refereesId": form("club/referees/season.tsx", "club.manage"),
  // Days, teams and games; stats include sealed games, and are for administrators.
  "/seasons": seen(page("club/seasons/index.tsx", "seasons.see")),
  "/seasons/new": form("club/seasons/new.tsx", "seasons.manage"),
  "/seasons/templates/:templateId": form("club/seasons/edit-template.tsx", "seasons.manage"),
  "/seasons/templates/:templateId/delete": form("club/seasons/delete-template.tsx", "seasons.manage"),
  "/seasons/roll-overs/:rollOverId": form("club/seasons/roll-over-change.tsx", "seasons.manage"),
  "/seasons/:seasonId": seen(page("club/seasons/show.tsx", "seasons.see")),
  "/seasons/:seasonId/season.pdf": page("club/seasons/pdf.ts", "seasons.manage"),
  "/seasons/:seasonId/board": form("club/seasons/board.tsx", "seasons.manage"),
  "/seasons/:seasonId/board/:seasonMailId": form("club/seasons/board-preview.tsx", "seasons.manage"),
  "/seasons/:seasonId/edit": changed(
    "a season’s days and teams",
    form("club/seasons/edit.tsx", "seasons.manage"),
  ),
  "/seasons/:seasonId/copy": form("club/seasons/copy.tsx", "seasons.manage"),
  "/seasons/:seasonId/template": form("club/seasons/save-template.tsx", "seasons.manage"),
  "/seasons/:seasonId/roll-over": form("club/seasons/roll-over.tsx", "seasons.manage"),
  "/seasons/:seasonId/archive": changed(
    "a season was archived",
    form("club/seasons/archive.tsx", "seasons.manage"),
  ),
  "/seasons/:seasonId/restore": changed(
    "a season was brought back",
    button("club/seasons/restore.ts", "seasons.manage"),
  ),
  "/seasons/:seasonId/delete": form("club/seasons/delete.tsx", "seasons.manage"),
  "/rewards": seen(page("club/rewards/index.tsx", "rewards.see")),
  "/rewards/check": button("club/rewards/check.ts", "rewards.manage"),
  "/rewards/new": form("club/rewards/new.tsx", "rewards.manage"),
  "/rewards/programs/new": form("club/rewards/new-program.tsx", "rewards.manage"),
  "/rewards/programs/:programId/edit": form("club/rewards/edit-program.tsx", "rewards.manage"),
  "/rewards/programs/:programId/active": button("club/rewards/active.ts", "rewards.manage"),
  "/rewards/programs/:programId/delete": form("club/rewards/delete-program.tsx", "rewards.manage"),
  "/rewards/programs/:programId/restore": button("club/rewards/restore-program.ts", "rewards.manage"),
  "/rewards/earned.csv": page("club/rewards/earned-csv.ts", "rewards.manage"),
  "/rewards/earned/:earnedId": page("club/rewards/earned.tsx", "rewards.manage"),
  "/rewards/earned/:earnedId/certificate.pdf": page("club/rewards/certificate.ts", "printables.see"),
  "/rewards/earned/:earnedId/email": button("club/rewards/mail-certificate.ts", "rewards.manage"),
  "/rewards/earned/:earnedId/award": button("club/rewards/award.ts", "rewards.manage"),
  "/rewards/earned/:earnedId/undo": button("club/rewards/undo.ts", "rewards.manage"),
  "/rewards/:rewardId/start": form("club/rewards/start.tsx", "rewards.manage"),
  "/rewards/programs/:programId/start": form("club/rewards/start-program.tsx", "rewards.manage"),
  "/rewards/:rewardId/edit": form("club/rewards/edit.tsx", "rewards.manage"),
  "/rewards/:rewardId/delete": form("club/rewards/delete.tsx", "rewards.manage"),
  "/rewards/:rewardId/give": form("club/rewards/give.tsx", "rewards.manage"),
  "/reports/pdf": button("club/reports/make-pdf.ts", "reports.see"),
  "/reports/pdf/:printId": page("club/reports/pdf.tsx", "reports.see"),
  "/reports/pdf/:printId/report.pdf": page("club/reports/download-pdf.ts", "reports.see"),
  "/incidents": page("club/incidents/index.tsx", "incidents.see"),
  "/incidents/export": button("club/incidents/export-all.ts", "incidents.see"),
  "/incidents/:incidentId": form("club/incidents/show.tsx", "incidents.see"),
  "/incidents/:incidentId/facts": form("club/incidents/facts.tsx", "incidents.see"),
  "/incidents/:incidentId/talks/new": form("club/incidents/plan-talk.tsx", "incidents.see"),
  "/incidents/:incidentId/talks/:talkId": form("club/incidents/talk.tsx", "incidents.see"),
  "/incidents/:incidentId/close": form("club/incidents/close.tsx", "incidents.see"),
  "/incidents/:incidentId/reopen": form("club/incidents/reopen.tsx", "incidents.see"),
  "/incidents/:incidentId/export": button("club/incidents/export.ts", "incidents.see"),
  "/incidents/:incidentId/print": page("club/incidents/print.tsx", "incidents.see"),
  // Counts of signatures; the names are for the club.
  "/agreements": seen(page("club/agreements/index.tsx", "agreements.count")),
  "/agreements/report.csv": page("club/agreements/report.ts", "agreements.see"),
  "/agreements/export.json": page("club/evidence/export.ts", "club.manage"),
  "/agreements/send": form("club/agreements/send.tsx", "agreements.send"),
  "/agreements/remind": form("club/agreements/remind.tsx", "agreements.send"),
  "/agreements/text": page("club/agreements/text.tsx", "agreements.see"),
  "/agreements/new": form("club/agreements/new.tsx", "agreements.send"),
  "/agreements/:agreementId": page("club/agreements/show.tsx", "agreements.send"),
  "/agreements/:agreementId/request": button("club/agreements/request.ts", "agreements.send"),
  "/agreements/:agreementId/confirm": button("club/agreements/confirm.ts", "agreements.send"),
  "/agreements/:agreementId/reminder": form("club/agreements/reminder.tsx", "agreements.send"),
  "/agreements/:agreementId/edit": form("club/agreements/edit.tsx", "agreements.send"),
  "/agreements/:agreementId/children": form("club/agreements/children.tsx", "agreements.send"),
  "/agreements/:agreementId/children/:childId/remove": form(
    "club/agreements/remove-child.tsx",
    "agreements.send",
  ),
  "/agreements/:agreementId/export.json": page("club/evidence/export-one.ts", "club.manage"),
  "/agreements/:agreementId/copy.pdf": page("club/evidence/copy.ts", "club.manage"),
  "/email-collection": form("club/registrations/index.tsx", "contacts.import"),
  "/email-collection/bulk": form("club/registrations/bulk.tsx", "contacts.import"),
  "/email-collection/registrations": form("club/registrations/registrations.tsx", "contacts.import"),
  "/email-collection/registrations/refuse": form("club/registrations/refuse-all.tsx", "contacts.import"),
  "/email-collection/qr": page("club/registrations/qr.tsx", "contacts.import"),
  "/email-collection/qr.svg": page("club/registrations/qr-svg.ts", "contacts.import"),
  "/email-collection/qr.png": page("club/registrations/qr-png.ts", "contacts.import"),
  "/agreements/:agreementId/paper": form("club/agreements/paper.tsx", "agreements.send"),
  "/agreements/:agreementId/match": button("club/agreements/match.tsx", "agreements.send"),
  "/agreements/:agreementId/erase": form("club/agreements/erase.tsx", "club.manage"),
  "/leaderboard": seen(page("club/leaderboard/index.tsx", "leaderboard.see")),
  "/printables": page("club/printables/index.tsx", "printables.see"),
  "/printables/sheet.pdf": page("club/printables/sheet.ts", "printables.see"),
  "/printables/sheet.svg": page("club/printables/picture.ts", "printables.see"),
  "/printables/all.zip": page("club/printables/all.ts", "printables.see"),
  "/printables/certificates": page("club/printables/certificates.tsx", "printables.see"),
  // Redirects if there is no certificate.
  "/printables/certificates.pdf": {
    ...page("club/printables/certificates-file.ts", "printables.see"),
    leadsBack: true,
  },
  "/printables/customize": form("club/printables/customize.tsx", "printables.customize"),
  "/account": paused(form("club/account/index.tsx", "club.see")),
  "/account/passkeys": paused(form("club/account/passkeys.tsx", "club.see")),
  "/account/passkeys/new": paused(button("club/account/new-passkey.tsx", "club.see")),
  "/account/email": paused(form("club/account/email.tsx", "club.see")),
  "/account/password": paused(form("club/account/password.tsx", "club.see")),
  "/notifications": form("club/notifications/index.tsx", "club.see"),
  "/club/settings": form("club/settings/index.tsx", "club.manage"),
  "/club/settings/activity/export": button("club/settings/activity-export.ts", "club.manage"),
  "/club/settings/logo": form("club/settings/logo/index.tsx", "club.manage"),
  "/club/logo": seen(page("club/settings/logo/picture.ts", "club.see")),
  "/club/settings/rating-policy": page("club/settings/rating-policy/index.tsx", "club.manage"),
  "/club/settings/rating-policy/preview": form("club/settings/rating-policy/preview.tsx", "club.manage"),
  "/verification": paused(form("club/verification/index.tsx", "club.manage")),
  "/verification/submission": paused(button("club/verification/submission.ts", "club.manage")),
  "/verification/documents/:documentId": paused(page("club/verification/document.ts", "club.manage")),
  "/verification/documents/:documentId/removal": paused(
    button("club/verification/removal.ts", "club.manage"),
  ),
  "/club/public-page": form("club/public-page/index.tsx", "club.manage"),
  "/club/billing": paused(form("club/billing/index.tsx", "club.manage")),
  "/club/leave": paused(form("club/leaving/index.tsx", "club.manage")),
  "/club/leave/cancel": paused(form("club/leaving/cancel.tsx", "club.manage")),
  "/club/leave/download": paused(button("club/leaving/download.ts", "club.manage")),
  "/club/billing/renew": paused(form("club/billing/renew.tsx", "club.manage")),
  "/club/billing/renewed": page("club/billing/renewed.ts", "account"),
  "/club/billing/receipts/:entryId": paused(page("club/billing/receipt.ts", "club.manage")),
  "/email-templates": page("club/email-words/index.tsx", "club.manage"),
  "/email-templates/:template": page("club/email-words/show.tsx", "club.manage"),
  "/club/announcements": form("club/announcements/index.tsx", "club.manage"),
  "/club/announcements/:announcementId": form("club/announcements/announcement.tsx", "club.manage"),
  "/club/people/:personId": form("club/people/person.tsx", "club.manage"),
  "/club/people/:personId/sign-in": form("club/people/sign-in.tsx", "club.manage"),
  "/club/people/:personId/remove": form("club/people/remove.tsx", "club.manage"),
} satisfies Pages;

export const bare = {
  // without the shell: a page for the phone at the field
  "/mobile-rating": form("club/ratings/mobile/index.tsx", "ratings.give"),

  // parent: behind the link of an email, without an account and without the shell
  "/parent/agreement/:token": form("parent/agreement/index.tsx", "anybody"),
  "/parent/agreement/:token/decline": form("parent/agreement/decline.tsx", "anybody"),
  "/parent/agreement/:token/withdraw": form("parent/agreement/withdraw.tsx", "anybody"),
  "/parent/agreement/:token/copy.pdf": page("parent/agreement/copy.ts", "anybody"),
  "/parent/agreement/:token/data": form("parent/agreement/data/index.tsx", "anybody"),
  "/parent/agreement/:token/stop": form("parent/agreement/stop.tsx", "anybody"),
  "/parent/pulse/:token": form("parent/pulse/index.tsx", "anybody"),
  "/parent/pulse/:token/stop": form("parent/pulse/stop.tsx", "anybody"),
  "/parent/address/:token": form("parent/address/take-back.tsx", "anybody"),
  "/agreement/:token": page("parent/agreement/short.ts", "anybody"),
  "/register/:slug": form("parent/register/index.tsx", "anybody"),
  "/register/confirm/:token": form("parent/register/confirm.tsx", "anybody"),

  // api: read by programs
  "/calendar/:file": page("api/calendar.ts", "anybody"),
  "/api/club/login": form("api/club-login.ts", "anybody"),
  "/api/admin/login": form("api/admin-login.ts", "anybody"),
  "/api/admin/register": form("api/admin-register.ts", "anybody"),
  "/api/create-subscription": form("api/create-subscription.ts", "anybody"),
  "/api/send-team-email": form("api/send-team-email.ts", "anybody"),
  "/api/sign-out": form("api/sign-out.ts", "anybody"),
  "/api/openapi.json": page("api/openapi.ts", "anybody"),
  "/api/*": form("api/unknown.ts", "anybody"),

  // webhooks: called by other services
  "/webhooks/stripe": form("webhooks/stripe.ts", "anybody"),
  "/webhooks/postmark": form("webhooks/postmark.ts", "anybody"),

  // in place of every page, while the platform is a private beta
  "/beta": form("site/beta/index.tsx", "anybody"),

  // everything else
  "/*": page("site/not-found.tsx", "anybody"),
} satisfies Pages;

/** Every address. href() links to these; the tests and `npm run access` read them. */
export const addresses = { ...site, ...admin, ...club, ...bare };
