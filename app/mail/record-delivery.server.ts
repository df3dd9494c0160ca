import type { MailCountsTable, MailsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { advanceDelivery, type Delivery, isDead } from "#app/domain/values/delivery.ts";
import { log } from "#app/observability/log.server.ts";
import { isTestMail } from "#app/queue/mail-queue.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { gather } from "#app/runtime/gather.ts";
import type { MailEvent } from "./delivery.ts";
import { isFollowed } from "./templates.ts";

type Mail = Pick<MailsTable, "id" | "key" | "tag" | "club_code" | "delivery" | "to_address">;

/**
 * Stores what became of a mail, in the caller's transaction, and the job that brings it to its club where anybody waits
 * for it. It never moves back.
 */
export async function recordDelivery(tx: ControlTx, mail: Mail, reported: Delivery): Promise<void> {
  const delivery = advanceDelivery(mail.delivery, reported);
  if (delivery === mail.delivery) return;
  await tx.updateTable("mails").set({ delivery }).where("id", "=", mail.id).execute();
  const { id, tag, club_code: club } = mail;
  if (!isTestMail(mail)) await countOutcome(tx, tag, delivery);
  await noteAddress(tx, mail.to_address, delivery);
  if (isDead(delivery)) log.warn({ mail: id, tag, club, delivery }, "mail did not arrive");
  if (!club || !(isDead(delivery) || isFollowed(tag))) return;
  await enqueue(tx, {
    kind: "mail.delivery",
    payload: { mailId: id },
    key: `mail.delivery:${id}:${delivery}`,
    // After a mail to thousands, as many reports come in: none is urgent.
    bulk: true,
  });
}

type Taken = "taken" | "known" | "unknown";

/** Reports of a mail to thousands come in by the hundred: many in one transaction cost one write to the disk. */
const MOST_EVENTS = 100;
const gatherers = new WeakMap<ControlDb, (event: MailEvent) => Promise<Taken>>();

/**
 * Takes an authenticated event of the provider: on the disk when this returns. It may come before our own note that
 * the mail was sent, which it then stands for, so that the mail is not sent again. Events that come at the same time
 * share a transaction.
 * @returns 'known' for an event that was received before, 'unknown' if the mail or the recipient is not ours.
 */
export function receiveMailEvent(control: ControlDb, event: MailEvent): Promise<Taken> {
  let receive = gatherers.get(control);
  if (!receive) {
    receive = gather((events) => receiveMailEvents(control, events), MOST_EVENTS);
    gatherers.set(control, receive);
  }
  return receive(event);
}

const receiveMailEvents = (control: ControlDb, events: readonly MailEvent[]): Promise<Taken[]> =>
  inTransaction(control, async (tx) => {
    const taken: Taken[] = [];
    for (const event of events) taken.push(await receiveOne(tx, event));
    return taken;
  });

async function receiveOne(tx: ControlTx, event: MailEvent): Promise<Taken> {
  const mail = await findMail(tx, event);
  if (!mail || mail.to_address.toLowerCase() !== event.address) return "unknown";
  const kept = await tx
    .insertInto("mail_events")
    .values({ id: event.id, mail_id: mail.id, type: event.type, received_at: nowIso() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (kept.numInsertedOrUpdatedRows === 0n) return "known";
  if (!mail.provider_id) {
    await tx.updateTable("mails").set({ provider_id: event.messageId }).where("id", "=", mail.id).execute();
  }
  if (event.delivery !== "stopped") await recordDelivery(tx, mail, event.delivery);
  else if (mail.club_code) {
    const key = `mail.stopped:${mail.id}`;
    await enqueue(tx, { kind: "mail.stopped", payload: { mailId: mail.id }, key });
  }
  return "taken";
}

async function findMail(tx: ControlTx, { mailId, messageId }: MailEvent) {
  const mails = tx
    .selectFrom("mails")
    .select(["id", "key", "tag", "club_code", "delivery", "to_address", "provider_id"]);
  return mailId
    ? mails.where("id", "=", mailId).executeTakeFirst()
    : mails.where("provider_id", "=", messageId).executeTakeFirst();
}

/**
 * Notes what became of a mail for its address (product.md#notifications): one that bounced gets no more notifications
 * until a mail arrives there again, one that complained never more.
 */
export async function noteAddress(tx: ControlTx, address: string, delivery: Delivery): Promise<void> {
  if (isDead(delivery)) {
    await tx
      .insertInto("dead_addresses")
      .values({ address, delivery, since: nowIso() })
      .onConflict((conflict) =>
        conflict
          .column("address")
          .doUpdateSet({ delivery })
          .where("dead_addresses.delivery", "<>", "complained"),
      )
      .execute();
  } else if (delivery === "delivered") {
    await tx
      .deleteFrom("dead_addresses")
      .where("address", "=", address)
      .where("delivery", "=", "bounced")
      .execute();
  }
}

/** Counts mails of a template that met an outcome today; the counts outlive the mails (product.md#mail). */
export async function countOutcome(
  control: ControlDb,
  template: string,
  outcome: MailCountsTable["outcome"],
  mails = 1,
): Promise<void> {
  await control
    .insertInto("mail_counts")
    .values({ day: nowIso().slice(0, 10), template, outcome, mails })
    .onConflict((conflict) =>
      conflict
        .columns(["day", "template", "outcome"])
        .doUpdateSet((eb) => ({ mails: eb("mail_counts.mails", "+", mails) })),
    )
    .execute();
}
