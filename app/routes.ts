import { index, type RouteConfig, route } from "@remix-run/route-config";

/** Every address, by the shell it is drawn in, in reading order. An address that is not here is a 404. */
export default [
  // site: for anybody
  index("routes/site/home.tsx"),
  route("terms", "routes/site/terms.tsx"),
  route("privacy", "routes/site/privacy.tsx"),
  route("cookies", "routes/site/cookies.tsx"),
  route("terms-of-service", "routes/site/alias.ts", { id: "alias/terms-of-service" }),
  route("privacy-policy", "routes/site/alias.ts", { id: "alias/privacy-policy" }),
  route("cookie-policy", "routes/site/alias.ts", { id: "alias/cookie-policy" }),

  // account: signing up, signing in, and the links that mails carry
  route("signup", "routes/account/signup/package.tsx"),
  route("signup/details", "routes/account/signup/details.tsx"),
  route("signup/payment", "routes/account/signup/payment.tsx"),
  route("success", "routes/account/success.tsx"),
  route("pay", "routes/account/pay.tsx"),
  route("club/login", "routes/account/login.tsx"),
  route("club/choose", "routes/account/choose.tsx"),
  route("club/suspended", "routes/account/suspended.tsx"),
  route("sign-out", "routes/account/sign-out.ts"),
  route("contact", "routes/account/contact.tsx"),

  // club: for who is signed in
  route("dashboard", "routes/club/dashboard.tsx"),
  route("teams", "routes/club/teams/index.tsx"),
  route("teams/new", "routes/club/teams/new.tsx"),
  route("teams/:teamId/edit", "routes/club/teams/edit.tsx"),
  route("teams/:teamId/delete", "routes/club/teams/delete.tsx"),
  route("teams/:teamId/invite", "routes/club/teams/invite.tsx"),
  route("teams/:teamId/staff/:staffId/invitations", "routes/club/teams/resend.ts"),
  route("teams/:teamId/staff/:staffId/remove", "routes/club/teams/remove.tsx"),
  route("schedule", "routes/club/schedule/index.tsx"),
  route("schedule/new", "routes/club/schedule/new.tsx"),
  route("schedule/import", "routes/club/schedule/import.tsx"),
  route("schedule/import/template.csv", "routes/club/schedule/template.ts"),
  route("schedule/imports/:importId", "routes/club/schedule/imports/show.tsx"),
  route("schedule/imports/:importId/teams", "routes/club/schedule/imports/teams.ts"),
  route("schedule/imports/:importId/games", "routes/club/schedule/imports/games.ts"),
  route("schedule/imports/:importId/problems.csv", "routes/club/schedule/imports/problems.ts"),
  route("schedule/imports/:importId/undo", "routes/club/schedule/imports/undo.tsx"),
  route("schedule/:gameId/edit", "routes/club/schedule/edit.tsx"),
  route("schedule/:gameId/cancel", "routes/club/schedule/cancel.tsx"),
  route("schedule/:gameId/delete", "routes/club/schedule/delete.tsx"),
  route("rating", "routes/club/rating/list.tsx"),
  route("rating/:gameId", "routes/club/rating/game.tsx"),
  route("rating/:gameId/correction/:side", "routes/club/rating/correction.tsx"),
  route("rating/:gameId/incident", "routes/club/rating/incident.tsx"),
  route("mobile-rating", "routes/club/mobile-rating.tsx"),
  route("leaderboard", "routes/club/leaderboard.tsx"),

  // webhooks: what other services tell us
  route("webhooks/stripe", "routes/webhooks/stripe.ts"),

  // everything else
  route("*", "routes/site/not-found.tsx"),
] satisfies RouteConfig;
