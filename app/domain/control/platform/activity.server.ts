import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** What the platform is doing now; every figure is counted. */
export type PlatformActivity = Awaited<ReturnType<typeof platformActivity>>;

/**
 * What the platform is doing now, counted, not estimated, in three queries (product.md#platform-staff).
 * @param at is now; days are those of UTC
 */
export async function platformActivity(control: ControlDb, at: Date) {
  const before = (days: number) => new Date(at.getTime() - days * DAY_MS).toISOString();
  const [clubs, mail, now] = await Promise.all([
    clubStats(control, before(30)),
    mailStats(control, before(6).slice(0, 10)),
    waiting(control, { since: before(7), late: before(1) }),
  ]);
  const { mailsQueued, newestSignIn, ...rest } = now;
  return { clubs, mail: { ...mail, queued: mailsQueued }, newestSignIn, ...rest };
}

/** Clubs by status, the newest, and how many players the active ones said they have. */
const clubStats = (control: ControlDb, since: string) =>
  control
    .selectFrom("clubs")
    .select(({ fn, ref }) => [
      fn.countAll<number>().filterWhere("status", "=", "active").as("active"),
      fn.countAll<number>().filterWhere("status", "=", "suspended").as("suspended"),
      fn.countAll<number>().filterWhere("status", "=", "creating").as("creating"),
      fn.countAll<number>().filterWhere("created_at", ">=", since).as("new30"),
      fn
        .coalesce(fn.sum<number>("estimated_players").filterWhere("status", "=", "active"), sql<number>`0`)
        .as("players"),
      fn.max<string | null>(ref("created_at")).as("newest"),
    ])
    .executeTakeFirstOrThrow();

/** Emails of the last 7 days, from the counters that outlive them. */
async function mailStats(control: ControlDb, since: string) {
  const rows = await control
    .selectFrom("mail_counts")
    .select(["outcome", ({ fn }) => fn.sum<number>("mails").as("mails")])
    .where("day", ">=", since)
    .where("outcome", "in", ["sent", "failed", "bounced"])
    .groupBy("outcome")
    .execute();
  const mailsThat = (outcome: string) => rows.find((row) => row.outcome === outcome)?.mails ?? 0;
  return { sent: mailsThat("sent"), failed: mailsThat("failed"), bounced: mailsThat("bounced") };
}

/** What waits, has failed or came in: each from an index of its own. */
async function waiting(control: ControlDb, { since, late }: { since: string; late: string }) {
  const row = await control
    .selectNoFrom((eb) => {
      const jobs = (...statuses: ("queued" | "running" | "dead")[]) =>
        eb
          .selectFrom("jobs")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("status", "in", statuses);
      // Both conditions are written out: SQLite sees that the partial index fits only then.
      const payments = (status: "processing" | "failed") =>
        eb
          .selectFrom("subscriptions")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where(sql<boolean>`payment_status <> 'paid' and payment_status = ${sql.lit(status)}`);
      return [
        jobs("queued", "running").as("jobsWaiting"),
        jobs("dead").as("jobsDead"),
        payments("processing").as("paymentsProcessing"),
        payments("failed").as("paymentsFailed"),
        eb
          .selectFrom("mails")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where(sql<boolean>`status = 'queued'`)
          .as("mailsQueued"),
        eb
          .selectFrom("contact_messages")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("created_at", ">=", since)
          .as("messages"),
        eb
          .selectFrom("contact_messages")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("state", "=", "new")
          .where("created_at", "<", late)
          .as("lateMessages"),
        eb
          .selectFrom("audit")
          .select("at")
          .where("topic", "=", "sign-in")
          .where("club_code", "is not", null)
          .orderBy("at", "desc")
          .limit(1)
          .as("newestSignIn"),
        eb
          .selectFrom("leaderboard")
          .innerJoin("leaderboard_snapshots", "leaderboard_snapshots.id", "leaderboard.snapshot")
          .select("leaderboard_snapshots.ranked")
          .limit(1)
          .as("ranked"),
      ];
    })
    .executeTakeFirstOrThrow();
  return {
    jobs: { waiting: row.jobsWaiting ?? 0, dead: row.jobsDead ?? 0 },
    payments: { processing: row.paymentsProcessing ?? 0, failed: row.paymentsFailed ?? 0 },
    mailsQueued: row.mailsQueued ?? 0,
    messages: row.messages ?? 0,
    lateMessages: row.lateMessages ?? 0,
    newestSignIn: row.newestSignIn,
    ranked: row.ranked ?? 0,
  };
}
