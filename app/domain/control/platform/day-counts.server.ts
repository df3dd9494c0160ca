import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { DayCounts } from "#app/domain/values/platform/day-counts.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Days for which a club is counted again, longer than any pause of the jobs process that goes unnoticed. */
export const READ_DAYS = 14;
/** Days counted the first time, as many as the home page shows. */
export const FIRST_READ_DAYS = 84;
/** Days longer than any count reaches back: a deleted one would be added to the totals once more. */
const KEPT_DAYS = 120;

/** Returns the first of the last `days` days, YYYY-MM-DD in UTC. */
export const dayBefore = (at: Date, days: number): string =>
  new Date(at.getTime() - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Keeps what a club's file has counted from a day on; the totals of all clubs follow by the difference. Repeated, it
 * changes nothing.
 */
export async function keepDayCounts(
  control: ControlDb,
  clubCode: string,
  { from, days: read, at }: { from: string; days: readonly DayCounts[]; at: Date },
): Promise<void> {
  const stored = await daysOf(control, clubCode, from);
  if (sameDays(stored, read)) return;
  await inTransaction(control, async (tx) => {
    const before = new Map((await daysOf(tx, clubCode, from)).map((counts) => [counts.day, counts]));
    const after = new Map([...before.keys()].map((day) => [day, { day, ratings: 0, signed: 0 }]));
    for (const counts of read) after.set(counts.day, counts);
    const changed = [...after.values()].filter(({ day, ratings, signed }) => {
      const known = before.get(day);
      return known?.ratings !== ratings || known.signed !== signed;
    });
    if (changed.length > 0)
      await tx
        .insertInto("club_days")
        .values(changed.map(({ day, ratings, signed }) => ({ club_code: clubCode, day, ratings, signed })))
        .onConflict((conflict) =>
          conflict.columns(["club_code", "day"]).doUpdateSet((eb) => ({
            ratings: eb.ref("excluded.ratings"),
            signed: eb.ref("excluded.signed"),
          })),
        )
        .execute();
    await tx
      .deleteFrom("club_days")
      .where("club_code", "=", clubCode)
      .where("day", "<", dayBefore(at, KEPT_DAYS))
      .execute();
  });
}

const daysOf = (control: ControlDb, clubCode: string, from: string): Promise<DayCounts[]> =>
  control
    .selectFrom("club_days")
    .select(["day", "ratings", "signed"])
    .where("club_code", "=", clubCode)
    .where("day", ">=", from)
    .orderBy("day")
    .execute();

const sameDays = (some: readonly DayCounts[], others: readonly DayCounts[]) => {
  const text = (days: readonly DayCounts[]) =>
    days
      .filter(({ ratings, signed }) => ratings + signed > 0)
      .map(({ day, ratings, signed }) => `${day} ${ratings} ${signed}`)
      .join();
  return text(some) === text(others);
};
