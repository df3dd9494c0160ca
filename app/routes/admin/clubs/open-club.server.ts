import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type AdminContext, requireAdmin } from "#app/auth/admin-guard.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { type ClubMember, clubMember } from "#app/domain/control/accounts/club-members.server.ts";
import { clubAccessReason } from "#app/domain/control/platform/club-access.server.ts";
import type { HelpReason } from "#app/domain/control/platform/help-reasons.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * A club's member, for staff who have said why they look at the club's people; others are led to where that is asked.
 * @throws Response
 */
export async function requireMember(
  args: LoaderFunctionArgs,
): Promise<{ ctx: AdminContext; member: ClubMember; reason: HelpReason }> {
  const ctx = await requireAdmin(args, "manage_clubs");
  const { clubCode = "", accountId = "" } = args.params;
  const reason = await clubAccessReason(ctx.control, { tokenHash: ctx.admin.tokenHash, clubCode }, now());
  if (!reason) throw redirect(href("/admin/clubs/:clubCode", { clubCode }));
  const member = await clubMember(ctx.control, clubCode, accountId);
  if (!member) throw notFound();
  return { ctx, member, reason };
}
