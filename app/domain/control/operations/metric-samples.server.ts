import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { type MetricSample, mergePages, mergeSamples, type PageSample } from "./metric-samples.ts";

/** Lifetime of samples by their interval in minutes: an hour and a day are shown, and a week. */
const KEPT_MS = { 1: DAY_MS + HOUR_MS, 10: 8 * DAY_MS } as const;
export type SampleMinutes = keyof typeof KEPT_MS;

const floor = (ms: number, minutes: number) =>
  new Date(Math.floor(ms / (minutes * MINUTE_MS)) * minutes * MINUTE_MS).toISOString();

/**
 * Keeps what the installation did in the last minute, merges ten minutes into one sample when they are over, and
 * removes what is too old. Times are the machine's: the demo's clock can be moved.
 */
export const keepSample = (control: ControlDb, sample: MetricSample, at: Date): Promise<void> =>
  inTransaction(control, async (tx) => {
    const ms = at.getTime();
    await put(tx, 1, floor(ms, 1), sample);
    const ten = floor(ms, 10);
    const rows = await tx
      .selectFrom("metric_samples")
      .select(["data", "pages"])
      .where("minutes", "=", 1)
      .where("at", ">=", ten)
      .where("at", "<=", floor(ms, 1))
      .orderBy("at")
      .execute();
    await put(
      tx,
      10,
      ten,
      mergeSamples(rows.map(({ data, pages }) => ({ ...numbersIn(data), pages: pagesIn(pages) }))),
    );
    for (const [minutes, kept] of Object.entries(KEPT_MS)) {
      await tx
        .deleteFrom("metric_samples")
        .where("minutes", "=", Number(minutes))
        // Samples written by a clock that ran ahead go as well.
        .where((eb) =>
          eb.or([
            eb("at", "<", new Date(ms - kept).toISOString()),
            eb("at", ">", new Date(ms + HOUR_MS).toISOString()),
          ]),
        )
        .execute();
    }
  });

const put = (tx: ControlDb, minutes: SampleMinutes, at: string, { pages, ...numbers }: MetricSample) =>
  tx
    .insertInto("metric_samples")
    .values({ minutes, at, data: JSON.stringify(numbers), pages: JSON.stringify(pages) })
    .onConflict((conflict) =>
      conflict.columns(["minutes", "at"]).doUpdateSet((eb) => ({
        data: eb.ref("excluded.data"),
        pages: eb.ref("excluded.pages"),
      })),
    )
    .execute();

const numbersIn = (data: string) => JSON.parse(data) as Omit<MetricSample, "pages">;
const pagesIn = (pages: string) => JSON.parse(pages) as PageSample[];

/** Loads the figures of a stretch of time, the oldest first. */
export async function samplesSince(control: ControlDb, minutes: SampleMinutes, since: Date) {
  const rows = await rowsSince(control, minutes, since).select(["at", "data"]).orderBy("at").execute();
  return rows.map(({ at, data }) => ({ at, sample: { ...numbersIn(data), pages: [] } }));
}

/** Lists the time that pages took in a period, slowest total first. */
export async function pagesSince(
  control: ControlDb,
  minutes: SampleMinutes,
  since: Date,
): Promise<PageSample[]> {
  const rows = await rowsSince(control, minutes, since).select("pages").execute();
  return mergePages(rows.flatMap(({ pages }) => pagesIn(pages)));
}

const rowsSince = (control: ControlDb, minutes: SampleMinutes, since: Date) =>
  control.selectFrom("metric_samples").where("minutes", "=", minutes).where("at", ">=", since.toISOString());
