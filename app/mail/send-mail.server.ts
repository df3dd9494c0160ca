import { Errors } from "postmark";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { log } from "#app/observability/log.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { NotBefore } from "#app/queue/queue.server.ts";
import { doubtSince, findSendings } from "./after-restore.server.ts";
import { wordsInUse } from "./edited-words.server.ts";
import { asMessage, postmark } from "./postmark.server.ts";
import { MAIL_ID } from "./postmark-webhook.server.ts";
import {
  giveUp,
  isDeadAddress,
  isRefusal,
  markAttempted,
  markSent,
  putOff,
  renderOrGiveUp,
  searchKnowsFrom,
  subjectOf,
} from "./settle-mail.server.ts";

/**
 * Renders a queued mail, sends it through Postmark and erases its variables, which may carry a link's token. Does
 * nothing for a mail that was sent, given up or taken back; gives up a mail that cannot be rendered.
 *
 * Postmark has no idempotency key. After an attempt without a clear answer (a timeout, a process that died before its
 * commit) the next one first searches Postmark for our mail id, and trusts a miss only after SEARCH_LAG_MS. Duplicates
 * share one Message-ID, by which mailboxes recognize them (docs/decisions/008-mail.md).
 * @throws an error to retry later; NotBefore if a retry makes no sense sooner.
 */
export async function sendMail(control: ControlDb, mailId: string): Promise<void> {
  const mail = await control.selectFrom("mails").selectAll().where("id", "=", mailId).executeTakeFirst();
  if (mail?.status !== "queued") return;
  if (mail.last_error !== null || mail.attempted_at) {
    noteRetry("mail", { mail: mail.id, tag: mail.tag, club: mail.club_code }, "mail is tried again");
  }
  const edited = await wordsInUse(control);
  if (mail.attempted_at) {
    const taken = mail.provider_id ?? (await findTaken(mail));
    if (taken) return markSent(control, [{ mail, providerId: taken, subject: subjectOf(mail, edited) }]);
    const known = searchKnowsFrom(mail.attempted_at);
    if (known) throw new NotBefore(known, "Postmark may have this mail without finding it yet");
  }
  const restored = (await doubtSince(control))(mail);
  if (restored) {
    const taken = await orNull(mail, async () => (await findSendings([mail])).get(mail.id));
    if (taken) return markSent(control, [{ mail, providerId: taken, subject: subjectOf(mail, edited) }]);
    const known = searchKnowsFrom(restored);
    if (known) throw new NotBefore(known, "Postmark may have this mail of before the restore");
  }
  const rendered = await renderOrGiveUp(control, mail, edited);
  if (!rendered) return;
  await markAttempted(control, [mail]);
  try {
    const { MessageID } = await postmark().sendEmail(asMessage(mail, rendered));
    if (!MessageID) throw new Error("Postmark answered without a message id");
    await markSent(control, [{ mail, providerId: MessageID, subject: rendered.subject }]);
  } catch (error) {
    await settleFailure(control, mail, error);
  }
}

async function settleFailure(control: ControlDb, mail: MailsTable, error: unknown): Promise<void> {
  const reason = String(error);
  if (error instanceof Errors.PostmarkError) {
    const { code, statusCode, message } = error;
    const tooLarge = statusCode === 413;
    if (tooLarge || (isRefusal(error) && isDeadAddress(code, message)))
      return giveUp(control, mail, { reason, code, bounced: !tooLarge });
  }
  await putOff(control, [mail], { reason, refused: isRefusal(error) });
  throw error;
}

/** Postmark's id of this mail if an earlier attempt got through, or null. */
const findTaken = (mail: MailsTable) =>
  orNull(mail, async () => {
    const { Messages } = await postmark().getOutboundMessages({
      count: 1,
      offset: 0,
      messageStream: mail.stream,
      [`metadata_${MAIL_ID}`]: mail.id,
    });
    return Messages[0]?.MessageID;
  });

async function orNull(mail: MailsTable, search: () => Promise<string | undefined>): Promise<string | null> {
  try {
    return (await search()) ?? null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The search itself is refused, so better twice than never.
    log.warn(
      { mail: mail.id, err: error },
      "Postmark does not say whether it has this mail; it is sent again",
    );
    return null;
  }
}
