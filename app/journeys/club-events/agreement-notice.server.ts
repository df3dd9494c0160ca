import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { unqueueReminders } from "#app/journeys/agreement-mails/queue-agreement-mails.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";

/** Mails the club what a parent did with an agreement's link, once for each link and kind. */
export async function deliverAgreementNotice(
  { control, db, club: { code: clubCode } }: ClubFileContext,
  { agreementId, issue, what }: Extract<ClubEvent, { kind: "agreement-notice" }>,
): Promise<void> {
  if (what === "declined") await unqueueReminders(control, [agreementId]);
  const agreement = await db
    .selectFrom("agreements as a")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["a.reason", "c.name", "c.email"])
    .where("a.id", "=", agreementId)
    .where("c.erased_at", "is", null)
    .executeTakeFirst();
  if (!agreement) return;
  const club = await db.selectFrom("club").select(["name", "email", "color"]).executeTakeFirstOrThrow();
  await queueMail(control, {
    key: `agreement-notice:${agreementId}:${issue}:${what}`,
    template: "agreement-notice",
    variables: {
      club: { name: club.name, color: club.color },
      what,
      parent: agreement.name || agreement.email,
      email: agreement.email,
      reason: what === "asked" ? "" : agreement.reason,
      link: `${env().appUrl}${href("/agreements/:agreementId", { agreementId })}`,
    },
    to: club.email,
    clubCode,
  });
}
