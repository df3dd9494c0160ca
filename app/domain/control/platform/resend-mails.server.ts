import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { openContents } from "#app/queue/mail-queue.server.ts";
import { enqueueAll } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Failed emails that one press sends again; the next press takes the rest. */
export const MOST_RESENT = 500;

/** Filter of failed emails by template and club; null matches all. */
export interface FailedFilter {
  template: string | null;
  clubCode: string | null;
}

/** Reason for not sending a failed email again. */
export type LeftOut =
  /** It reached its reader, or the provider has it. */
  | "delivered"
  /** Its address bounced, or its owner marked one of ours as spam. */
  | "dead"
  /** Its reader has stopped emails of the club that can be stopped. */
  | "stopped"
  /** Its data is gone. */
  | "gone";

type Failed = Pick<
  MailsTable,
  "id" | "tag" | "club_code" | "to_address" | "variables" | "provider_id" | "delivery" | "created_at"
> & {
  dead: 0 | 1;
  /** 1: an account of this address has stopped some emails of the club. */
  choosy: 0 | 1;
};

export interface ResendPlan {
  /** The emails that would be sent, the oldest first. */
  sends: { id: string; tag: string; clubCode: string | null }[];
  left: Record<LeftOut, number>;
  oldest: string | null;
  more: boolean;
  /** A fingerprint of what would be sent, which the form carries. */
  version: string;
}

/**
 * Plans which failed emails are sent again, and which are left out (product/support.md#support-tools).
 * @param stoppedParents which of the addresses belong to parents of the club who want no more reminders
 */
export async function resendPlan(
  control: ControlDb,
  filter: FailedFilter,
  stoppedParents: (clubCode: string, addresses: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<ResendPlan> {
  const found = await failedOf(control, filter);
  const left = { delivered: 0, dead: 0, stopped: 0, gone: 0 };
  const open: (Failed & { stoppable: boolean })[] = [];
  for (const mail of found.slice(0, MOST_RESENT)) {
    const stoppable = isStoppable(mail);
    if (mail.provider_id !== null || mail.delivery !== null) left.delivered += 1;
    else if (stoppable === null) left.gone += 1;
    else if (mail.dead === 1) left.dead += 1;
    else if (stoppable && mail.choosy === 1) left.stopped += 1;
    else open.push({ ...mail, stoppable });
  }
  const asked = new Map<string, string[]>();
  for (const { club_code, to_address, stoppable } of open)
    if (stoppable && club_code) asked.set(club_code, [...(asked.get(club_code) ?? []), to_address]);
  const stopped = new Map<string, ReadonlySet<string>>();
  for (const [code, addresses] of asked) stopped.set(code, await stoppedParents(code, addresses));
  const sends = open.filter(({ club_code, to_address, stoppable }) => {
    const wantsNone = stoppable && club_code && stopped.get(club_code)?.has(to_address.toLowerCase());
    if (wantsNone) left.stopped += 1;
    return !wantsNone;
  });
  const ids = sends.map(({ id }) => id);
  return {
    sends: sends.map(({ id, tag, club_code }) => ({ id, tag, clubCode: club_code })),
    left,
    oldest: sends[0]?.created_at ?? null,
    more: found.length > MOST_RESENT,
    version: createHash("sha256").update(ids.join()).digest("base64url").slice(0, 22),
  };
}

/** Tells whether its reader could stop this kind of email; null if it cannot be made again. */
function isStoppable({ id, variables }: Failed): boolean | null {
  if (variables === null) return null;
  try {
    return openContents(id, variables).unsubscribe !== undefined;
  } catch {
    // Sealed under a secret that is gone.
    return null;
  }
}

/** Loads failed emails, one more than are taken, where there are more. */
const failedOf = (control: ControlDb, { template, clubCode }: FailedFilter): Promise<Failed[]> =>
  control
    .selectFrom("mails as m")
    .select(["m.id", "m.tag", "m.club_code", "m.to_address", "m.variables", "m.provider_id", "m.delivery"])
    .select((eb) => [
      "m.created_at",
      sql<0 | 1>`${eb.exists(
        eb.selectFrom("dead_addresses as d").select("d.address").whereRef("d.address", "=", "m.to_address"),
      )}`.as("dead"),
      sql<0 | 1>`${eb.exists(
        eb
          .selectFrom("accounts as a")
          .innerJoin("notification_preferences as p", "p.account_id", "a.id")
          .select("a.id")
          .whereRef("a.email", "=", "m.to_address")
          .whereRef("p.club_code", "=", "m.club_code")
          .where((or) => or.or([or("p.email_on", "=", 0), or("p.switches", "like", "%false%")])),
      )}`.as("choosy"),
    ])
    // Written out: SQLite sees that the partial index fits only then.
    .where(sql<boolean>`m.status = 'failed'`)
    .$if(template !== null, (query) => query.where("m.tag", "=", template))
    .$if(clubCode !== null, (query) => query.where("m.club_code", "=", clubCode))
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(MOST_RESENT + 1)
    .execute();

/** Queues the emails of a plan again, each at most once, and records it for every club. @returns how many */
export const resend = (
  control: ControlDb,
  { sends }: Pick<ResendPlan, "sends">,
  by: string,
): Promise<number> =>
  inTransaction(control, async (tx) => {
    const at = now();
    const again: ResendPlan["sends"] = [];
    for (const mail of sends) {
      const { numUpdatedRows } = await tx
        .updateTable("mails")
        .set({ status: "queued", last_error: null })
        .where("id", "=", mail.id)
        .where("status", "=", "failed")
        .where("variables", "is not", null)
        .where("provider_id", "is", null)
        .where("delivery", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) again.push(mail);
    }
    await enqueueAll(
      tx,
      again.map(({ id }) => ({
        kind: "mail.send",
        payload: { mailId: id },
        key: `mail.send:${id}:${at.toISOString()}`,
        bulk: true,
      })),
    );
    const counts = new Map<string, { tag: string; clubCode: string | null; count: number }>();
    for (const { tag, clubCode } of again) {
      const key = `${tag} ${clubCode}`;
      counts.set(key, { tag, clubCode, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    for (const { tag, clubCode, count } of counts.values())
      await recordAudit(tx, {
        kind: "staff.mail-retried",
        actor: { kind: "staff", id: by },
        detail: { email: tag, count },
        ...(clubCode && { clubCode }),
        at,
      });
    return again.length;
  });

/** Loads the templates of failed emails, for a filter. */
export async function failedTemplates(control: ControlDb): Promise<string[]> {
  const rows = await control
    .selectFrom("mails as m")
    .select("m.tag")
    .distinct()
    .where(sql<boolean>`m.status = 'failed'`)
    .orderBy("m.tag")
    .execute();
  return rows.map(({ tag }) => tag);
}
