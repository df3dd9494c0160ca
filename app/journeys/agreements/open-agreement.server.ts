import type { ClubDb } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  type AgreementView,
  agreementView,
  type ParentAgreement,
  readParentAgreement,
} from "#app/domain/club/agreements/parent-agreement.server.ts";
import { noteOpened } from "#app/domain/club/agreements/request-link.server.ts";
import {
  type LinkedAgreement,
  linkedAgreement,
} from "#app/domain/control/agreements/agreement-links.server.ts";
import { clubAccess } from "#app/domain/control/clubs/club-access.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";

/** An agreement opened by its link, and what the link shows of it. */
export type OpenedAgreement = ParentAgreement & {
  view: Exclude<AgreementView, "unknown">;
  link: LinkedAgreement;
  db: ClubDb;
  control: ControlDb;
};

/**
 * Opens an agreement by the token of its link, which is all the authority there is
 * (product/agreements.md#public-agreement). Changes nothing: mail programs open links unasked.
 * @param openClub leases the file of the club that the link names
 * @returns null for an unknown token, an agreement that is gone, and one whose person was erased
 */
export async function openAgreement(
  control: ControlDb,
  openClub: (link: LinkedAgreement) => Promise<ClubDb>,
  token: string,
): Promise<OpenedAgreement | null> {
  const link = await linkedAgreement(control, token);
  if (!link) return null;
  const db = await openClub(link);
  const found = await readParentAgreement(db, link.agreementId);
  if (!found) return null;
  const view = agreementView(found.agreement, link.issue, nowIso());
  if (view === "unknown") return null;
  const access = clubAccess({ status: link.clubStatus, termEndsAt: link.termEndsAt }, now());
  // Parents may sign while a club is read-only. A suspended club takes no signatures, but a parent's data can still be
  // seen, corrected and erased.
  const closed = view === "sign" && access === "suspended";
  return { ...found, view: closed ? "closed" : view, link, db, control };
}

/**
 * Notes in the agreement's history that somebody uses its page; looks alone say nothing
 * (product/agreements.md#public-agreement).
 */
export const noteFormUsed = ({ db, agreement, link }: OpenedAgreement): Promise<void> =>
  inTransaction(db, (tx) => noteOpened(tx, { id: agreement.id, issue: link.issue }, nowIso()));
