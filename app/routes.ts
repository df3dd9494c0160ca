import { index, layout, type RouteConfig, route } from "@remix-run/route-config";

/** Every address, by area and in reading order. A layout draws the frame of its area; it guards nothing but itself. */
export default [
  layout("routes/site/layout.tsx", [
    // site: public
    index("routes/site/home.tsx"),
    route("terms", "routes/site/terms.tsx"),
    route("privacy", "routes/site/privacy.tsx"),
    route("cookies", "routes/site/cookies.tsx"),
    route("contact", "routes/site/contact/index.tsx"),
    route("terms-of-service", "routes/site/alias.ts", { id: "alias/terms-of-service" }),
    route("privacy-policy", "routes/site/alias.ts", { id: "alias/privacy-policy" }),
    route("cookie-policy", "routes/site/alias.ts", { id: "alias/cookie-policy" }),

    // account: signing up, signing in, and the links in emails
    route("signup", "routes/account/signup/package.tsx"),
    route("signup/details", "routes/account/signup/details.tsx"),
    route("signup/same-club", "routes/account/signup/same-club.tsx"),
    route("signup/payment", "routes/account/signup/payment.tsx"),
    route("success", "routes/account/signup/success.tsx"),
    route("pay", "routes/account/billing/pay.tsx"),
    route("club/login", "routes/account/sign-in/index.tsx"),
    route("coach/login", "routes/site/alias.ts", { id: "alias/coach-login" }),
    route("manager/login", "routes/site/alias.ts", { id: "alias/manager-login" }),
    route("club/choose", "routes/account/sign-in/choose-club.tsx"),
    route("club/suspended", "routes/account/billing/suspended.tsx"),
    route("account/forgot-password", "routes/account/passwords/forgot-password.tsx"),
    route("account/reset-password", "routes/account/passwords/reset-password.tsx"),
    route("account/set-up-password", "routes/account/passwords/set-up-password.tsx"),
    route("account/invitation", "routes/account/staff/invitation.tsx"),
    route("account/confirm-email", "routes/account/club-email/confirm-email.tsx"),
    route("account/welcome", "routes/account/staff/welcome.tsx"),
    route("mail/stop/:token", "routes/account/mail-stop/index.tsx"),
    route("sign-out", "routes/account/sign-in/sign-out.ts"),
  ]),

  layout("routes/club/layout.tsx", [
    // club: for signed-in members
    route("dashboard", "routes/club/dashboard/index.tsx"),
    route("teams", "routes/club/teams/index.tsx"),
    route("teams/new", "routes/club/teams/new.tsx"),
    route("teams/archived", "routes/club/teams/archived.tsx"),
    route("teams/:teamId", "routes/club/teams/team-page/index.tsx"),
    route("teams/:teamId/edit", "routes/club/teams/edit.tsx"),
    route("teams/:teamId/archive", "routes/club/teams/archive.tsx"),
    route("teams/:teamId/delete", "routes/club/teams/delete.tsx"),
    route("teams/:teamId/restore", "routes/club/teams/restore.tsx"),
    route("teams/:teamId/invite", "routes/club/staff/invite.tsx"),
    route("teams/:teamId/staff/:staffId/invitations", "routes/club/staff/resend.ts"),
    route("teams/:teamId/staff/:staffId/email", "routes/club/staff/correct-address.tsx"),
    route("teams/:teamId/staff/:staffId/role", "routes/club/staff/coach-role.tsx"),
    route("teams/:teamId/staff/:staffId/remove", "routes/club/staff/remove.tsx"),
    route("teams/:teamId/manager", "routes/club/staff/replace-manager.tsx"),
    route("schedule", "routes/club/games/index.tsx"),
    route("schedule/new", "routes/club/games/new.tsx"),
    route("schedule/rained-out", "routes/club/games/rained-out/index.tsx"),
    route("schedule/rained-out/:changeId", "routes/club/games/rained-out/change.tsx"),
    route("schedule/import", "routes/club/schedule-import/new.tsx"),
    route("schedule/import/template.csv", "routes/club/schedule-import/template.ts"),
    route("schedule/imports", "routes/club/schedule-import/list.tsx"),
    route("schedule/imports/:importId", "routes/club/schedule-import/show.tsx"),
    route("schedule/imports/:importId/teams", "routes/club/schedule-import/teams.tsx"),
    route("schedule/imports/:importId/club", "routes/club/schedule-import/club.tsx"),
    route("schedule/imports/:importId/columns", "routes/club/schedule-import/columns.tsx"),
    route("schedule/imports/:importId/dates", "routes/club/schedule-import/dates.tsx"),
    route("schedule/imports/:importId/games", "routes/club/schedule-import/games.tsx"),
    route("schedule/imports/:importId/problems.csv", "routes/club/schedule-import/problems.ts"),
    route("schedule/imports/:importId/undo", "routes/club/schedule-import/undo.tsx"),
    route("schedule/calendars", "routes/club/calendars/index.tsx"),
    route("schedule/calendars/:teamId", "routes/club/calendars/calendar.tsx"),
    route("schedule/:gameId/edit", "routes/club/games/edit.tsx"),
    route("schedule/:gameId/cancel", "routes/club/games/cancel.tsx"),
    route("schedule/:gameId/delete", "routes/club/games/delete.tsx"),
    route("rating", "routes/club/ratings/index.tsx"),
    route("rating/how", "routes/club/ratings/how.tsx"),
    route("rating/:gameId", "routes/club/ratings/game.tsx"),
    route("rating/:gameId/correction/:side", "routes/club/ratings/correction.tsx"),
    route("rating/:gameId/incident", "routes/club/incidents/incident.tsx"),
    route("leaderboard", "routes/club/leaderboard/index.tsx"),
    route("notifications", "routes/club/notifications/index.tsx"),
    route("club/settings", "routes/club/settings/index.tsx"),
    route("club/settings/logo", "routes/club/settings/logo/index.tsx"),
    route("club/logo", "routes/club/settings/logo/picture.ts"),
  ]),
  // without the shell: a page for the phone at the field
  route("mobile-rating", "routes/club/ratings/mobile/index.tsx"),

  // api: read by programs
  route("calendar/:file", "routes/api/calendar.ts"),

  // webhooks: called by other services
  route("webhooks/stripe", "routes/webhooks/stripe.ts"),
  route("webhooks/postmark", "routes/webhooks/postmark.ts"),

  // everything else
  route("*", "routes/site/not-found.tsx"),
] satisfies RouteConfig;
