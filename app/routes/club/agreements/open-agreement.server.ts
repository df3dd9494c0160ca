import { forbidden, notFound } from "#app/auth/guards.server.ts";
import { type AgreementDetail, findAgreement } from "#app/domain/club/agreements/agreement-detail.server.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/**
 * The agreement of an address for who looks after it: administrators, and who manages a team of one of its children
 * (product.md#permissions).
 * @throws 404 for an unknown one, 403 for another team's
 */
export async function openManagedAgreement(ctx: ClubContext, id = ""): Promise<AgreementDetail> {
  const found = await findAgreement(ctx.db, id);
  if (!found) throw notFound();
  const manages = found.children.some(({ teamId }) => teamId !== null && managesTeam(ctx.user, teamId));
  if (ctx.user.role !== "club_admin" && !manages) throw forbidden(ctx.note, "other team");
  return found;
}
