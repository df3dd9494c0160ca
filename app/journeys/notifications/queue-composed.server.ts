import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ControlTx } from "#app/db/control/schema.ts";
import { stopTokens } from "#app/domain/control/notifications/stop-links.server.ts";
import { type PostalAddress, postalAddress } from "#app/domain/values/postal-address.ts";
import { type Mail, queueMails } from "#app/queue/mail-queue.server.ts";
import type { ComposedMail, NotifyingClub } from "./compose.server.ts";

/** Queues composed mails with their links that stop them, in the caller's transaction. */
export async function queueComposed(
  tx: ControlTx,
  club: NotifyingClub["club"] & { email: string } & PostalAddress,
  mails: readonly ComposedMail[],
): Promise<void> {
  const tokens = await stopTokens(
    tx,
    mails.map(({ stop }) => stop),
  );
  const frame = { name: club.name, color: club.color, address: postalAddress(club) };
  await queueMails(
    tx,
    mails.map(({ key, person, mail, why, stream }, index) => ({
      key,
      template: mail.template,
      variables: { ...mail.variables, club: frame, why },
      to: person.address,
      clubCode: club.code,
      fromName: club.name,
      replyTo: club.email,
      stream,
      unsubscribe: {
        url: `${env().appUrl}${href("/mail/stop/:token", { token: tokens[index] ?? "" })}`,
        preferencesUrl: `${env().appUrl}${href("/notifications")}`,
      },
    })) as Mail[],
  );
}
