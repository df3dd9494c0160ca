import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { suspendedIfEndedBy } from "#app/domain/control/clubs/club-access.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Weeks that the trends show, the present one included. */
export const TREND_WEEKS = 12;

/**
 * Counts the platform's activity now, exactly, in three queries (product/platform-staff.md#platform-staff).
 * @param at is now; days are those of UTC
 */
export async function platformActivity(control: ControlDb, at: Date) {
  const before = (days: number) => new Date(at.getTime() - days * DAY_MS).toISOString();
  const [clubs, trend, { newestSignIn, ...now }] = await Promise.all([
    clubStats(control, before(30), at),
    trends(control, at),
    waiting(control, { month: before(30), week: before(6).slice(0, 10) }),
  ]);
  return { clubs, ...trend, newestSignIn, ...now };
}

/** Days before its end from which a year counts as ending. */
const ENDING_DAYS = 30;

/** Clubs of a state by where they are in their year. */
export interface ClubsOfState {
  state: string;
  open: number;
  ending: number;
  readOnly: number;
  suspended: number;
}

/** Loads clubs by status, state and term, the newest, and how many players the active ones said they have. */
async function clubStats(control: ControlDb, since: string, at: Date) {
  const today = at.toISOString();
  const ending = new Date(at.getTime() + ENDING_DAYS * DAY_MS).toISOString();
  // The term counts, whatever a daily job has stored (product/billing.md#term).
  const over = suspendedIfEndedBy(at);
  const rows = await control
    .selectFrom("clubs")
    .select(({ fn, ref }) => [
      "status",
      "state",
      fn.countAll<number>().as("clubs"),
      fn.countAll<number>().filterWhere("created_at", ">=", since).as("new30"),
      fn.countAll<number>().filterWhere("term_ends_at", ">", ending).as("open"),
      fn.countAll<number>().filterWhere("term_ends_at", ">", today).as("running"),
      fn.countAll<number>().filterWhere("term_ends_at", "<=", over).as("over"),
      fn.sum<number>("estimated_players").filterWhere("term_ends_at", ">", today).as("players"),
      fn.max<string | null>(ref("created_at")).as("newest"),
    ])
    .groupBy(["status", "state"])
    .execute();
  const sum = (of: "clubs" | "new30" | "players", status?: string) =>
    rows.reduce((all, row) => all + (status && row.status !== status ? 0 : (row[of] ?? 0)), 0);
  const states = new Map<string, ClubsOfState>();
  for (const row of rows.filter(({ status }) => status !== "creating")) {
    const { state } = row;
    const of = states.get(state) ?? { state, open: 0, ending: 0, readOnly: 0, suspended: 0 };
    states.set(state, of);
    if (row.status === "suspended") of.suspended += row.clubs;
    else {
      of.open += row.open;
      of.ending += row.running - row.open;
      of.readOnly += row.clubs - row.running - row.over;
      of.suspended += row.over;
    }
  }
  const inAll = (of: keyof Omit<ClubsOfState, "state">) =>
    [...states.values()].reduce((all, one) => all + one[of], 0);
  return {
    active: inAll("open") + inAll("ending"),
    readOnly: inAll("readOnly"),
    suspended: inAll("suspended"),
    creating: sum("clubs", "creating"),
    new30: sum("new30"),
    players: sum("players", "active"),
    newest: rows.reduce<string | null>(
      (newest, row) => (row.newest && row.newest > (newest ?? "") ? row.newest : newest),
      null,
    ),
    states: [...states.values()],
  };
}

/** Days and months of the trends, the present ones included. */
export const TREND_DAYS = 28;
const TREND_MONTHS = 12;

interface WeekCounts {
  /** Sunday of the week, as a date in UTC. */
  week: string;
  signUps: number;
  signed: number;
}

interface MonthMoney {
  /** YYYY-MM. */
  month: string;
  paid: number;
  /** Refunds less those that came back, and what banks took less what they gave back; both 0 or below. */
  refunded: number;
  contested: number;
}

/** Loads sign-ups and signatures by week from Sunday, ratings by day, money by month, the oldest first, all in UTC. */
async function trends(control: ControlDb, at: Date) {
  const sunday = at.getTime() - at.getUTCDay() * DAY_MS;
  const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const listOf = (length: number, of: (before: number) => string) =>
    Array.from({ length }, (_, index) => of(length - 1 - index));
  const weeks = listOf(TREND_WEEKS, (before) => dateOf(sunday - before * 7 * DAY_MS));
  const days = listOf(TREND_DAYS, (before) => dateOf(at.getTime() - before * DAY_MS));
  const months = listOf(TREND_MONTHS, (before) =>
    dateOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - before)).slice(0, 7),
  );
  const [firstWeek = "", firstDay = "", firstMonth = ""] = [weeks[0], days[0], months[0]];
  const { rows } = await sql<{ what: string; at: string; n: number }>`
    select 'signUps' as what, date(created_at, '-6 days', 'weekday 0') as at, count(*) as n from clubs
      where status in ('active', 'suspended') and created_at >= ${firstWeek} group by 2
    union all
    select 'signed', date(day, '-6 days', 'weekday 0'), sum(signed) from day_totals
      where day >= ${firstWeek} group by 2
    union all
    select 'ratings', day, ratings from day_totals where day >= ${firstDay}
    union all
    select 'signedDays', '', sum(signed) from day_totals where day >= ${firstDay}
    union all
    select kind, substr(moved_at, 1, 7), sum(amount_cents) from ledger
      where moved_at >= ${firstMonth} group by 1, 2
    union all
    select 'byHand', substr(settled_at, 1, 7), -sum(amount_cents) from refund_orders
      where state = 'settled' and settled_at >= ${firstMonth} group by 2`.execute(control);
  const found = new Map(rows.map((row) => [`${row.what} ${row.at}`, row.n]));
  const of = (when: string, ...what: string[]) =>
    what.reduce((sum, one) => sum + (found.get(`${one} ${when}`) ?? 0), 0);
  return {
    weeks: weeks.map(
      (week): WeekCounts => ({ week, signUps: of(week, "signUps"), signed: of(week, "signed") }),
    ),
    days: days.map((day) => ({ day, ratings: of(day, "ratings") })),
    signed: of("", "signedDays"),
    months: months.map(
      (month): MonthMoney => ({
        month,
        paid: of(month, "payment"),
        refunded: of(month, "refund", "refund-returned", "byHand"),
        contested: of(month, "dispute", "dispute-returned"),
      }),
    ),
  };
}

/** Counts pending and incoming items, each from an index of its own. */
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
        // SQLite uses the partial index only with both conditions written out.
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
        eb
          .selectFrom("refund_orders")
          .select(({ fn }) => fn.sum<number>("amount_cents").as("n"))
          .where("state", "=", "settled")
          .where("settled_at", ">=", month)
          .as("byHand"),
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
    cents: (row.cents ?? 0) - (row.byHand ?? 0),
    mail: { sent: row.mailsSent ?? 0, bounced: row.mailsBounced ?? 0, queued: row.mailsQueued ?? 0 },
    newestSignIn: row.newestSignIn,
    ranked: row.ranked ?? 0,
  };
}
