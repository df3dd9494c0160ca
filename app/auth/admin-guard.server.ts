import { type AppLoadContext, redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { needsSecondFactor, type PlatformPermission, platformMay } from "#app/permissions/platform-roles.ts";
import { type AdminSession, hasAdminCookie, readAdminSession } from "./admin-session.server.ts";
import { forbidden, publicContext, type RouteArgs } from "./guards.server.ts";
import { addressOf } from "./redirect-target.ts";
import { rememberSignedIn } from "./refusal-audit.server.ts";

export type AdminContext = PublicContext & { admin: AdminSession };

/** Shared by the guards of one request: layout, page and action. */
const sessionByRequest = new WeakMap<AppLoadContext, Promise<AdminSession | null>>();

/**
 * The platform's staff: the only way to /admin. A club's session is never enough, and this one opens no club. Leads
 * strangers to the sign-in of staff; answers 403 for what the role may not (product.md#platform-staff).
 */
export async function requireAdmin(args: RouteArgs, permission: PlatformPermission): Promise<AdminContext> {
  const ctx = await requireStaff(args);
  if (mustSetUpSecondFactor(ctx.admin)) throw redirect("/admin/account/authenticator");
  if (!platformMay(ctx.admin.role, permission)) throw forbidden(ctx.note, "role");
  return ctx;
}

/** Staff in their own account: also while they have still to set up the second factor. */
export async function requireStaff(args: RouteArgs): Promise<AdminContext> {
  const ctx = await publicContext(args);
  const reading = sessionByRequest.get(args.context) ?? readAdminSession(ctx.control, args.request);
  sessionByRequest.set(args.context, reading);
  const admin = await reading;
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

/** In production who may move money or act for a club does nothing without a second factor. */
export const mustSetUpSecondFactor = (admin: Pick<AdminSession, "role" | "secondFactor">) =>
  env().production && needsSecondFactor(admin.role) && !admin.secondFactor;
