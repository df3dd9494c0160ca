import { openAgreementMails } from "#app/domain/club/agreements/open-mails.server.ts";
import {
  queueAgreementMails,
  unqueueReminders,
} from "#app/journeys/agreement-mails/queue-agreement-mails.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { enqueue } from "#app/queue/queue.server.ts";

/** More copies than one signature causes only wait after a crash; the job takes them then. */
const AT_ONCE = 50;

/**
 * Queues the mails that a parent waits for, such as the signed copy, and leaves those to many to a job, which gets its
 * turn after all urgent work (product.md#mail).
 */
export async function deliverAgreementMails(ctx: ClubFileContext): Promise<void> {
  const urgent = await openAgreementMails(ctx.db, { urgent: true, most: AT_ONCE });
  await queueAgreementMails(ctx, urgent);
  await unqueueReminders(
    ctx.control,
    urgent.map(({ agreement }) => agreement.id),
  );
  await enqueue(ctx.control, { kind: "agreement.mails", payload: { clubCode: ctx.club.code }, bulk: true });
}
