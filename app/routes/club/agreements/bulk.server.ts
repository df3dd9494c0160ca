import { forbidden } from "#app/auth/guards.server.ts";
import { type AgreementFilter, filterQuery } from "#app/domain/club/agreements/agreement-filter.ts";
import { countAgreements } from "#app/domain/club/agreements/agreement-list.server.ts";
import { languagesWithoutParagraph } from "#app/domain/club/evidence/own-paragraph.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { filterFor } from "./list-page.server.ts";

/**
 * The filter of the list from which a form for many parents was opened.
 * @throws 403 for a team that the user does not see, or no longer: without it, the form would reach more parents
 */
export function bulkFilter({ user, note }: ClubContext, request: Request): AgreementFilter {
  const search = new URL(request.url).searchParams;
  const filter = filterFor(user, search);
  if (search.get("team") && !filter.teamId) throw forbidden(note, "other team");
  return filter;
}

/** How many parents a form for many would reach, in the teams that the user manages. */
export async function loadBulk({ db, user }: ClubContext, filter: AgreementFilter) {
  const [counts, club] = await Promise.all([
    countAgreements(db, filter, managedTeams(user), now()),
    clubRowOf(db),
  ]);
  return {
    toSend: counts.sendable + (filter.status === "expired" ? counts.resendable : 0),
    toRemind: counts.remindable,
    query: filterQuery(filter),
    days: club.agreement_days,
    withoutParagraph: languagesWithoutParagraph(club),
    mayEdit: may(user.role, "club.manage"),
    reminders: club.agreement_reminders === 1,
  };
}
