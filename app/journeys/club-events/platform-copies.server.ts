import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { ClubEvent, StaffAct } from "#app/db/outbox.server.ts";
import { auditHead } from "#app/domain/club/audit/audit.server.ts";
import { evidenceHead } from "#app/domain/club/evidence/evidence.server.ts";
import { sharedProfileOf } from "#app/domain/club/settings/profile.server.ts";
import { carryAuditHead, recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { sendEmailChanged } from "#app/domain/control/club-emails/club-emails.server.ts";
import { copyClubProfile, findClub, type SharedProfile } from "#app/domain/control/clubs/clubs.server.ts";
import { carryEvidenceHead } from "#app/domain/control/evidence/evidence-heads.server.ts";
import { clubTakeBackLink } from "#app/domain/control/links/link-addresses.server.ts";
import { consumeLinksOf, consumeLinksTo } from "#app/domain/control/links/links.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { updateStaffSearch } from "#app/journeys/staff-search/update-staff-search.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Most changes in between before the delivery gives up for now; the jobs process tries again. */
const READS = 20;

/**
 * Copies what the platform shows of a club from the club's file to the control database. Two processes may do so at
 * once: each reads the file again until it matches what was written, so the last writer has read after every change.
 */
export async function deliverProfile({ control, db, club }: ClubFileContext): Promise<void> {
  let profile = await sharedProfileOf(db);
  for (let read = 0; read < READS; read += 1) {
    await copy(control, club.code, profile);
    const since = await sharedProfileOf(db);
    if (sameValues(since, profile)) return;
    profile = since;
  }
  throw new Error("The club's profile changes faster than it can be copied");
}

/**
 * Copies the profile; a changed email ends what was mailed to the address before, and notifies it
 * (product/clubs.md#club-email).
 */
function copy(control: ControlDb, code: string, profile: SharedProfile): Promise<void> {
  return inTransaction(control, async (tx) => {
    const before = await findClub(tx, code);
    if (!before) return;
    await copyClubProfile(tx, code, profile);
    if (before.email === profile.email) return;
    await consumeLinksOf(tx, "club-email", code, now());
    await consumeLinksTo(tx, code, before.email, now());
    const takeBack = await clubTakeBackLink(tx, before, profile.email);
    await sendEmailChanged(tx, before, { email: profile.email, takeBack });
  });
}

/** Carries the newest record of a club's chain of evidence to the control database. */
export async function deliverEvidenceHead({ control, db, club }: ClubFileContext): Promise<void> {
  const head = await evidenceHead(db);
  if (head) await carryEvidenceHead(control, { clubCode: club.code, ...head });
}

/** Carries the newest row of a club's audit log to the control database. */
export async function deliverAuditHead({ control, db, club }: ClubFileContext): Promise<void> {
  const head = await auditHead(db);
  if (head) await carryAuditHead(control, { clubCode: club.code, ...head });
}

/** Brings what staff find of a team up to date. */
export async function deliverSearchedTeam(
  { control, db, club }: ClubFileContext,
  { teamId }: Extract<ClubEvent, { kind: "searched-team" }>,
): Promise<void> {
  await updateStaffSearch({ control, db, clubCode: club.code }, [teamId]);
}

/** Does the same for a club's teams, in a job after all urgent work. */
export const deliverSearchedTeams = ({ control, club }: ClubFileContext): Promise<void> =>
  enqueue(control, { kind: "club.search", payload: { clubCode: club.code }, bulk: true });

/** Records in the platform's log, once, what staff changed in the club's file; the club reads it there too. */
export function deliverStaffAct({ control, club }: ClubFileContext, done: StaffAct): Promise<void> {
  return inTransaction(control, async (tx) => {
    const known = await tx
      .selectFrom("audit")
      .select("seq")
      .where("club_code", "=", club.code)
      .where("at", "=", done.at)
      .where("kind", "=", done.act)
      .executeTakeFirst();
    if (known) return;
    await recordAudit(tx, {
      kind: done.act,
      actor: { kind: "staff", id: done.adminId },
      subject: done.subject,
      clubCode: club.code,
      detail: done.detail,
      at: new Date(done.at),
    });
  });
}
