import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { besideOthers, inTransaction } from "#app/db/engine.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS, MINUTE_MS } from "#app/runtime/durations.ts";

/** Time for which a club is left alone after its look died. */
const LEASE_MS = 10 * MINUTE_MS;
/** Longest plan of any step: a later moment comes from a clock that ran ahead. */
export const LONGEST_PLAN_MS = 8 * DAY_MS;

/** Next moment at which each step of a club's week has something to do, by the step's name. */
export type StepPlan = Record<string, string>;

/** Extent of the changes to a club's file. */
export type Change = "nothing" | "ratings" | "anything";

/** Values of the column `changed`, by their index. */
const changes = ["nothing", "anything", "ratings"] as const satisfies readonly Change[];

/** A look at a club that this process has taken. */
export interface ClubLook {
  clubCode: string;
  version: number;
  /** Changes to the club's file since the last look. */
  changed: Change;
  plan: StepPlan;
}

/**
 * Has the jobs process look at a club, at once or at a moment (product/operations.md#timetable).
 * @param changed what happened to its file: after anything every step looks again, after ratings those that they can
 *   give something to do
 */
export async function wakeClub(
  control: ControlDb,
  clubCode: string,
  { at = now(), changed = "anything" }: { at?: Date; changed?: Change } = {},
): Promise<void> {
  const due_at = at.toISOString();
  await besideOthers(control)
    .insertInto("club_timetable")
    .values({ club_code: clubCode, due_at, changed: 1, version: 0, steps: "{}" })
    .onConflict((conflict) =>
      conflict.column("club_code").doUpdateSet((eb) => ({
        due_at: sql<string>`min(club_timetable.due_at, ${due_at})`,
        // Ratings add nothing to what is already looked for.
        changed: sql<number>`case when ${changed} = 'anything' or club_timetable.changed = 1 then 1
          when ${changed} = 'ratings' then 2 else club_timetable.changed end`,
        version: eb("club_timetable.version", "+", 1),
      })),
    )
    .execute();
}

/** Takes the next due club for this process; null if none is due. */
export function takeDueClub(control: ControlDb, at: Date): Promise<ClubLook | null> {
  return inTransaction(besideOthers(control), async (tx) => {
    const due = await tx
      .selectFrom("club_timetable")
      .selectAll()
      .where("due_at", "<=", at.toISOString())
      .orderBy("due_at")
      .limit(1)
      // Rows that another machine is taking are skipped.
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!due) return null;
    const version = due.version + 1;
    await tx
      .updateTable("club_timetable")
      .set({ version, due_at: new Date(at.getTime() + LEASE_MS).toISOString() })
      .where("club_code", "=", due.club_code)
      .execute();
    return {
      clubCode: due.club_code,
      version,
      changed: changes[due.changed] ?? "anything",
      plan: JSON.parse(due.steps) as StepPlan,
    };
  });
}

/** Ends a look with the club's new plan. A change that came meanwhile keeps its own, earlier moment. */
export async function endLook(
  control: ControlDb,
  { clubCode, version }: ClubLook,
  { next, plan }: { next: Date; plan: StepPlan },
): Promise<void> {
  const due = next.toISOString();
  await besideOthers(control)
    .updateTable("club_timetable")
    .set({
      steps: JSON.stringify(plan),
      due_at: sql<string>`case version when ${version} then ${due} else min(due_at, ${due}) end`,
      changed: sql<number>`case version when ${version} then 0 else changed end`,
    })
    .where("club_code", "=", clubCode)
    .execute();
}

/**
 * Gives up a look that could not be made in full: the club is due again at a moment, with what was changed.
 * @param plan the moments of the steps that did run, with those of the others
 */
export async function postponeLook(
  control: ControlDb,
  { clubCode }: ClubLook,
  until: Date,
  plan?: StepPlan,
): Promise<void> {
  await besideOthers(control)
    .updateTable("club_timetable")
    .set({ due_at: until.toISOString(), ...(plan && { steps: JSON.stringify(plan) }) })
    .where("club_code", "=", clubCode)
    .execute();
}

/**
 * Adds the clubs that have no timetable yet (older ones, and those whose file was brought by an operator), and brings
 * back moments that a clock running ahead put too far into the future.
 */
export async function completeTimetable(control: ControlDb): Promise<void> {
  const at = now();
  await sql`insert into club_timetable (club_code, due_at, changed, version, steps)
    select code, ${at.toISOString()}, 1, 0, '{}' from clubs
    where status <> 'creating' and code not in (select club_code from club_timetable)`.execute(control);
  await control
    .updateTable("club_timetable")
    .set({ due_at: at.toISOString() })
    .where("due_at", ">", new Date(at.getTime() + LONGEST_PLAN_MS).toISOString())
    .execute();
}
