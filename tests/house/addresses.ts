import type { Capability } from "#app/auth/permissions.ts";

/**
 * Every address of the product: in whose shell it is drawn and who may use it. A route without a row fails
 * tests/house/addresses.test.ts, and so does a row without a route.
 */
export interface Address {
  path: string;
  area: "site" | "account" | "club" | "webhooks";
  /** anybody; who has an account; or who has a right in the club (app/auth/permissions.ts). */
  get: "anybody" | "account" | Capability;
  /** The same for a POST, where the address takes one. */
  post?: "anybody" | "account" | Capability;
}

const site = (path: string): Address => ({ path, area: "site", get: "anybody" });
const account = (path: string, who: "anybody" | "account" = "anybody"): Address => ({
  path,
  area: "account",
  get: who,
  post: who,
});
const club = (path: string, get: Capability, post?: Capability): Address => ({
  path,
  area: "club",
  get,
  post,
});

export const addresses: Address[] = [
  site("/"),
  site("/terms"),
  site("/privacy"),
  site("/cookies"),
  site("/terms-of-service"),
  site("/privacy-policy"),
  site("/cookie-policy"),
  site("/*"),

  account("/signup"),
  account("/signup/details"),
  account("/signup/payment"),
  { ...account("/success"), post: undefined },
  account("/pay"),
  account("/club/login"),
  account("/club/choose", "account"),
  account("/club/suspended", "account"),
  account("/sign-out"),
  account("/contact"),

  club("/dashboard", "club.see"),
  club("/teams", "teams.see"),
  club("/teams/new", "teams.manage", "teams.manage"),
  club("/teams/:teamId/edit", "teams.manage", "teams.manage"),
  club("/teams/:teamId/delete", "teams.manage", "teams.manage"),
  club("/teams/:teamId/invite", "staff.invite", "staff.invite"),
  club("/teams/:teamId/staff/:staffId/invitations", "staff.invite", "staff.invite"),
  club("/teams/:teamId/staff/:staffId/remove", "staff.invite", "staff.invite"),
  club("/schedule", "games.see"),
  club("/schedule/new", "games.manage", "games.manage"),
  club("/schedule/import", "games.import", "games.import"),
  club("/schedule/import/template.csv", "games.import"),
  club("/schedule/imports/:importId", "games.import"),
  club("/schedule/imports/:importId/teams", "games.import", "games.import"),
  club("/schedule/imports/:importId/games", "games.import", "games.import"),
  club("/schedule/imports/:importId/problems.csv", "games.import"),
  club("/schedule/imports/:importId/undo", "games.import", "games.import"),
  club("/schedule/:gameId/edit", "games.manage", "games.manage"),
  club("/schedule/:gameId/cancel", "games.manage", "games.manage"),
  club("/schedule/:gameId/delete", "games.manage", "games.manage"),
  club("/rating", "ratings.see"),
  club("/rating/:gameId", "ratings.see", "ratings.give"),
  club("/rating/:gameId/correction/:side", "ratings.correct", "ratings.correct"),
  club("/rating/:gameId/incident", "incidents.see", "incidents.see"),
  club("/mobile-rating", "ratings.give", "ratings.give"),
  club("/leaderboard", "leaderboard.see"),

  { path: "/webhooks/stripe", area: "webhooks", get: "anybody", post: "anybody" },
];
