import { Errors, type Models } from "postmark";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { log } from "#app/observability/log.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { NotBefore } from "#app/queue/queue.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { doubtSince, findSendings } from "./after-restore.server.ts";
import { wordsInUse } from "./email-words.server.ts";
import type { EditedWords } from "./email-words.ts";
import { asMessage, BATCH_ID, postmark } from "./postmark.server.ts";
import { MAIL_ID } from "./postmark-webhook.server.ts";
import type { RenderedMail } from "./render-mail.server.ts";
import {
  giveUp,
  isDeadAddress,
  isRefusal,
  markAttempted,
  markSent,
  putOff,
  renderOrGiveUp,
  STILL_QUEUED,
  searchKnowsFrom,
  subjectOf,
  type TakenMail,
} from "./settle-mail.server.ts";

/**
 * Renders a queued mail, sends it through Postmark and erases its variables, which may carry a link's token. Does
 * nothing for a mail that was sent, failed or taken back; fails a mail that cannot be rendered.
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

/** Returns Postmark's id of this mail if an earlier attempt got through, or null. */
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

/** Mails that are sent in one call, at most MAILS_A_BATCH; the same on every try. */
interface Batch {
  id: string;
  mailIds: readonly string[];
}

/** A mail that may be sent, with its batch. */
interface OpenMail {
  mail: MailsTable;
  batch: Batch;
}
interface ReadyMail extends OpenMail {
  rendered: RenderedMail;
}

/**
 * Sends the queued mails of some batches, with one call per stream. An unclear answer is handled as in `sendMail`: all
 * mails of a batch carry its id, so that one search of Postmark finds those it has. A mail that is refused or cannot be
 * rendered does not delay the others.
 * @param batches of at most MAILS_A_BATCH mails together, unless it is one
 * @returns for each batch an error to retry it later, NotBefore if a retry makes no sense sooner; null if all its mails
 * are settled
 */
export async function sendBatches(control: ControlDb, batches: readonly Batch[]): Promise<(Error | null)[]> {
  const stored = await control
    .selectFrom("mails")
    .selectAll()
    .where(
      "id",
      "in",
      batches.flatMap(({ mailIds }) => mailIds),
    )
    .where(STILL_QUEUED)
    .execute();
  const byId = new Map(stored.map((mail) => [mail.id, mail]));
  const edited = await wordsInUse(control);
  const restored = await doubtSince(control);
  const failures = new Map<Batch, Error>();
  const open: OpenMail[] = [];
  for (const batch of batches) {
    // In the order of the queue.
    const queued = batch.mailIds.flatMap((id) => byId.get(id) ?? []);
    if (queued.some(({ attempted_at, last_error }) => attempted_at || last_error !== null))
      noteRetry("mail", { batch: batch.id, mails: queued.length }, "a batch of mails is tried again");
    try {
      const settled = await settleUnclear(control, batch, queued, { edited, restored });
      open.push(...settled.open.map((mail) => ({ mail, batch })));
      if (settled.waitUntil)
        failures.set(
          batch,
          new NotBefore(settled.waitUntil, "Postmark may have mails without finding them yet"),
        );
    } catch (error) {
      failures.set(batch, error as Error);
    }
  }
  const ready = await renderAll(control, open, edited);
  for (const ofStream of byStream(ready)) {
    for (const [batch, error] of await sendNow(control, ofStream)) failures.set(batch, error);
  }
  return batches.map((batch) => failures.get(batch) ?? null);
}

function byStream(ready: readonly ReadyMail[]): ReadyMail[][] {
  const streams = new Map<string, ReadyMail[]>();
  for (const one of ready) {
    const known = streams.get(one.mail.stream);
    if (known) known.push(one);
    else streams.set(one.mail.stream, [one]);
  }
  return [...streams.values()];
}

/**
 * Asks Postmark for the mails whose last attempt has no clear answer.
 * @returns those to send now
 */
async function settleUnclear(
  control: ControlDb,
  batch: Batch,
  queued: readonly MailsTable[],
  { edited, restored }: { edited: EditedWords; restored: (mail: MailsTable) => string | null },
): Promise<{ open: MailsTable[]; waitUntil: Date | null }> {
  const since = (mail: MailsTable) => mail.attempted_at ?? restored(mail);
  const unclear = queued.filter(since);
  if (unclear.length === 0) return { open: [...queued], waitUntil: null };
  const attempted = unclear.filter(({ attempted_at }) => attempted_at);
  const providerIds = new Map([
    ...(await findTakenOfBatch(batch, attempted)),
    ...(await findSent(
      batch,
      unclear.filter((mail) => restored(mail)),
    )),
  ]);
  const open = queued.filter((mail) => !since(mail));
  const taken: TakenMail[] = [];
  let waitUntil: Date | null = null;
  for (const mail of unclear) {
    const providerId = mail.provider_id ?? providerIds.get(mail.id);
    const known = searchKnowsFrom(since(mail) ?? "");
    if (providerId) taken.push({ mail, providerId, subject: subjectOf(mail, edited) });
    else if (!known) open.push(mail);
    else if (!waitUntil || known > waitUntil) waitUntil = known;
  }
  await markSent(control, taken);
  return { open, waitUntil };
}

/** Finds mails of the batch that an earlier attempt delivered to Postmark: its ids by ours. */
const findTakenOfBatch = ({ id, mailIds }: Batch, attempted: readonly MailsTable[]) =>
  orNone(id, async () => {
    const [first] = attempted;
    if (!first) return new Map();
    const { Messages } = await postmark().getOutboundMessages({
      count: mailIds.length,
      offset: 0,
      // The mails of a batch are all of one stream.
      messageStream: first.stream,
      [`metadata_${BATCH_ID}`]: id,
    });
    return new Map(Messages.map(({ MessageID, Metadata }) => [Metadata?.[MAIL_ID] ?? "", MessageID]));
  });

/** Does the same for mails that were decided again after a restore. */
const findSent = ({ id }: Batch, doubted: readonly MailsTable[]) => orNone(id, () => findSendings(doubted));

async function orNone(
  batchId: string,
  search: () => Promise<Map<string, string>>,
): Promise<Map<string, string>> {
  try {
    return await search();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // The search itself is refused, so better twice than never.
    log.warn({ batch: batchId, err: error }, "Postmark does not say which mails it has; they are sent again");
    return new Map();
  }
}

async function renderAll(
  control: ControlDb,
  open: readonly OpenMail[],
  edited: EditedWords,
): Promise<ReadyMail[]> {
  const turn = yieldToEventLoop();
  const ready: ReadyMail[] = [];
  for (const { mail, batch } of open) {
    const rendered = await renderOrGiveUp(control, mail, edited);
    if (rendered) ready.push({ mail, batch, rendered });
    await turn();
  }
  return ready;
}

/** @returns batches with mails that were not accepted, with the error, for their next try */
async function sendNow(control: ControlDb, ready: readonly ReadyMail[]): Promise<Map<Batch, Error>> {
  const mails = ready.map(({ mail }) => mail);
  await markAttempted(control, mails);
  let answers: Models.MessageSendingResponse[];
  try {
    answers = await postmark().sendEmailBatch(
      ready.map(({ mail, rendered, batch }) => asMessage(mail, rendered, batch.id)),
    );
    if (!Array.isArray(answers) || answers.length !== ready.length)
      throw new Error("Postmark did not answer for each mail of a batch");
  } catch (error) {
    await putOff(control, mails, { reason: String(error), refused: isRefusal(error) });
    return new Map(ready.map(({ batch }) => [batch, error as Error]));
  }
  return settleAnswers(control, ready, answers);
}

async function settleAnswers(
  control: ControlDb,
  ready: readonly ReadyMail[],
  answers: readonly Models.MessageSendingResponse[],
): Promise<Map<Batch, Error>> {
  const taken: TakenMail[] = [];
  const refused: MailsTable[] = [];
  const unclear: MailsTable[] = [];
  const dead: [MailsTable, Models.MessageSendingResponse][] = [];
  const failures = new Map<Batch, Error>();
  let reason = "";
  for (const [index, { mail, batch, rendered }] of ready.entries()) {
    const answer = answers[index] as Models.MessageSendingResponse;
    const { ErrorCode: code, Message: said, MessageID: providerId } = answer;
    if (code === 0 && providerId) taken.push({ mail, providerId, subject: rendered.subject });
    else if (isDeadAddress(code, said)) dead.push([mail, answer]);
    else {
      (code === 0 ? unclear : refused).push(mail);
      reason ||= `Postmark did not take a mail of a batch: ${code} ${said}`;
      failures.set(batch, new Error(reason));
    }
  }
  await markSent(control, taken);
  for (const [mail, { ErrorCode: code, Message: said }] of dead)
    await giveUp(control, mail, { reason: said, code, bounced: true });
  await putOff(control, refused, { reason, refused: true });
  await putOff(control, unclear, { reason, refused: false });
  return failures;
}
