import { type ActingReach, actingReachOf } from "#app/config/acting-reach.ts";
import type { ActingStaff } from "#app/domain/club/staff/club-user.ts";
import { actingRole } from "#app/domain/control/acting/acting.ts";
import type { PlatformRole } from "#app/permissions/platform-roles.ts";
import { platformMay } from "#app/permissions/platform-roles.ts";
import { now } from "#app/runtime/clock.server.ts";
import { type AdminSession, mustSetUpSecondFactor } from "./admin-session.server.ts";
import type { ClubSession } from "./guards.server.ts";

/** Member of staff while they act for a club: a part of their session of staff, never a session of the club. */
export interface ActingSession {
  staffId: string;
  firstName: string;
  role: PlatformRole;
  tokenHash: string;
  /** ISO-8601 UTC. */
  until: string;
  club: { code: string; name: string; state: string; timezone: string };
  clubColor: string | null;
  session: Pick<AdminSession, "clubStatus" | "termEndsAt" | "clubLogo">;
}

/** Returns the club that a session of staff acts for now; null for none (product/support.md#acting-for-a-club). */
export function actingFor(admin: AdminSession | null): ActingSession | null {
  if (!admin?.actingFor || !admin.actingUntil || !admin.clubName || !admin.timezone) return null;
  if (admin.actingEndedAt !== null || Date.parse(admin.actingUntil) <= now().getTime()) return null;
  if (!platformMay(admin.role, "manage_clubs") || mustSetUpSecondFactor(admin)) return null;
  return {
    staffId: admin.id,
    firstName: admin.firstName,
    role: admin.role,
    tokenHash: admin.tokenHash,
    until: admin.actingUntil,
    club: {
      code: admin.actingFor,
      name: admin.clubName,
      state: admin.clubState ?? "",
      timezone: admin.timezone,
    },
    clubColor: admin.clubColor,
    session: admin,
  };
}

/** Tells whether a session of staff acted for a club that still exists. */
export const hasEnded = (admin: AdminSession | null): boolean => Boolean(admin?.actingFor && admin.clubName);

/** Builds the club's user for staff who act for it, with their permissions at an address. */
export function actingUser(
  acting: ActingSession,
  pathname: string,
): { user: ActingStaff; reach: ActingReach["reach"] } {
  const { reach, changes, about } = actingReachOf(pathname);
  const user: ActingStaff = {
    accountId: null,
    staffId: acting.staffId,
    name: `${acting.firstName}, Goodside support`,
    email: null,
    role: actingRole(acting.role),
    assignments: [],
    changes,
    about,
  };
  return { user, reach };
}

/** Returns the parts of a session that pages read: no membership, no other places, and no terms to accept. */
export const actingSession = ({ session, club }: ActingSession): ClubSession => ({
  clubStatus: session.clubStatus,
  termEndsAt: session.termEndsAt,
  clubLogo: session.clubLogo,
  timezone: club.timezone,
  places: 0,
  membership: null,
  termsVersion: null,
  termsAsked: null,
});
