import type { ClubDb } from "#app/db/club/schema.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { clubOfMails } from "#app/domain/club/settings/settings.server.ts";
import { accessOfClub, findClub } from "#app/domain/control/clubs/clubs.server.ts";
import {
  type ClubLook,
  endLook,
  LONGEST_PLAN_MS,
  postponeLook,
  type StepPlan,
  takeDueClub,
} from "#app/domain/control/clubs/timetable.server.ts";
import { clubFailed, clubWorks, shouldRetryClub } from "#app/journeys/clubs/club-unavailable.server.ts";
import type { ClubWeekStep } from "#app/journeys/context.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { clubWeekSteps } from "./steps.server.ts";

/** Delay before a failed step is tried again. */
const RETRY_MS = 5 * MINUTE_MS;
/** Delay before a club whose file is down is looked at again. */
const DOWN_MS = MINUTE_MS;
/**
 * Interval of looks at a club that is not active: it is sent nothing, but words are erased
 * (product/operations.md#timetable).
 */
const INACTIVE_MS = HOUR_MS;
/** Time after which other work of the jobs process gets its turn. */
const TURN_MS = 2_000;

/**
 * Looks at the clubs whose moment has come, for a few seconds at most. For the jobs process.
 * @returns how many clubs were looked at
 */
export async function runDueClubs(
  platform: Platform,
  signal?: AbortSignal,
  steps = clubWeekSteps,
): Promise<number> {
  const since = performance.now();
  for (let looked = 0; ; looked += 1) {
    if (signal?.aborted || performance.now() - since > TURN_MS) return looked;
    const look = await takeDueClub(platform.control, now());
    if (!look) return looked;
    await lookAt(platform, look, steps);
  }
}

async function lookAt(
  { control, clubs }: Platform,
  look: ClubLook,
  steps: readonly ClubWeekStep[],
): Promise<void> {
  const at = now();
  const later = (ms: number) => new Date(at.getTime() + ms);
  const { clubCode } = look;
  const club = await findClub(control, clubCode);
  const access = club && accessOfClub(club, at);
  const active = access === "open" || access === "read-only";
  const suspended = access === "suspended";
  const ready = steps.filter((step) =>
    active ? access === "open" || !step.onlyOpen : suspended && step.alsoSuspended && isDue(step, look, at),
  );
  if (!active && ready.length === 0) return postponeLook(control, look, later(INACTIVE_MS));
  if (!shouldRetryClub(clubs, clubCode)) return postponeLook(control, look, later(DOWN_MS));
  try {
    const plan = await clubs.use(clubCode, (db) => runSteps({ control, db }, look, at, ready));
    const next = Object.values(plan).sort()[0];
    if (active) await endLook(control, look, { plan, next: next ? new Date(next) : later(LONGEST_PLAN_MS) });
    else await postponeLook(control, look, later(INACTIVE_MS), { ...look.plan, ...plan });
    clubWorks(clubCode);
  } catch (error) {
    await clubFailed("timetable", { control, clubs }, clubCode, error);
    await postponeLook(control, look, later(DOWN_MS));
  }
}

/** @returns the moment of each step; LONGEST_PLAN_MS ahead for those that wait for a change. */
async function runSteps(
  { control, db }: { control: Platform["control"]; db: ClubDb },
  look: ClubLook,
  at: Date,
  steps: readonly ClubWeekStep[],
): Promise<StepPlan> {
  const profile = await clubOfMails(db);
  const club = { code: look.clubCode, ...profile };
  const plan: StepPlan = {};
  const latest = new Date(at.getTime() + LONGEST_PLAN_MS);
  for (const step of steps) {
    const asked = look.plan[step.name];
    if (asked !== undefined && !isDue(step, look, at)) {
      plan[step.name] = asked;
      continue;
    }
    const planned = asked !== undefined && asked <= at.toISOString() ? new Date(asked) : null;
    const next = await runStep(step, { control, db, club, at, planned, first: asked === undefined });
    plan[step.name] = (next && next < latest ? next : latest).toISOString();
  }
  return plan;
}

/** Tells whether a step is due; a moment further ahead than any step plans comes from a clock that ran ahead. */
function isDue(step: ClubWeekStep, { plan, changed }: ClubLook, at: Date): boolean {
  const asked = plan[step.name];
  if (asked === undefined || asked <= at.toISOString()) return true;
  if (asked > new Date(at.getTime() + LONGEST_PLAN_MS).toISOString()) return true;
  if (step.runs === "every-look") return true;
  if (step.runs === "change") return changed !== "nothing";
  return step.runs === "change-but-rating" && changed === "anything";
}

/** Runs a step; a failure does not stop the others. */
async function runStep(step: ClubWeekStep, week: Parameters<ClubWeekStep["run"]>[0]): Promise<Date | null> {
  try {
    return await step.run(week);
  } catch (error) {
    noteRetry(
      "timetable",
      { club: week.club.code, step: step.name, err: error },
      "a step of a club's week failed, will be tried again",
    );
    return new Date(week.at.getTime() + RETRY_MS);
  }
}
