import { type AgreementFilter, readAgreementFilter } from "#app/domain/club/agreements/agreement-filter.ts";
import {
  completionRate,
  countAgreements,
  type ListedAgreement,
  listAgreements,
  signedAt,
  signedBeforeOf,
} from "#app/domain/club/agreements/agreement-list.server.ts";
import { clubNotices } from "#app/domain/club/registrations/registrations.server.ts";
import {
  type ClubUser,
  managedTeams,
  managesTeam,
  reachesTeam,
  teamScope,
} from "#app/domain/club/staff/club-user.ts";
import { listTeams } from "#app/domain/club/teams/teams.server.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt, formatMonthDay } from "#app/domain/values/times.ts";
import type { ClubContext, ClubOrSupportContext } from "#app/journeys/context.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Parses a filter from an address, without teams that the user does not see and without addresses from the search. */
export function filterFor(user: ClubUser, search: URLSearchParams): AgreementFilter {
  const { teamId, ...narrowed } = readAgreementFilter(search);
  const filter = { ...narrowed, addressesIn: managedTeams(user) };
  return teamId && reachesTeam(user, teamId) ? { ...filter, teamId } : filter;
}

/** Counts signatures for support, without names or addresses (product/support.md#acting-for-a-club). */
export async function countForSupport({ db, user }: Pick<ClubOrSupportContext, "db" | "user">) {
  const counts = await countAgreements(db, filterFor(user, new URLSearchParams()), "all", now());
  return { counts, completion: completionRate(counts) };
}

const NO_NOTICES: Awaited<ReturnType<typeof clubNotices>> = { registrations: 0, withoutParagraph: [] };

/** Loads the tracker (product/agreements.md#agreements-tracker). */
export async function loadAgreementList({ db, club, user }: ClubContext, search: URLSearchParams) {
  const scope = teamScope(user);
  const filter = filterFor(user, search);
  const from = { after: search.get("after") ?? undefined, before: search.get("before") ?? undefined };
  const mayImport = may(user.role, "contacts.import");
  const [teams, notices, counts, page] = await Promise.all([
    listTeams(db, scope),
    mayImport ? clubNotices(db) : NO_NOTICES,
    countAgreements(db, filter, scope, now()),
    listAgreements(db, filter, scope, from),
  ]);
  const today = dateAt(now(), club.timezone);
  const day = (moment: string) => formatMonthDay(dateAt(moment, club.timezone), today);
  return {
    filter,
    teams: teams.map(({ id, name, season }) => ({ value: id, label: season ? `${name} (${season})` : name })),
    counts,
    completion: completionRate(counts),
    from,
    before: page.before,
    after: page.after,
    agreements: page.agreements.map((agreement) => ({
      id: agreement.id,
      parentName: agreement.parentName,
      email: seesAddress(user, agreement) ? agreement.email : null,
      children: agreement.children.map(({ name, teamName }) => ({ name, teamName })),
      elsewhere: agreement.elsewhere,
      status: agreement.status,
      progress: progressOf(agreement, day),
      toMatch: agreement.to_match === 1,
      dead: isDead(agreement.delivery),
      /** True if sending or reminding can reach the parent, today or later. */
      choosable:
        (agreement.status === "pending" || agreement.status === "expired") &&
        !isDead(agreement.delivery) &&
        !agreement.stopped &&
        seesAddress(user, agreement),
    })),
    maySend: may(user.role, "agreements.send"),
    mayImport,
    ...notices,
  };
}

/** Returns 'sent Nov 3, 3 reminders', or 'signed Nov 5'. */
function progressOf(agreement: ListedAgreement, day: (moment: string) => string): string {
  const { sent_at, reminders_sent: reminders } = agreement;
  const signed = signedAt(agreement);
  if (signed) {
    const before = signedBeforeOf(agreement);
    return `signed${agreement.paper === 1 ? " on paper" : ""} ${day(signed)}${before && `, ${before}`}`;
  }
  if (!sent_at) return "not sent yet";
  if (agreement.stopped) return `sent ${day(sent_at)}, wants no more`;
  return `sent ${day(sent_at)}${reminders > 0 ? `, ${pluralize(reminders, "reminder")}` : ""}`;
}

/**
 * Tells whether a user sees addresses: coaches see no parent's anywhere; managers those of their teams
 * (product/teams.md#permissions).
 */
export function seesAddress(user: ClubUser, { children }: Pick<ListedAgreement, "children">): boolean {
  return user.role === "club_admin" || children.some(({ teamId }) => teamId && managesTeam(user, teamId));
}

export type AgreementListPage = Awaited<ReturnType<typeof loadAgreementList>>;
