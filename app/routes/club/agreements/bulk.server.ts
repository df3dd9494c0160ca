import { forbidden } from "#app/auth/guards.server.ts";
import { type AgreementFilter, filterQuery } from "#app/domain/club/agreements/agreement-filter.ts";
import { AGREEMENTS_A_PAGE, countAgreements } from "#app/domain/club/agreements/agreement-list.server.ts";
import {
  type AgreementSelection,
  tickedParents,
} from "#app/domain/club/agreements/choose-agreements.server.ts";
import { leftOutLabels, parentLabel, sentLabel } from "#app/domain/club/agreements/labels.ts";
import { languagesWithoutParagraph } from "#app/domain/club/evidence/own-paragraph.ts";
import { clubRowOf } from "#app/domain/club/settings/settings.server.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { filterFor } from "./list-page.server.ts";

/** Recipients of a bulk form: the filter of the list that it was opened from, and the checked parents. */
export interface Bulk {
  filter: AgreementFilter;
  /** Null if the form goes to everybody in the filter. */
  ticked: readonly string[] | null;
  /** Button that was pressed for the checked parents. */
  step: "send" | "remind" | null;
  /** Query of the list, to go back to. */
  query: Record<string, string | undefined>;
}

/**
 * Reads the address of a form for many parents. The address records that parents were checked: with none of them left it
 * reaches nobody, not everybody.
 * @throws 403 for a team that the user does not see, or no longer sees: ignoring it would reach more parents
 */
export function readBulk({ user, note }: ClubContext, request: Request): Bulk {
  const search = new URL(request.url).searchParams;
  const filter = filterFor(user, search);
  if (search.get("team") && !filter.teamId) throw forbidden(note, "other team");
  const chosen = search.get("chosen");
  const place = { after: search.get("after") ?? undefined, before: search.get("before") ?? undefined };
  return {
    filter,
    ticked: chosen === null ? null : [...new Set(search.getAll("id"))].slice(0, AGREEMENTS_A_PAGE),
    step: chosen === "send" || chosen === "remind" ? chosen : null,
    query: { ...filterQuery(filter), ...place },
  };
}

export const selectionOf = ({ filter, ticked }: Bulk): AgreementSelection =>
  ticked ? { tickedIds: ticked } : { filter };

/** Reports what was sent, and how many of the checked parents changed since the page that named them. */
export const sentTo = (
  kind: "agreement" | "reminder",
  result: { sent: number; left: number },
  { ticked }: Bulk,
) => sentLabel(kind, result, ticked?.length);

/** Loads the parents that a bulk form would reach, in the teams that the user manages. */
export async function loadBulk(ctx: ClubContext, bulk: Bulk, step: "send" | "remind") {
  const { db, user } = ctx;
  const { filter, query } = bulk;
  const [reach, club] = await Promise.all([
    bulk.ticked ? loadTicked(ctx, bulk.ticked, step) : countReached(ctx, filter, step),
    clubRowOf(db),
  ]);
  return {
    ...reach,
    query,
    /** The form's own address, which names the same parents as the page. */
    to: { ...query, ...(bulk.ticked && { chosen: step, id: reach.ids }) },
    days: club.agreement_days,
    withoutParagraph: languagesWithoutParagraph(club),
    mayEdit: may(user.role, "club.manage"),
    reminders: club.agreement_reminders === 1,
  };
}

async function countReached({ db, user }: ClubContext, filter: AgreementFilter, step: "send" | "remind") {
  const counts = await countAgreements(db, filter, managedTeams(user), now());
  const toSend = counts.sendable + (filter.status === "expired" ? counts.resendable : 0);
  return { reached: step === "send" ? toSend : counts.remindable, ids: [] as string[], ticked: null };
}

async function loadTicked({ db, user }: ClubContext, ids: readonly string[], step: "send" | "remind") {
  const found = await tickedParents(db, ids, { step, scope: managedTeams(user), at: now() });
  const label = ({ name, email }: (typeof found)[number]) => parentLabel({ parentName: name, email });
  const reached = found.filter(({ leftOut }) => leftOut === null);
  return {
    reached: reached.length,
    ids: reached.map(({ id }) => id),
    ticked: {
      many: ids.length,
      names: reached.map(label),
      leftOut: found.flatMap((one) => (one.leftOut ? `${label(one)}: ${leftOutLabels[one.leftOut]}` : [])),
      gone: ids.length - found.length,
    },
  };
}

export type Ticked = Awaited<ReturnType<typeof loadTicked>>["ticked"];
