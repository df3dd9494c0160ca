import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Weeks that the trends show, the present one included. */
export const TREND_WEEKS = 12;

/**
 * What the platform is doing now, counted, not estimated, in three queries (product.md#platform-staff).
 * @param at is now; days are those of UTC
 */
export async function platformActivity(control: ControlDb, at: Date) {
  const before = (days: number) => new Date(at.getTime() - days * DAY_MS).toISOString();
  const [clubs, weeks, { newestSignIn, ...now }] = await Promise.all([
    clubStats(control, before(30)),
    weeklyCounts(control, at),
    waiting(control, { month: before(30), week: before(6).slice(0, 10) }),
  ]);
  return { clubs, weeks, newestSignIn, ...now };
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

export interface WeekCounts {
  /** Its Sunday, as a date in UTC. */
  week: string;
  signUps: number;
  /** Copies of signed agreements that were mailed: the platform's database knows of no agreement itself. */
  copies: number;
}

/** The last weeks, the oldest first, each beginning on Sunday (UTC). */
async function weeklyCounts(control: ControlDb, at: Date): Promise<WeekCounts[]> {
  const sunday = at.getTime() - at.getUTCDay() * DAY_MS;
  const weeks = Array.from({ length: TREND_WEEKS }, (_, index) =>
    new Date(sunday - (TREND_WEEKS - 1 - index) * 7 * DAY_MS).toISOString().slice(0, 10),
  );
  const [first = ""] = weeks;
  const days = Array.from({ length: TREND_WEEKS * 7 }, (_, day) =>
    new Date(Date.parse(first) + day * DAY_MS).toISOString().slice(0, 10),
  );
  // Day by day, so that each is found by the key, which begins with the day and has every template.
  const { rows } = await sql<{ what: "signUps" | "copies"; week: string; n: number }>`
    select 'signUps' as what, date(created_at, '-6 days', 'weekday 0') as week, count(*) as n from clubs
      where status in ('active', 'suspended') and created_at >= ${first} group by 2
    union all
    select 'copies', date(c.day, '-6 days', 'weekday 0'), sum(c.mails)
      from json_each(${JSON.stringify(days)}) d
      join mail_counts c on c.day = d.value and c.template = 'agreement-copy' and c.outcome = 'sent'
      group by 2`.execute(control);
  const of = (what: "signUps" | "copies", week: string) =>
    rows.find((row) => row.what === what && row.week === week)?.n ?? 0;
  return weeks.map((week) => ({ week, signUps: of("signUps", week), copies: of("copies", week) }));
}

/** What waits or came in: each from an index of its own. */
async function waiting(control: ControlDb, { month, week }: { month: string; week: string }) {
  const row = await control
    .selectNoFrom((eb) => {
      const mails = (outcome: "sent" | "bounced") =>
        eb
          .selectFrom("mail_counts")
          .select(({ fn }) => fn.sum<number>("mails").as("n"))
          .where("day", ">=", week)
          .where("outcome", "=", outcome);
      return [
        eb
          .selectFrom("jobs")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where("status", "in", ["queued", "running"])
          .as("jobs"),
        // Both conditions are written out: SQLite sees that the partial index fits only then.
        eb
          .selectFrom("subscriptions")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where(sql<boolean>`payment_status <> 'paid' and payment_status = 'processing'`)
          .as("paymentsProcessing"),
        eb
          .selectFrom("ledger")
          .select(({ fn }) => fn.sum<number>("amount_cents").as("n"))
          .where("moved_at", ">=", month)
          .as("cents"),
        mails("sent").as("mailsSent"),
        mails("bounced").as("mailsBounced"),
        eb
          .selectFrom("mails")
          .select(({ fn }) => fn.countAll<number>().as("n"))
          .where(sql<boolean>`status = 'queued'`)
          .as("mailsQueued"),
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
    jobs: row.jobs ?? 0,
    paymentsProcessing: row.paymentsProcessing ?? 0,
    cents: row.cents ?? 0,
    mail: { sent: row.mailsSent ?? 0, bounced: row.mailsBounced ?? 0, queued: row.mailsQueued ?? 0 },
    newestSignIn: row.newestSignIn,
    ranked: row.ranked ?? 0,
  };
}
