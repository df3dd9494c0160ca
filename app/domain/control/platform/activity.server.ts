import type { ControlDb } from "#app/db/control/schema.ts";

const DAY = 86_400_000;

export interface PlatformActivity {
  clubs: { active: number; suspended: number; new30: number };
  /** Teams on the national board. */
  ranked: number;
  /** Of the last 7 days, by UTC. */
  mail: { sent: number; failed: number; bounced: number };
  jobs: { waiting: number; dead: number };
  /** From the contact form, of the last 7 days. */
  messages: number;
}

/** What the platform is doing now, counted, not estimated (product.md#platform-staff). `at` is now. */
export async function platformActivity(control: ControlDb, at: Date): Promise<PlatformActivity> {
  const before = (days: number) => new Date(at.getTime() - days * DAY).toISOString();
  const [clubs, board, mail, jobs, messages] = await Promise.all([
    control
      .selectFrom("clubs")
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere("status", "=", "active").as("active"),
        fn.countAll<number>().filterWhere("status", "=", "suspended").as("suspended"),
        fn.countAll<number>().filterWhere("created_at", ">=", before(30)).as("new30"),
      ])
      .executeTakeFirstOrThrow(),
    control
      .selectFrom("leaderboard")
      .innerJoin("leaderboard_snapshots", "leaderboard_snapshots.id", "leaderboard.snapshot")
      .select("leaderboard_snapshots.ranked")
      .executeTakeFirst(),
    control
      .selectFrom("mail_counts")
      .select(["outcome", ({ fn }) => fn.sum<number>("mails").as("mails")])
      .where("day", ">=", before(6).slice(0, 10))
      .where("outcome", "in", ["sent", "failed", "bounced"])
      .groupBy("outcome")
      .execute(),
    control
      .selectFrom("jobs")
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere("status", "in", ["queued", "running"]).as("waiting"),
        fn.countAll<number>().filterWhere("status", "=", "dead").as("dead"),
      ])
      .where("status", "in", ["queued", "running", "dead"])
      .executeTakeFirstOrThrow(),
    control
      .selectFrom("contact_messages")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("created_at", ">=", before(7))
      .executeTakeFirstOrThrow(),
  ]);
  const mailsThat = (outcome: string) => mail.find((row) => row.outcome === outcome)?.mails ?? 0;
  return {
    clubs,
    ranked: board?.ranked ?? 0,
    mail: { sent: mailsThat("sent"), failed: mailsThat("failed"), bounced: mailsThat("bounced") },
    jobs,
    messages: messages.count,
  };
}
