import { forbidden, notFound } from "#app/auth/guards.server.ts";
import { type AgreementDetail, findAgreement } from "#app/domain/club/agreements/agreement-detail.server.ts";
import { managesTeam } from "#app/domain/club/staff/club-user.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** An agreement as its reader may see it, without children of teams that they do not manage. */
export interface ManagedAgreement extends AgreementDetail {
  /** True if the parent has children in teams that the reader does not manage. */
  elsewhere: boolean;
}

/**
 * Opens the agreement of an address for administrators and for managers of a team of one of its children, with the
 * children of those teams and those without a team (product/teams.md#permissions).
 * @throws 404 for an unknown one, 403 for another team's
 */
export async function openManagedAgreement(ctx: ClubContext, id = ""): Promise<ManagedAgreement> {
  const found = await findAgreement(ctx.db, id);
  if (!found) throw notFound();
  if (ctx.user.role === "club_admin") return { ...found, elsewhere: false };
  const manages = ({ teamId }: AgreementDetail["children"][number]) =>
    teamId !== null && managesTeam(ctx.user, teamId);
  if (!found.children.some(manages)) throw forbidden(ctx.note, "other team");
  const children = found.children.filter((child) => child.teamId === null || manages(child));
  return { ...found, children, elsewhere: children.length < found.children.length };
}

/**
 * Does the same for a form about the whole parent: name, address and signer. A parent with children in other teams is
 * left to administrators (product/teams.md#permissions).
 * @throws 403 if the reader sees only part of the family
 */
export async function openWholeAgreement(ctx: ClubContext, id = ""): Promise<ManagedAgreement> {
  const found = await openManagedAgreement(ctx, id);
  if (found.elsewhere) throw forbidden(ctx.note, "other team");
  return found;
}
