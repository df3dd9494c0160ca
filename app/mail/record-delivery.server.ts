import { sql } from "kysely";
import type { MailCountsTable, MailsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  advanceDelivery,
  DELIVERIES,
  type Delivery,
  isDead,
  type Outcome,
  outcomeOf,
} from "#app/domain/values/delivery.ts";
import { log } from "#app/observability/log.server.ts";
import { isTestMail } from "#app/queue/mail-queue.server.ts";
import { enqueueAll } from "#app/queue/queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { gather } from "#app/runtime/gather.ts";
import type { MailEvent } from "./delivery.ts";
import { isFollowed } from "./templates.ts";

type Mail = Pick<
  MailsTable,
  "id" | "key" | "tag" | "club_code" | "delivery" | "delivery_reason" | "to_address"
>;

/**
 * Stores outcomes of mails, in the caller's transaction, and queues the jobs that bring them to their clubs. An outcome
 * never moves back.
 * @param at time of the event; without it, now
 */
export async function recordDelivery(
  tx: ControlTx,
  mails: readonly Mail[],
  outcome: Outcome,
  at: string | null = null,
): Promise<void> {
  const { delivery: reported, reason } = outcome;
  const moved = [...new Map(mails.map((mail) => [mail.id, mail])).values()].filter(
    (mail) => advanceDelivery(knownOf(mail), outcome) === outcome,
  );
  if (moved.length === 0) return;
  const ids = moved.map(({ id }) => id);
  const happened = at ?? nowIso();
  await tx
    .updateTable("mails")
    .set({ delivery: reported, delivery_reason: reason, delivery_at: happened })
    .where("id", "in", ids)
    .execute();
  await countByTag(tx, moved, reported);
  await noteAddresses(tx, [...new Set(moved.map(({ to_address }) => to_address))], reported);
  if (isDead(reported))
    for (const { id, tag, club_code: club } of moved)
      log.warn({ mail: id, tag, club, delivery: reported }, "mail did not arrive");
  const awaited = moved.filter(({ tag, club_code }) => club_code && (isDead(reported) || isFollowed(tag)));
  await enqueueAll(
    tx,
    awaited.map(({ id: mailId }) => ({
      kind: "mail.delivery",
      payload: { mailId },
      key: `mail.delivery:${mailId}:${happened}:${reported}`,
      // After a mail to thousands, as many reports come in: none is urgent.
      bulk: true,
    })),
  );
}

const knownOf = ({ delivery, delivery_reason: reason }: Mail) => outcomeOf(delivery, reason);

async function countByTag(tx: ControlTx, mails: readonly Mail[], outcome: Delivery): Promise<void> {
  const byTag = new Map<string, number>();
  for (const { tag } of mails.filter((mail) => !isTestMail(mail))) byTag.set(tag, (byTag.get(tag) ?? 0) + 1);
  for (const [tag, many] of byTag) await countOutcome(tx, tag, outcome, many);
}

/**
 * Notes outcomes of mails for their addresses (product/notifications.md#notifications): one that bounced gets no
 * notifications until a mail arrives there again, one that complained never again.
 */
export async function noteAddresses(
  tx: ControlTx,
  addresses: readonly string[],
  delivery: Delivery,
): Promise<void> {
  if (isDead(delivery)) {
    const since = nowIso();
    await tx
      .insertInto("dead_addresses")
      .values(addresses.map((address) => ({ address, delivery, since })))
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
      .where("address", "in", addresses)
      .where("delivery", "=", "bounced")
      .execute();
  }
}

type Taken = "taken" | "known" | "unknown";

/** Reports of a mail to thousands come in by the hundred: many in one transaction cost one write to the disk. */
const MOST_EVENTS = 100;
/**
 * Collects events this long for one transaction: the answer is not urgent, and on a Saturday each rating causes five
 * reports.
 */
const GATHER_MS = 50;
const gatherers = new WeakMap<ControlDb, (event: MailEvent) => Promise<Taken>>();

/**
 * Stores an authenticated event; it is on disk when this returns. An event may come before our own note that the mail
 * was sent, and then replaces it, so that the mail is not sent again. Simultaneous events share a transaction.
 * @returns 'known' for an event that was received before, 'unknown' if the mail or the recipient is not ours.
 */
export function receiveMailEvent(control: ControlDb, event: MailEvent): Promise<Taken> {
  let receive = gatherers.get(control);
  if (!receive) {
    receive = gather((events) => receiveMailEvents(control, events), {
      most: MOST_EVENTS,
      withinMs: GATHER_MS,
    });
    gatherers.set(control, receive);
  }
  return receive(event);
}

type KnownMail = Mail & Pick<MailsTable, "provider_id">;
/** An event, and our mail that it is about. */
interface Report {
  event: MailEvent;
  mail: KnownMail;
}

const receiveMailEvents = (control: ControlDb, events: readonly MailEvent[]): Promise<Taken[]> =>
  inTransaction(control, async (tx) => {
    const reports = await reportsOf(tx, events);
    const fresh = await keepEvents(tx, reports);
    await noteProviderIds(tx, fresh);
    for (const { outcome, at, mails } of await outcomesOf(tx, fresh)) {
      await recordDelivery(tx, mails, outcome, at);
      for (const mail of mails) {
        const known = advanceDelivery(knownOf(mail), outcome);
        mail.delivery = known.delivery;
        mail.delivery_reason = known.reason;
      }
    }
    const reactivated = await endDeadAddresses(tx, events);
    const stopped = fresh.filter(({ event, mail }) => event.outcome === "stopped" && mail.club_code);
    await enqueueAll(
      tx,
      stopped.map(({ mail: { id } }) => ({
        kind: "mail.stopped",
        payload: { mailId: id },
        key: `mail.stopped:${id}`,
      })),
    );
    const ours = new Set(reports.map(({ event }) => event));
    const taken = new Set(fresh.map(({ event }) => event));
    return events.map((event) => {
      if (event.outcome === "reactivated") return reactivated.has(event) ? "taken" : "known";
      if (taken.has(event)) return "taken";
      return ours.has(event) ? "known" : "unknown";
    });
  });

interface Reported {
  outcome: Outcome;
  at: string | null;
  mails: KnownMail[];
}

/**
 * Groups the mails of reports by outcome. A bounce from before its address was reactivated only means that this mail
 * did not arrive.
 */
async function outcomesOf(tx: ControlTx, reports: readonly Report[]): Promise<Reported[]> {
  const since = await reactivatedSince(tx, [...new Set(reports.map(({ event }) => event.address))]);
  const groups = new Map<string, Reported>();
  for (const { event, mail } of reports) {
    if (typeof event.outcome === "string") continue;
    const ended = since.get(event.address);
    const outcome: Outcome =
      ended && isDead(event.outcome.delivery) && event.at !== null && event.at <= ended
        ? REACTIVATED
        : event.outcome;
    const { at } = event;
    const key = `${outcome.delivery} ${outcome.reason} ${at}`;
    const group = groups.get(key);
    if (group) group.mails.push(mail);
    else groups.set(key, { outcome, at, mails: [mail] });
  }
  // The worst comes last, as it would one by one.
  const order = ({ outcome }: Reported) => DELIVERIES.indexOf(outcome.delivery);
  return [...groups.values()].sort((one, other) => order(one) - order(other));
}

async function reactivatedSince(tx: ControlTx, addresses: readonly string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await tx
    .selectFrom("reactivated_addresses")
    .select(["address", "at"])
    .where("address", "in", addresses)
    .execute();
  return new Map(rows.map(({ address, at }) => [address, at]));
}

/**
 * Ends the dead state of addresses that the provider sends to again: of their mails, here and in every club that wrote
 * to them (product/emails.md#undelivered-mail).
 * @returns the events that applied
 */
async function endDeadAddresses(tx: ControlTx, events: readonly MailEvent[]): Promise<Set<MailEvent>> {
  const heeded = new Set<MailEvent>();
  for (const event of events) {
    if (event.outcome !== "reactivated" || event.at === null) continue;
    const { address, at } = event;
    const fresh = await tx
      .insertInto("reactivated_addresses")
      .values({ address, at })
      .onConflict((conflict) =>
        conflict.column("address").doUpdateSet({ at }).where("reactivated_addresses.at", "<", at),
      )
      .returning("address")
      .executeTakeFirst();
    if (!fresh) continue;
    heeded.add(event);
    const mails = await tx
      .selectFrom("mails")
      .select(["id", "to_address", "club_code", "delivery", "delivery_at"])
      .where(sql<boolean>`lower(to_address) = ${address}`)
      .execute();
    const dead = mails.filter(({ delivery }) => isDead(delivery));
    const ended = dead.filter((mail) => (mail.delivery_at ?? "") <= at).map(({ id }) => id);
    if (ended.length > 0)
      await tx
        .updateTable("mails")
        .set({ delivery: "delayed", delivery_reason: "reactivated", delivery_at: at })
        .where("id", "in", ended)
        .execute();
    // A later bounce came in first.
    if (ended.length < dead.length) continue;
    await tx
      .deleteFrom("dead_addresses")
      .where("address", "in", [address, ...mails.map(({ to_address }) => to_address)])
      .execute();
    const clubs = new Set(mails.flatMap(({ club_code }) => club_code ?? []));
    await enqueueAll(
      tx,
      [...clubs].map((clubCode) => ({
        kind: "mail.reactivated",
        payload: { clubCode, address },
        key: `mail.reactivated:${clubCode}:${address}:${at}`,
      })),
    );
  }
  return heeded;
}

const REACTIVATED: Outcome = { delivery: "delayed", reason: "reactivated" };

/** Selects the events that are about a mail of ours and its recipient. */
async function reportsOf(tx: ControlTx, events: readonly MailEvent[]): Promise<Report[]> {
  const ids = events.flatMap(({ mailId }) => mailId ?? []);
  const byId = new Map((await findMails(tx, "id", ids)).map((mail) => [mail.id, mail]));
  const messages = events.flatMap(({ mailId, messageId }) => (mailId ? [] : messageId));
  const byMessage = new Map(
    (await findMails(tx, "provider_id", messages)).map((mail) => [
      mail.provider_id,
      byId.get(mail.id) ?? mail,
    ]),
  );
  return events.flatMap((event) => {
    const mail = event.mailId ? byId.get(event.mailId) : byMessage.get(event.messageId);
    return mail?.to_address.toLowerCase() === event.address ? [{ event, mail }] : [];
  });
}

async function findMails(
  tx: ControlTx,
  by: "id" | "provider_id",
  values: readonly string[],
): Promise<KnownMail[]> {
  if (values.length === 0) return [];
  return tx
    .selectFrom("mails")
    .select(["id", "key", "tag", "club_code", "delivery", "delivery_reason", "to_address", "provider_id"])
    .where(by, "in", values)
    .execute();
}

/** @returns new events, each once */
async function keepEvents(tx: ControlTx, reports: readonly Report[]): Promise<Report[]> {
  if (reports.length === 0) return [];
  const received_at = nowIso();
  const kept = await tx
    .insertInto("mail_events")
    .values(reports.map(({ event: { id, type }, mail }) => ({ id, mail_id: mail.id, type, received_at })))
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .execute();
  const fresh = new Set(kept.map(({ id }) => id));
  return reports.filter(({ event }) => fresh.delete(event.id));
}

/** Marks mails of events as sent. */
async function noteProviderIds(tx: ControlTx, reports: readonly Report[]): Promise<void> {
  const unnoted = reports.filter(({ mail }) => !mail.provider_id);
  if (unnoted.length === 0) return;
  const rows = JSON.stringify(unnoted.map(({ event, mail }) => [mail.id, event.messageId]));
  await sql`
    update mails set provider_id = reported.value ->> 1
    from json_each(${rows}) as reported
    where mails.id = reported.value ->> 0`.execute(tx);
}

/** Counts mails of a template by today's outcomes; the counts outlive the mails (product/emails.md#mail). */
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

/** Tells whether an address still fails for a club: a mail bounced after the provider reactivated it. */
export async function bouncedSince(
  control: ControlDb,
  { clubCode, address }: { clubCode: string; address: string },
): Promise<boolean> {
  const mail = await control
    .selectFrom("mails")
    .select("id")
    .where(sql<boolean>`lower(to_address) = ${address}`)
    .where("club_code", "=", clubCode)
    .where("delivery", "in", ["bounced", "complained"])
    .limit(1)
    .executeTakeFirst();
  return mail !== undefined;
}
