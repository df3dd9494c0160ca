import { actingReachOf } from "#app/config/acting-reach.ts";
import { type Capability, may, type Role } from "#app/permissions/club-permissions.ts";
import { type PlatformPermission, type PlatformRole, platformMay } from "#app/permissions/platform-roles.ts";
import { type Address, isStaffOnly, type Who } from "../architecture/addresses.ts";

/**
 * Actors. Everything that they request belongs to Lakeside and its Hawks; `role` is their role there, or in their own
 * club.
 */
export const actors = {
  anonymous: { is: "stranger" },
  "parent with a link": { is: "stranger" },
  coach: { is: "own", role: "coach" },
  "coach of another team": { is: "own", role: "coach", otherTeam: true },
  // Coaches another team too: that role must not weaken this one.
  manager: { is: "own", role: "team_manager" },
  "manager of another team": { is: "own", role: "team_manager", otherTeam: true },
  "coach who manages another team": { is: "own", role: "team_manager", roleHere: "coach" },
  "club administrator": { is: "own", role: "club_admin" },
  "club's own account": { is: "own", role: "club_admin" },
  "removed manager": { is: "removed" },
  "coach of two clubs": { is: "removed" },
  "suspended club": { is: "suspended" },
  "browser that signs up": { is: "stranger" },
  "coach of another club": { is: "neighbor", role: "coach" },
  "administrator of another club": { is: "neighbor", role: "club_admin" },
  moderator: { is: "staff", platformRole: "moderator" },
  admin: { is: "staff", platformRole: "admin" },
  "super admin": { is: "staff", platformRole: "super_admin" },
  "admin who acts for the club": { is: "acting", role: "support", platformRole: "admin" },
  "super admin who acts for the club": { is: "acting", role: "support_editor", platformRole: "super_admin" },
} as const satisfies Record<string, ActorState>;
export type ActorName = keyof typeof actors;
export const actorNames = Object.keys(actors) as ActorName[];

interface ActorState {
  is: "stranger" | "own" | "neighbor" | "removed" | "suspended" | "staff" | "acting";
  role?: Role;
  /** Role in the Hawks, if lower than `role`, which is held in another team. */
  roleHere?: Role;
  platformRole?: PlatformRole;
  otherTeam?: true;
}

/** Access of an actor. `open`: the page, or the form's effect. */
export type Access = "open" | "sign in" | "staff sign in" | "suspended" | "left" | "403" | "404";

/** A route and a method of the address table. */
export interface Row {
  method: "GET" | "POST";
  address: Address;
  who: Who;
}

export const rowsOf = (addresses: Address[]): Row[] =>
  addresses.flatMap((address) =>
    (["GET", "POST"] as const).flatMap((method) => {
      const who = address[method];
      return who ? [{ method, address, who }] : [];
    }),
  );

/** Tells whether the address has an id that another club or team does not have. Emails belong to everybody. */
export const isAboutSomething = ({ address }: Row) =>
  /:(?!template\b)\w/.test(address.path + (address.query ?? ""));

/** Tells whether a page exists only for the button that posts to it: it shows nothing and redirects. */
export const leadsBack = ({ method, address }: Row) => method === "GET" && address.leadsBack === true;

/** Returns the access by the rules (product/teams.md#permissions, product/platform-staff.md#platform-staff). */
export function expectedAccess(name: ActorName, row: Row): Access {
  const actor: ActorState = actors[name];
  const { who } = row;
  if (who === "anybody") return "open";
  if (isStaffOnly(who)) {
    if (!actor.platformRole) return "staff sign in";
    const permission = who.split(" ")[1] as PlatformPermission | undefined;
    return !permission || platformMay(actor.platformRole, permission) ? "open" : "403";
  }
  if (actor.is === "stranger" || actor.is === "staff") return "sign in";
  if (actor.is === "acting") return actingAccess(actor.role, row);
  // Paying is for the club's administrators.
  if (
    row.address.path === "/club/suspended" &&
    row.method === "POST" &&
    actor.role &&
    actor.role !== "club_admin"
  )
    return "403";
  if (who === "account") return "open";
  if (actor.is === "suspended") {
    if (!row.address.openWhileSuspended) return "suspended";
    return isAboutSomething(row) && !leadsBack(row) ? "404" : "open";
  }
  // A user without a club, or with several and none chosen, chooses one.
  if (actor.is === "removed") return "left";
  if (!actor.role || !may(actor.role, who)) return "403";
  if (!isAboutSomething(row) || leadsBack(row)) return "open";
  if (actor.is === "neighbor") return "404";
  return actor.otherTeam || (actor.roleHere && !may(actor.roleHere, who)) ? "403" : "open";
}

/**
 * Returns the access of staff who act for a club: their column of the table, within what its people have
 * (product/support.md#acting-for-a-club).
 */
function actingAccess(role: Role | undefined, { address, method, who }: Row): Access {
  if (who === "account") return "sign in";
  const { reach } = actingReachOf(address.path);
  const isReached = reach === "change" || (reach === "see" && method === "GET");
  return isReached && role && may(role, who as Capability) ? "open" : "403";
}

/** Tells whether an actor's role in the Hawks is lower than in another team. */
export function isElsewhere(name: ActorName): boolean {
  const actor: ActorState = actors[name];
  return actor.otherTeam === true || actor.roleHere !== undefined;
}

/** Classifies an answer, for a row that is not for everybody. */
export function accessOf(answer: Response, { address }: Row): Access | `${number}` {
  const to = answer.headers.get("Location") ?? "";
  if (answer.status < 400) {
    // Deleting one's own account redirects to the bare page.
    if (to.startsWith("/club/login?")) return "sign in";
    if (to.startsWith("/admin/login")) return "staff sign in";
    if (to === "/club/suspended" && to !== address.path) return "suspended";
    if (/^\/club\/choose(\?|$)/.test(to) && to !== address.path) return "left";
    return "open";
  }
  return `${answer.status}`;
}
