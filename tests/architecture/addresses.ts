import type { Capability } from "#app/auth/permissions.ts";

/** Who may open a URL: anybody, anybody signed in, or users with a capability in their own club. */
export type Who = "anybody" | "account" | Capability;

export interface Address {
  path: string;
  /** Whose shell it is drawn in. */
  area: "site" | "account" | "club" | "webhooks" | "api";
  GET?: Who;
  POST?: Who;
  /** Reading it only leads back to the page whose button posts here. */
  leadsBack?: boolean;
  /** Another name of thingsOf() for a parameter, where this address is about another kind of thing. */
  standsFor?: Record<string, string>;
  /** What an address needs after its '?' to be about something: with parameters like its path. */
  query?: string;
}

/** Every URL of the app and who may open it; a test compares it with the built routes. */
export const addresses: Address[] = [
  { path: "/", area: "site", GET: "anybody" },
  { path: "/terms", area: "site", GET: "anybody" },
  { path: "/privacy", area: "site", GET: "anybody" },
  { path: "/cookies", area: "site", GET: "anybody" },
  { path: "/contact", area: "site", GET: "anybody", POST: "anybody" },
  { path: "/terms-of-service", area: "site", GET: "anybody" },
  { path: "/privacy-policy", area: "site", GET: "anybody" },
  { path: "/cookie-policy", area: "site", GET: "anybody" },

  { path: "/signup", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/signup/details", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/signup/same-club", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/signup/payment", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/success", area: "account", GET: "anybody" },
  { path: "/pay", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/club/login", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/coach/login", area: "account", GET: "anybody" },
  { path: "/manager/login", area: "account", GET: "anybody" },
  { path: "/club/choose", area: "account", GET: "account", POST: "account" },
  { path: "/club/suspended", area: "account", GET: "account", POST: "account" },
  {
    path: "/account/forgot-password",
    area: "account",
    GET: "anybody",
    POST: "anybody",
    query: "for=coach",
  },
  { path: "/account/reset-password", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/account/set-up-password", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/account/invitation", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/account/confirm-email", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/account/administrator", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/account/welcome", area: "account", GET: "club.see" },
  { path: "/mail/stop/:token", area: "account", GET: "anybody", POST: "anybody" },
  { path: "/sign-out", area: "account", GET: "anybody", POST: "anybody" },

  { path: "/dashboard", area: "club", GET: "club.see" },
  { path: "/teams", area: "club", GET: "teams.see" },
  { path: "/teams/new", area: "club", GET: "teams.manage", POST: "teams.manage" },
  { path: "/teams/archived", area: "club", GET: "teams.manage" },
  { path: "/teams/email-settings", area: "club", GET: "teams.manage", POST: "teams.manage" },
  { path: "/teams/weekly-reports", area: "club", GET: "teams.manage", POST: "teams.manage" },
  { path: "/teams/:teamId", area: "club", GET: "teams.see" },
  { path: "/teams/:teamId/edit", area: "club", GET: "teams.edit", POST: "teams.edit" },
  { path: "/teams/:teamId/archive", area: "club", GET: "teams.manage", POST: "teams.manage" },
  { path: "/teams/:teamId/delete", area: "club", GET: "teams.manage", POST: "teams.manage" },
  {
    path: "/teams/:teamId/restore",
    area: "club",
    GET: "teams.manage",
    POST: "teams.manage",
    leadsBack: true,
  },
  { path: "/teams/:teamId/invite", area: "club", GET: "staff.invite", POST: "staff.invite" },
  {
    path: "/teams/:teamId/staff/:staffId/invitations",
    area: "club",
    GET: "staff.invite",
    POST: "staff.invite",
    leadsBack: true,
  },
  { path: "/teams/:teamId/staff/:staffId/email", area: "club", GET: "staff.invite", POST: "staff.invite" },
  { path: "/teams/:teamId/staff/:staffId/role", area: "club", GET: "staff.invite", POST: "staff.invite" },
  { path: "/teams/:teamId/staff/:staffId/remove", area: "club", GET: "staff.invite", POST: "staff.invite" },
  { path: "/teams/:teamId/manager", area: "club", GET: "teams.manage", POST: "teams.manage" },
  { path: "/schedule", area: "club", GET: "games.see" },
  { path: "/schedule/new", area: "club", GET: "games.manage", POST: "games.manage" },
  { path: "/schedule/rained-out", area: "club", GET: "games.manage", POST: "games.manage" },
  {
    path: "/schedule/rained-out/:changeId",
    area: "club",
    GET: "games.manage",
    POST: "games.manage",
  },
  { path: "/schedule/import", area: "club", GET: "games.import", POST: "games.import" },
  { path: "/schedule/import/template.csv", area: "club", GET: "games.import" },
  { path: "/schedule/imports", area: "club", GET: "games.import", POST: "games.import" },
  { path: "/schedule/imports/:importId", area: "club", GET: "games.import" },
  { path: "/schedule/imports/:importId/club", area: "club", GET: "games.import", POST: "games.import" },
  { path: "/schedule/imports/:importId/teams", area: "club", GET: "games.import", POST: "games.import" },
  { path: "/schedule/imports/:importId/columns", area: "club", GET: "games.import", POST: "games.import" },
  {
    path: "/schedule/imports/:importId/dates",
    area: "club",
    GET: "games.import",
    POST: "games.import",
    leadsBack: true,
  },
  {
    path: "/schedule/imports/:importId/games",
    area: "club",
    GET: "games.import",
    POST: "games.import",
    leadsBack: true,
  },
  { path: "/schedule/imports/:importId/problems.csv", area: "club", GET: "games.import" },
  {
    path: "/schedule/imports/:importId/undo",
    area: "club",
    GET: "games.import",
    POST: "games.import",
    standsFor: { importId: "finishedImportId" },
  },
  { path: "/schedule/calendars", area: "club", GET: "games.see" },
  { path: "/schedule/calendars/:teamId", area: "club", GET: "games.see", POST: "games.see" },
  { path: "/schedule/:gameId/edit", area: "club", GET: "games.manage", POST: "games.manage" },
  { path: "/schedule/:gameId/cancel", area: "club", GET: "games.manage", POST: "games.manage" },
  { path: "/schedule/:gameId/delete", area: "club", GET: "games.manage", POST: "games.manage" },
  { path: "/rating", area: "club", GET: "ratings.see" },
  { path: "/rating/how", area: "club", GET: "ratings.see" },
  { path: "/rating/waiting", area: "club", GET: "ratings.remind", POST: "ratings.remind" },
  { path: "/rating/:gameId", area: "club", GET: "ratings.see", POST: "ratings.give" },
  {
    path: "/rating/:gameId/correction/:side",
    area: "club",
    GET: "ratings.correct",
    POST: "ratings.correct",
  },
  { path: "/rating/:gameId/incident", area: "club", GET: "incidents.see", leadsBack: true },
  { path: "/incidents", area: "club", GET: "incidents.see" },
  { path: "/incidents/export", area: "club", GET: "incidents.see", POST: "incidents.see", leadsBack: true },
  { path: "/incidents/:incidentId", area: "club", GET: "incidents.see", POST: "incidents.see" },
  { path: "/incidents/:incidentId/facts", area: "club", GET: "incidents.see", POST: "incidents.see" },
  { path: "/incidents/:incidentId/talks/new", area: "club", GET: "incidents.see", POST: "incidents.see" },
  { path: "/incidents/:incidentId/talks/:talkId", area: "club", GET: "incidents.see", POST: "incidents.see" },
  {
    path: "/incidents/:incidentId/close",
    area: "club",
    GET: "incidents.see",
    POST: "incidents.see",
    standsFor: { incidentId: "toldIncidentId" },
  },
  {
    path: "/incidents/:incidentId/reopen",
    area: "club",
    GET: "incidents.see",
    POST: "incidents.see",
    standsFor: { incidentId: "closedIncidentId" },
  },
  {
    path: "/incidents/:incidentId/export",
    area: "club",
    GET: "incidents.see",
    POST: "incidents.see",
    leadsBack: true,
  },
  { path: "/incidents/:incidentId/print", area: "club", GET: "incidents.see" },
  {
    path: "/mobile-rating",
    area: "club",
    GET: "ratings.give",
    POST: "ratings.give",
    query: "game=:gameId",
  },
  { path: "/leaderboard", area: "club", GET: "leaderboard.see" },
  { path: "/notifications", area: "club", GET: "club.see", POST: "club.see" },
  { path: "/club/settings", area: "club", GET: "club.manage", POST: "club.manage" },
  { path: "/club/settings/logo", area: "club", GET: "club.manage", POST: "club.manage" },
  { path: "/club/logo", area: "club", GET: "club.see" },
  { path: "/club/settings/rating-policy", area: "club", GET: "club.manage" },
  {
    path: "/club/settings/rating-policy/preview",
    area: "club",
    GET: "club.manage",
    POST: "club.manage",
    query: "policy=average&scope=all",
  },
  { path: "/club/announcements", area: "club", GET: "club.manage", POST: "club.manage" },
  {
    path: "/club/announcements/:announcementId",
    area: "club",
    GET: "club.manage",
    POST: "club.manage",
  },
  { path: "/club/people/:personId", area: "club", GET: "club.manage", POST: "club.manage" },
  { path: "/club/people/:personId/remove", area: "club", GET: "club.manage", POST: "club.manage" },

  { path: "/calendar/:file", area: "api", GET: "anybody" },
  { path: "/webhooks/stripe", area: "webhooks", GET: "anybody", POST: "anybody" },
  { path: "/webhooks/postmark", area: "webhooks", GET: "anybody", POST: "anybody" },

  { path: "/*", area: "site", GET: "anybody" },
];
