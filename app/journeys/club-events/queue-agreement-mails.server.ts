import { sql } from "kysely";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { emptyLog } from "#app/db/empty-log.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { noteQueued, openAgreementMails } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { isStillWanted, type OpenAgreementMail } from "#app/domain/club/agreements/agreement-mail.ts";
import { storeAgreementLinks } from "#app/domain/control/agreements/agreement-links.server.ts";
import { accessOfClub, findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { noteErased } from "#app/domain/control/own-data/erased-persons.server.ts";
import { endPulseLinks } from "#app/domain/control/pulse/pulse-links.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { queueMails } from "#app/queue/mail-queue.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { composeAgreementMails, sendingClub } from "./compose-agreement-mail.server.ts";

/** Mails that one job queues; the next page is a job of its own, so that urgent work comes in between. */
const MAILS_A_PAGE = 500;

/** Interval of the check whether a suspended club is active again. */
const SUSPENDED_PAUSE_MS = HOUR_MS;

/**
 * Queues a page of the mails that a club sends to many, and the job for the next page. A suspended club's mails are
 * held back: their links take no signature. For the jobs process.
 */
export async function queueMailPage(ctx: ClubFileContext): Promise<void> {
  const { code } = ctx.club;
  const club = await findClub(ctx.control, code);
  const access = club && accessOfClub(club, now());
  if (access !== "open" && access !== "read-only") {
    const next = Math.ceil((now().getTime() + 1) / SUSPENDED_PAUSE_MS) * SUSPENDED_PAUSE_MS;
    if (club) {
      await enqueue(ctx.control, {
        kind: "agreement.mails",
        payload: { clubCode: code },
        key: `agreement.mails:${code}:${next}`,
        runAt: new Date(next),
        bulk: true,
      });
    }
    return;
  }
  const page = await openAgreementMails(ctx.db, { urgent: false, most: MAILS_A_PAGE });
  const left = page.length === MAILS_A_PAGE;
  await queueAgreementMails(ctx, page, async (tx) => {
    if (left) await enqueue(tx, { kind: "agreement.mails", payload: { clubCode: code }, bulk: true });
  });
}

/**
 * Makes the links of decided mails work and queues the mails that are still wanted, in one transaction; then notes it
 * in the club's file. After a crash in between, the keys of the mails keep them from being queued twice.
 */
export async function queueAgreementMails(
  { control, db, club: { code } }: ClubFileContext,
  open: readonly OpenAgreementMail[],
  andThen: (tx: ControlTx) => Promise<void> = async () => undefined,
): Promise<void> {
  if (open.length === 0) return;
  const at = now();
  const wanted = open.filter((mail) => isStillWanted(mail, at));
  const club = await sendingClub(db, code);
  const mails = await composeAgreementMails(db, club, wanted);
  await inTransaction(control, async (tx) => {
    const links = wanted.map(({ agreement, issue }) => ({
      club_code: code,
      agreement_id: agreement.id,
      issue,
    }));
    await storeAgreementLinks(tx, links, at);
    await queueMails(tx, mails);
    await andThen(tx);
  });
  const ids = open.map(({ id }) => id);
  await inTransaction(db, (tx) => noteQueued(tx, ids, at));
}

/**
 * Takes back the reminders of agreements that are queued and not tried yet: while the mail service is away, a parent
 * may sign, say no or stop reminders (product/agreements.md#agreement-reminders).
 */
export async function unqueueReminders(control: ControlDb, agreementIds: readonly string[]): Promise<void> {
  if (agreementIds.length === 0) return;
  await control
    .deleteFrom("mails")
    .where("tag", "=", "agreement-reminder")
    .where("status", "=", "queued")
    .where("attempted_at", "is", null)
    .where((eb) => eb.or(agreementIds.map((id) => aboutAgreement(id))))
    .execute();
}

/** Matches the keys of an agreement's mails, which start with its id; ';' is the character after ':'. */
export const aboutAgreement = (id: string, kind = "agreement") =>
  sql<boolean>`(key > ${`${kind}:${id}:`} and key < ${`${kind}:${id};`})`;

interface ErasedParent {
  agreementId: string;
  registrationIds: readonly string[];
  /** Absent in events of older releases. */
  pulseInvitationIds?: readonly string[];
}

/**
 * Erases all mails to and about an erased parent, sent or not, and their other links. Then nothing of
 * them is left on the disk, not even in the logs of the files (product/evidence.md#erasing-parents).
 * @throws LogInUse if somebody reads an older state just now: the delivery is tried again
 */
export async function forgetParent(
  { control, db, club }: ClubFileContext,
  parent: ErasedParent,
): Promise<void> {
  await noteErased(control, club.code, [parent.agreementId]);
  await eraseMails(control, parent);
  await endPulseLinks(control, parent.pulseInvitationIds ?? []);
  await control
    .deleteFrom("link_tokens")
    .where((eb) =>
      eb.or([
        eb.and([eb("purpose", "=", "registration"), eb("subject_id", "in", parent.registrationIds)]),
        eb.and([eb("purpose", "=", "address-back"), eb("subject_id", "=", parent.agreementId)]),
      ]),
    )
    .execute();
  await emptyLog(control);
  await emptyLog(db);
}

async function eraseMails(
  control: ControlDb,
  { agreementId, registrationIds, pulseInvitationIds = [] }: ErasedParent,
): Promise<void> {
  const registrations = registrationIds.map((id) => `registration:${id}`);
  await control
    .deleteFrom("mails")
    .where((eb) =>
      eb.or([
        aboutAgreement(agreementId),
        aboutAgreement(agreementId, "agreement-notice"),
        aboutAgreement(agreementId, "agreement-address"),
        eb("key", "in", registrations),
        ...pulseInvitationIds.map((id) => aboutAgreement(id, "pulse")),
      ]),
    )
    .execute();
}
