import { redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { actingRole } from "#app/domain/control/acting/acting.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { type PlatformPermission, platformMay, platformRoleName } from "#app/permissions/platform-roles.ts";
import { actingFor } from "./acting.server.ts";
import {
  type AdminSession,
  adminSessionOf,
  hasAdminCookie,
  mustSetUpSecondFactor,
} from "./admin-session.server.ts";
import { forbidden, publicContext, type RouteArgs } from "./guards.server.ts";
import { addressOf } from "./redirect-target.ts";
import { rememberSignedIn } from "./refusal-audit.server.ts";

export type AdminContext = PublicContext & { admin: AdminSession };

/**
 * Requires the platform's staff: the only way to /admin. A club's session is never enough, and this one opens no club.
 * Leads strangers to the sign-in of staff; answers 403 for what the role may not
 * (product/platform-staff.md#platform-staff).
 */
export async function requireAdmin(args: RouteArgs, permission: PlatformPermission): Promise<AdminContext> {
  const ctx = await requireStaff(args);
  if (mustSetUpSecondFactor(ctx.admin)) throw redirect("/admin/account/authenticator");
  if (!platformMay(ctx.admin.role, permission)) throw forbidden(ctx.note, "role");
  return ctx;
}

/** Requires staff in their own account, also before they have set up the second factor. */
export async function requireStaff(args: RouteArgs): Promise<AdminContext> {
  const ctx = await publicContext(args);
  const admin = await adminSessionOf(args.context, ctx.control, args.request);
  if (!admin) {
    ctx.note({ reason: "not signed in" });
    const message = hasAdminCookie(args.request) ? "ended" : undefined;
    throw redirect(href("/admin/login", { message, redirect: addressOf(args.request) }));
  }
  ctx.note({ staff: admin.id, role: admin.role });
  const actor = { kind: "staff", id: admin.id } as const;
  rememberSignedIn(ctx.note, {
    ...ctx,
    actor,
    clubCode: null,
    session: admin.tokenHash,
    request: args.request,
  });
  return { ...ctx, admin };
}

/** Loads the bar of every page for staff who act for a club; null for everybody else, without any query. */
export async function actingBar(args: RouteArgs) {
  if (!hasAdminCookie(args.request)) return null;
  const { control } = await publicContext(args);
  const acting = actingFor(await adminSessionOf(args.context, control, args.request));
  if (!acting) return null;
  return {
    who: `${acting.firstName}, ${platformRoleName[acting.role]}`,
    clubName: acting.club.name,
    clubCode: acting.club.code,
    reads: actingRole(acting.role) === "support",
    until: formatMoment(acting.until, acting.club.timezone),
  };
}
