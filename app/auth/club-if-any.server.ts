import { rolesOf } from "#app/domain/club/staff/club-user.ts";
import type { Capability } from "#app/permissions/club-permissions.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { accessOf } from "./club-access.server.ts";
import { actingStaff, publicContext, type RouteArgs, requireClubUser } from "./guards.server.ts";
import { hasSessionCookie, readSession } from "./session.server.ts";

/**
 * Opens the club of a signed-in user with the capability, for a public page that shows them more than others; null for
 * everybody else, and if the club cannot be opened. It never refuses, so nothing is audited.
 */
export async function clubIfAny(args: RouteArgs, capability: Capability) {
  if (!hasSessionCookie(args.request)) return null;
  const { control } = await publicContext(args);
  // Staff who act for a club see the public page as everybody does.
  if (await actingStaff(args)) return null;
  const session = await readSession(control, args.request);
  if (!session?.timezone || !["open", "read-only"].includes(accessOf(session))) return null;
  try {
    const ctx = await requireClubUser(args, "club.see");
    return rolesOf(ctx.user).some((role) => may(role, capability)) ? ctx : null;
  } catch (error) {
    // A redirect or 'not available' does not matter on a public page.
    if (error instanceof Response) return null;
    throw error;
  }
}
