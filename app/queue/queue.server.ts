import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { besideOthers, inTransaction } from "#app/db/engine.server.ts";
import { DataIsNewer } from "#app/db/releases.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Failures after which a job is dead: it stays in the table for staff. */
export const MAX_ATTEMPTS = 12;
/** Error stored when a job's process died on every attempt. */
const PROCESS_DIED = "Its process ended, or took longer than its lease, at every try";
/** Lease of a running job; after it another process may take the job. The one that runs it extends the lease. */
const LEASE_MINUTES = 5;
export const EXTEND_EVERY_MS = (LEASE_MINUTES * MINUTE_MS) / 3;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;
/** Delay of a job whose club is down; it does not count as an attempt. */
const CLUB_PAUSE_MS = MINUTE_MS;
/** Difference of two processes' clocks that is tolerated; a larger one is a clock that was set back. */
const CLOCK_SLACK_MS = 5_000;

/** Thrown by a handler that cannot succeed before a known moment. */
export class NotBefore extends Error {
  override name = "NotBefore";
  constructor(
    readonly at: Date,
    reason: string,
  ) {
    super(reason);
  }
}

export interface Job {
  id: string;
  kind: string;
  payload: unknown;
  attempts: number;
}

export interface NewJob {
  kind: string;
  payload: unknown;
  /** Unique key of a job; a second one with it is dropped. */
  key?: string;
  /** Earliest time of the run. */
  runAt?: Date;
  /** Waits until no other job is due: much work of which none is urgent. */
  bulk?: boolean;
}

/**
 * Puts a job on the durable queue; call it in the transaction that the job continues. Two jobs with one key are one
 * job. Handlers must be idempotent.
 */
export const enqueue = (control: ControlDb, job: NewJob): Promise<void> => enqueueAll(control, [job]);

/** Puts at most some hundred jobs on the queue, in one statement. */
export async function enqueueAll(control: ControlDb, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await besideOthers(control)
    .insertInto("jobs")
    .values(
      jobs.map((job) => ({
        id: newId(),
        kind: job.kind,
        key: job.key ?? null,
        payload: JSON.stringify(job.payload),
        status: "queued" as const,
        attempts: 0,
        run_at: (job.runAt ?? now()).toISOString(),
        locked_until: null,
        last_error: null,
        created_at: nowIso(),
        finished_at: null,
        bulk: job.bulk ? 1 : 0,
      })),
    )
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/**
 * Takes the next due job, or one whose lease ran out, for this process, bulk work last; null if there is none. A job
 * whose process died on every attempt becomes dead instead of killing the next process.
 * @param done the jobs that were run before it, which are finished with the same write to the disk
 */
export function takeJob(control: ControlDb, done: readonly string[] = []): Promise<Job | null> {
  return inTransaction(besideOthers(control), async (tx) => {
    const at = nowIso();
    await finishJobs(tx, done);
    await tx
      .updateTable("jobs")
      .set({ status: "dead", locked_until: null, finished_at: at, last_error: PROCESS_DIED })
      .where("status", "=", "running")
      .where("locked_until", "<=", at)
      .where("attempts", ">=", MAX_ATTEMPTS)
      .execute();
    const next = await tx
      .selectFrom("jobs")
      .select(["id", "kind", "payload", "attempts"])
      .where((eb) =>
        eb.or([
          eb("status", "=", "queued").and("run_at", "<=", at),
          eb("status", "=", "running").and("locked_until", "<=", at),
        ]),
      )
      .orderBy("bulk")
      .orderBy("run_at")
      .limit(1)
      // Rows that another machine is taking are skipped.
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!next) return null;
    await tx
      .updateTable("jobs")
      .set({
        status: "running",
        attempts: next.attempts + 1,
        locked_until: leaseFromNow(),
      })
      .where("id", "=", next.id)
      .execute();
    return asTaken(next);
  });
}

const asTaken = ({
  payload,
  attempts,
  ...job
}: {
  id: string;
  kind: string;
  payload: string;
  attempts: number;
}): Job => ({
  ...job,
  payload: JSON.parse(payload) as unknown,
  attempts: attempts + 1,
});

/** The most jobs that are run at once. */
const MOST_TOGETHER = 50;

/**
 * Takes due jobs of the kind of one that was just taken, to run with it. Only untried ones, so that a failed job delays
 * no other.
 * @param room what they may weigh together with that one
 */
export async function takeAlike(
  control: ControlDb,
  { kind, payload, attempts }: Job,
  room: { most: number; weigh(payload: unknown): number },
): Promise<Job[]> {
  if (attempts > 1) return [];
  return inTransaction(besideOthers(control), async (tx) => {
    const due = await tx
      .selectFrom("jobs")
      .select(["id", "kind", "payload", "attempts"])
      .where("status", "=", "queued")
      .where("run_at", "<=", nowIso())
      .where("kind", "=", kind)
      .where("attempts", "=", 0)
      .orderBy("bulk")
      .orderBy("run_at")
      .limit(MOST_TOGETHER - 1)
      .forUpdate()
      .skipLocked()
      .execute();
    const taken: Job[] = [];
    let left = room.most - room.weigh(payload);
    for (const job of due.map(asTaken)) {
      left -= room.weigh(job.payload);
      if (left < 0) break;
      taken.push(job);
    }
    if (taken.length === 0) return [];
    await tx
      .updateTable("jobs")
      .set({ status: "running", attempts: 1, locked_until: leaseFromNow() })
      .where(
        "id",
        "in",
        taken.map(({ id }) => id),
      )
      .execute();
    return taken;
  });
}

/** Keeps a running job from another process for as long again; nothing where that has taken it already. */
export async function extendLease(control: ControlDb, job: Pick<Job, "id" | "attempts">): Promise<void> {
  await besideOthers(control)
    .updateTable("jobs")
    .set({ locked_until: leaseFromNow() })
    .where("id", "=", job.id)
    .where("status", "=", "running")
    .where("attempts", "=", job.attempts)
    .execute();
}

const leaseFromNow = () => new Date(now().getTime() + LEASE_MINUTES * MINUTE_MS).toISOString();

export async function finishJobs(control: ControlDb, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await besideOthers(control)
    .updateTable("jobs")
    .set({ status: "done", finished_at: nowIso(), locked_until: null, last_error: null })
    .where("id", "in", ids)
    .execute();
}

/**
 * Schedules the next attempt with a growing pause, or marks the job dead. A job whose club is down, or whose data a
 * newer release has migrated, never dies of it, and runs within a minute once that is over.
 * @returns the time of the next attempt, or 'dead'
 */
export async function failJob(
  control: ControlDb,
  job: Job,
  error: unknown,
): Promise<{ next: Date } | "dead"> {
  const waits = error instanceof ClubUnavailable || error instanceof DataIsNewer;
  const attempts = waits ? job.attempts - 1 : job.attempts;
  const dead = attempts >= MAX_ATTEMPTS;
  const earliest = error instanceof NotBefore ? error.at.getTime() : 0;
  const next = new Date(
    Math.max(earliest, now().getTime() + (waits ? CLUB_PAUSE_MS : pauseBefore(attempts + 1))),
  );
  await besideOthers(control)
    .updateTable("jobs")
    .set({
      status: dead ? "dead" : "queued",
      attempts,
      run_at: next.toISOString(),
      locked_until: null,
      last_error: String(error).slice(0, 500),
      finished_at: dead ? nowIso() : null,
    })
    .where("id", "=", job.id)
    .execute();
  return dead ? "dead" : { next };
}

/**
 * Brings back jobs and leases that a clock running ahead put too far into the future. The jobs process calls it
 * periodically. @returns how many jobs were brought back.
 */
export async function bringBackFutureJobs(control: ControlDb): Promise<number> {
  const at = now();
  const latest = (ms: number) => new Date(at.getTime() + ms).toISOString();
  const queued = await control
    .updateTable("jobs")
    .set({ run_at: at.toISOString(), created_at: at.toISOString() })
    .where("status", "=", "queued")
    .where("run_at", ">", at.toISOString())
    .where((eb) =>
      eb.or([
        eb("created_at", ">", latest(CLOCK_SLACK_MS)),
        eb("attempts", ">", 0).and("run_at", ">", latest(LONGEST_PAUSE_MS + CLOCK_SLACK_MS)),
      ]),
    )
    .executeTakeFirst();
  const running = await control
    .updateTable("jobs")
    .set({ locked_until: latest(LEASE_MINUTES * MINUTE_MS) })
    .where("status", "=", "running")
    .where("locked_until", ">", latest(LEASE_MINUTES * MINUTE_MS + CLOCK_SLACK_MS))
    .executeTakeFirst();
  return Number(queued.numUpdatedRows + running.numUpdatedRows);
}

/** Returns the pause: 5 s before the second attempt, then doubling up to 6 hours; 12 attempts take about 7 hours. */
export function pauseBefore(attempt: number): number {
  return Math.min(5_000 * 2 ** Math.max(0, attempt - 2), LONGEST_PAUSE_MS);
}

interface QueueStat {
  kind: string;
  /** later: due in the future, mostly after a failure; due: could run now; dead: given up. */
  status: "due" | "later" | "running" | "dead";
  jobs: number;
  /** Time since the oldest due job became due; 0 for jobs that are not due. */
  oldestDueSeconds: number;
}

/** Loads job counts by kind and status, without done jobs: one query over an index. */
export async function queueStats(control: ControlDb): Promise<QueueStat[]> {
  const at = now();
  const rows = await control
    .selectFrom("jobs")
    .select((eb) => [
      "kind",
      eb
        .case()
        .when("status", "<>", "queued")
        .then(eb.ref("status"))
        .when("run_at", "<=", at.toISOString())
        .then("due")
        .else("later")
        .end()
        .as("state"),
      eb.fn.countAll<number>().as("jobs"),
      eb.fn.min("run_at").as("oldest"),
    ])
    .where("status", "in", ["queued", "running", "dead"])
    .groupBy(["kind", "state"])
    .execute();
  return rows.map(({ kind, state, jobs, oldest }) => ({
    kind,
    status: state as QueueStat["status"],
    jobs,
    oldestDueSeconds: state === "due" ? Math.max(0, (at.getTime() - Date.parse(oldest)) / 1000) : 0,
  }));
}

/** Kinds of jobs that send mail. */
export const MAIL_JOBS = ["mail.send", "mail.batch"];

/** Seconds that the oldest unsent mail has waited since it was due, retries included; 0 if none waits. */
export async function oldestMailSeconds(control: ControlDb): Promise<number> {
  const at = now();
  const { since } = await control
    .selectFrom("jobs")
    .select((eb) =>
      eb.fn
        .min<string | null>(
          eb.case().when("attempts", ">", 0).then(eb.ref("created_at")).else(eb.ref("run_at")).end(),
        )
        .as("since"),
    )
    .where("status", "in", ["queued", "running"])
    .where("kind", "in", MAIL_JOBS)
    .where((eb) => eb.or([eb("attempts", ">", 0), eb("run_at", "<=", at.toISOString())]))
    .executeTakeFirstOrThrow();
  return since === null ? 0 : Math.max(0, (at.getTime() - Date.parse(since)) / 1000);
}

/** Jobs that were given up, the longest ago first; at most one more than asked for. */
export const deadJobs = (control: ControlDb, most: number) =>
  control
    .selectFrom("jobs")
    .select(["id", "kind", "attempts", "last_error", "created_at"])
    .select((eb) => eb.fn.coalesce("finished_at", "run_at").as("at"))
    .where("status", "=", "dead")
    .orderBy("run_at")
    .limit(most + 1)
    .execute();

/** Gives a job that was given up all of its attempts again, at once. @returns its kind; null if it is not given up */
export async function reviveJob(tx: ControlTx, id: string): Promise<string | null> {
  const job = await tx
    .updateTable("jobs")
    .set({ status: "queued", attempts: 0, run_at: nowIso(), locked_until: null, finished_at: null })
    .where("id", "=", id)
    .where("status", "=", "dead")
    .returning("kind")
    .executeTakeFirst();
  return job?.kind ?? null;
}

/** Makes jobs due that wait for another try. @returns how many */
export async function hurryJobs(control: ControlDb): Promise<number> {
  const at = nowIso();
  const hurried = await control
    .updateTable("jobs")
    .set({ run_at: at })
    .where("status", "=", "queued")
    .where("run_at", ">", at)
    .where("attempts", ">", 0)
    .executeTakeFirst();
  return Number(hurried.numUpdatedRows);
}

/**
 * Ends the leases of running jobs, so that they run again: for the jobs process, which runs one at a time, so that the
 * process of any other is gone. @param but the kind of job that asks
 */
export async function freeJobs(control: ControlDb, but: string): Promise<number> {
  const freed = await control
    .updateTable("jobs")
    .set({ status: "queued", locked_until: null })
    .where("status", "=", "running")
    .where("kind", "<>", but)
    .executeTakeFirst();
  return Number(freed.numUpdatedRows);
}

/** Counts the unfinished jobs whose key begins with the prefix. */
export async function openJobsOf(control: ControlDb, prefix: string): Promise<number> {
  const { jobs } = await control
    .selectFrom("jobs")
    .select((eb) => eb.fn.countAll<number>().as("jobs"))
    .where("key", ">=", `${prefix}:`)
    .where("key", "<", `${prefix};`)
    .where("status", "in", ["queued", "running"])
    .executeTakeFirstOrThrow();
  return jobs;
}
