import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { emptyLog } from "#app/db/empty-log.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import {
  isStillWanted,
  notePulseQueued,
  type OpenPulseMail,
  openPulseMails,
  pulseMailKey,
} from "#app/domain/club/pulse/pulse-mail.server.ts";
import { accessOfClub, findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { endPulseLinks, pulseToken, storePulseLinks } from "#app/domain/control/pulse/pulse-links.server.ts";
import { formatAgreementDay } from "#app/domain/values/agreement-text/catalogue.ts";
import { postalAddress } from "#app/domain/values/postal-address.ts";
import { sendingClub } from "#app/journeys/club-events/compose-agreement-mail.server.ts";
import { aboutAgreement } from "#app/journeys/club-events/queue-agreement-mails.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { type Mail, queueMails } from "#app/queue/mail-queue.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";

/** Mails that one job queues; the next page is a job of its own, so that urgent work comes in between. */
const MAILS_A_PAGE = 500;
/** Interval of the check whether a suspended club is active again. */
const SUSPENDED_PAUSE_MS = HOUR_MS;
const TAGS = ["pulse-request", "pulse-reminder"];

const job = (clubCode: string) => ({ kind: "pulse.mails", payload: { clubCode }, bulk: true });

/** Leaves a pulse's mails to a job, which gets its turn after all urgent work (product/emails.md#mail). */
export const deliverPulseMails = ({ control, club }: ClubFileContext): Promise<void> =>
  enqueue(control, job(club.code));

/**
 * Queues a page of a pulse's mails with their links, and the job for the next page; then notes it in the club's file.
 * After a crash in between, the keys of the mails keep them from being queued twice. A suspended club's mails are held
 * back. For the jobs process.
 */
export async function queuePulsePage(ctx: ClubFileContext): Promise<void> {
  const { control, db } = ctx;
  const { code } = ctx.club;
  const at = now();
  const found = await findClub(control, code);
  const access = found && accessOfClub(found, at);
  if (access !== "open" && access !== "read-only") {
    const next = Math.ceil((at.getTime() + 1) / SUSPENDED_PAUSE_MS) * SUSPENDED_PAUSE_MS;
    if (found)
      await enqueue(control, { ...job(code), key: `pulse.mails:${code}:${next}`, runAt: new Date(next) });
    return;
  }
  const page = await openPulseMails(db, MAILS_A_PAGE);
  if (page.length === 0) return;
  const wanted = page.filter((mail) => isStillWanted(mail, at));
  const mails = await compose(ctx, wanted);
  await inTransaction(control, async (tx) => {
    const links = wanted.map(({ id, issue }) => ({ club_code: code, invitation_id: id, issue }));
    await storePulseLinks(tx, links, at);
    await queueMails(tx, mails);
    if (page.length === MAILS_A_PAGE) await enqueue(tx, job(code));
  });
  await inTransaction(db, (tx) => notePulseQueued(tx, page));
}

/** Composes the mails, each in the parent's language. */
async function compose(
  { db, club: { code } }: ClubFileContext,
  open: readonly OpenPulseMail[],
): Promise<Mail[]> {
  const club = await sendingClub(db, code);
  return open.map((mail) => {
    const { id, issue, step, contact, pulse } = mail;
    const token = pulseToken({ invitation_id: id, issue });
    return {
      key: pulseMailKey(mail),
      to: contact.email,
      clubCode: code,
      fromName: club.name,
      replyTo: club.email,
      stream: "broadcast",
      bulk: true,
      unsubscribe: { url: `${env().appUrl}${href("/parent/pulse/:token/stop", { token })}` },
      template: step === "request" ? "pulse-request" : "pulse-reminder",
      variables: {
        club: { name: club.name, color: club.color, address: postalAddress(club) },
        language: contact.language,
        parentName: contact.name,
        link: `${env().appUrl}${href("/parent/pulse/:token", { token })}`,
        until: formatAgreementDay(contact.language, pulse.closes_at, club.timezone),
      },
    };
  });
}

/** Takes back mails of invitations that are queued and not tried yet. */
export async function unqueuePulseMails(control: ControlDb, invitationIds: readonly string[]): Promise<void> {
  if (invitationIds.length === 0) return;
  await control
    .deleteFrom("mails")
    .where("tag", "in", TAGS)
    .where("status", "=", "queued")
    .where("attempted_at", "is", null)
    .where((eb) => eb.or(invitationIds.map((id) => aboutAgreement(id, "pulse"))))
    .execute();
}

/** Ends a closed pulse's mails, and empties the file's log of answers. */
export async function deliverPulseClosed({ control, db, club: { code } }: ClubFileContext): Promise<void> {
  await control
    .deleteFrom("mails")
    .where("club_code", "=", code)
    .where("tag", "in", TAGS)
    .where("status", "=", "queued")
    .where("attempted_at", "is", null)
    .execute();
  await emptyLog(db);
}

/** Ends the link that went to a parent's corrected address, and its mails. */
export async function deliverPulseAddress(
  { control, db }: ClubFileContext,
  { invitationId, before }: Extract<ClubEvent, { kind: "pulse-link-ended" }>,
): Promise<void> {
  await endPulseLinks(control, [invitationId], before);
  await unqueuePulseMails(control, [invitationId]);
  await emptyLog(db);
}
