import type { ControlTx } from "#app/db/control/schema.ts";
import { stopTokens } from "#app/domain/control/notifications/stop-links.server.ts";
import { renderNotification } from "#app/mail/notification-templates.ts";
import { queueMail } from "#app/mail/queue-mail.server.ts";
import type { ComposedMail, NotifyingClub } from "./compose.server.ts";

/** Queues composed mails with their links that stop them, in the caller's transaction. */
export async function queueComposed(
  tx: ControlTx,
  club: NotifyingClub["club"] & { email: string },
  mails: readonly ComposedMail[],
): Promise<void> {
  await stopTokens(
    tx,
    mails.map(({ stop }) => stop),
  );
  for (const { key, person, mail, why, stream } of mails) {
    const frame = { club: { name: club.name, color: club.color }, why };
    await queueMail(tx, {
      key,
      tag: mail.template,
      to: person.address,
      ...renderNotification(mail, frame),
      clubCode: club.code,
      replyTo: club.email,
      stream,
    });
  }
}
