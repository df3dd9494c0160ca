import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** After so many failures a job is dead: it stays in the table for staff to look at and try again. */
export const MAX_ATTEMPTS = 12;
/** What a job died of that nobody heard the end of. */
const NO_END = "Its process ended, or took longer than its lease, at every try";
/** A job that a crashed process held is free again after this long. */
const LOCK_MINUTES = 5;
const MINUTE = 60_000;
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE;
/** So long a job waits whose club is down, as often as it takes: that is no try of its own. */
const CLUB_PAUSE_MS = MINUTE;
/** Two processes may read the clock a little apart; more than this is a clock that was set back. */
const CLOCK_SLACK_MS = 5_000;

/** What a handler throws where another try makes no sense before a moment. */
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

/**
 * Puts a job on the durable queue; call it inside the transaction whose effect the job continues.
 * Two jobs with one key are one job. Handlers must bear being run twice.
 */
export async function enqueue(
  control: ControlDb,
  job: { kind: string; payload: unknown; key?: string; runAt?: Date },
): Promise<void> {
  await control
    .insertInto("jobs")
    .values({
      id: newId(),
      kind: job.kind,
      key: job.key ?? null,
      payload: JSON.stringify(job.payload),
      status: "queued",
      attempts: 0,
      run_at: (job.runAt ?? now()).toISOString(),
      locked_until: null,
      last_error: null,
      created_at: nowIso(),
      finished_at: null,
    })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}

/**
 * Takes the next due job (or one that a dead process held) for this process, or null. One that its process has not
 * survived at any try is buried instead: it would end the process for ever.
 */
export function takeJob(control: ControlDb): Promise<Job | null> {
  return inTransaction(control, async (tx) => {
    const at = nowIso();
    await tx
      .updateTable("jobs")
      .set({ status: "dead", locked_until: null, finished_at: at, last_error: NO_END })
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
      .orderBy("run_at")
      .limit(1)
      .executeTakeFirst();
    if (!next) return null;
    await tx
      .updateTable("jobs")
      .set({
        status: "running",
        attempts: next.attempts + 1,
        locked_until: new Date(now().getTime() + LOCK_MINUTES * MINUTE).toISOString(),
      })
      .where("id", "=", next.id)
      .execute();
    return { ...next, payload: JSON.parse(next.payload) as unknown, attempts: next.attempts + 1 };
  });
}

export async function finishJob(control: ControlDb, id: string): Promise<void> {
  await control
    .updateTable("jobs")
    .set({ status: "done", finished_at: nowIso(), locked_until: null, last_error: null })
    .where("id", "=", id)
    .execute();
}

/**
 * Schedules the next try with a growing pause, or buries the job. A job whose club is down is never buried for that: it
 * goes on within a minute after the club is back. @returns when the next try is, or dead.
 */
export async function failJob(
  control: ControlDb,
  job: Job,
  error: unknown,
): Promise<{ next: Date } | "dead"> {
  const waits = error instanceof ClubUnavailable;
  const attempts = waits ? job.attempts - 1 : job.attempts;
  const dead = attempts >= MAX_ATTEMPTS;
  const earliest = error instanceof NotBefore ? error.at.getTime() : 0;
  const next = new Date(
    Math.max(earliest, now().getTime() + (waits ? CLUB_PAUSE_MS : pauseBefore(attempts + 1))),
  );
  await control
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
 * Brings back what a clock that ran ahead has put too far into the future: jobs that were queued or put off by it,
 * and leases that it gave out. For the jobs process, now and then. @returns how many jobs were brought back.
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
    .set({ locked_until: latest(LOCK_MINUTES * MINUTE) })
    .where("status", "=", "running")
    .where("locked_until", ">", latest(LOCK_MINUTES * MINUTE + CLOCK_SLACK_MS))
    .executeTakeFirst();
  return Number(queued.numUpdatedRows + running.numUpdatedRows);
}

/** 5 s before the second try, doubling, at most 6 hours: the twelfth try comes about 7 hours after the first. */
export function pauseBefore(attempt: number): number {
  return Math.min(5_000 * 2 ** Math.max(0, attempt - 2), LONGEST_PAUSE_MS);
}
