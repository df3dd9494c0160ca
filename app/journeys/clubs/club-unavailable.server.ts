import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import { ClubUnavailable, type Unavailability } from "#app/db/club-unavailable.server.ts";
import type { Clubs } from "#app/db/clubs.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { log } from "#app/observability/log.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { countMails, queueMail } from "#app/queue/mail-queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/runtime/durations.ts";

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;
const TEMPLATE = "club-down";

/** Advice for staff; none for problems that pass. */
const waysBack: Partial<Record<Unavailability, string>> = {
  missing: "Its file is gone. Restore it from the last backup.",
  damaged: "Its file is damaged. Restore it from the last backup.",
  foreign: "The file under its name belongs to another club. Restore the right one from the last backup.",
  outdated: "Its file has not been migrated to this release. Run: npm run migrate",
};

/** Returns the problem and its cause in one line. */
export const describeUnavailable = (error: ClubUnavailable): string =>
  error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;

/**
 * Emails platform staff that a club is down, at most once a day per club; the queued email itself is the memory.
 * Temporary problems are not reported: a file being replaced, a machine out of resources.
 */
export async function alertStaff({ control }: { control: ControlDb }, error: ClubUnavailable): Promise<void> {
  const way = waysBack[error.reason];
  const { code } = error;
  if (!way) return;
  await inTransaction(control, async (tx) => {
    const club = await tx.selectFrom("clubs").select("name").where("code", "=", code).executeTakeFirst();
    if (!club || (await countMails(tx, code, TEMPLATE, new Date(now().getTime() - DAY_MS))) > 0) return;
    await queueMail(tx, {
      key: `${TEMPLATE}:${code}:${nowIso()}`,
      template: TEMPLATE,
      variables: {
        club: { name: club.name, code },
        appUrl: env().appUrl,
        problem: describeUnavailable(error),
        remedy: way,
      },
      to: brand.mail.support,
      clubCode: code,
    });
  });
}

/** Clubs whose file failed in this process, with the file and the time of the next attempt. */
const down = new Map<string, { failures: number; until: number; file: string | null }>();

/** Tells whether background work should open a club now: after a failure it waits, unless the file was replaced. */
export function shouldRetryClub(clubs: Clubs, code: string): boolean {
  const known = down.get(code);
  return !known || clubs.fileOf(code) !== known.file || performance.now() >= known.until;
}

/**
 * Records that background work could not use a club and alerts staff. The next attempt waits 5 s to 10 minutes, so one
 * broken file neither fills the log nor keeps the jobs process busy.
 */
export async function clubFailed(
  of: "outbox" | "leaderboard" | "timetable" | "staff search",
  { control, clubs }: { control: ControlDb; clubs: Clubs },
  code: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ClubUnavailable)) {
    noteRetry(
      of,
      { club: code, err: error },
      `a club's ${of} cannot be brought up to date, will be tried again`,
    );
    return;
  }
  const failures = (down.get(code)?.failures ?? 0) + 1;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10), LONGEST_PAUSE_MS);
  down.set(code, { failures, until: performance.now() + pause, file: clubs.fileOf(code) });
  noteRetry(of, { club: code, err: error, failures, nextTrySeconds: pause / 1000 }, "a club is down");
  await alertStaff({ control }, error);
}

/** Clears a club's recorded failures. */
export function clubWorks(code: string): void {
  if (down.delete(code)) log.info({ club: code }, "a club is back");
}
