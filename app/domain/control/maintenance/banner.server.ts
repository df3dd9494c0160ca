import type { ControlDb } from "#app/db/control/schema.ts";
import { log } from "#app/observability/log.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import type { Maintenance } from "./maintenance.server.ts";

/** Cache lifetime of the banner in a process: a banner comes or goes at most this late. */
export const BANNER_LATE_MS = 10_000;
/** Hours before the maintenance from which the banner is shown. */
export const BANNER_HOURS = 72;
const MOST = 10;

type Announced = Pick<Maintenance, "starts_at" | "ends_at" | "timezone" | "words">;
const looks = new WeakMap<ControlDb, { at: number; announced: Promise<Announced[]> }>();

/**
 * Loads the maintenance whose banner is due now, by the clock; null for none. Read once in {@link BANNER_LATE_MS} by
 * each process, so that pages make no query.
 */
export async function maintenanceBanner(control: ControlDb): Promise<Announced | null> {
  const look = looks.get(control);
  const age = performance.now() - (look?.at ?? 0);
  const announced = look && age < BANNER_LATE_MS ? look.announced : read(control);
  const at = now();
  const from = new Date(at.getTime() + BANNER_HOURS * HOUR_MS).toISOString();
  const found = (await announced).find(
    ({ starts_at, ends_at }) => starts_at <= from && ends_at > at.toISOString(),
  );
  return found ?? null;
}

/** Has the next page of this process look again. */
export const forgetBanner = (control: ControlDb): void => {
  looks.delete(control);
};

function read(control: ControlDb): Promise<Announced[]> {
  const announced = control
    .selectFrom("maintenance")
    .select(["starts_at", "ends_at", "timezone", "words"])
    .where("ends_at", ">", nowIso())
    .where("announced_at", "is not", null)
    .where("cancelled_at", "is", null)
    .orderBy("ends_at")
    .limit(MOST)
    .execute()
    .catch((error: unknown) => {
      // A page without a banner is better than none; the next look asks again.
      log.warn({ err: error }, "the maintenance that is planned cannot be read");
      return [];
    });
  looks.set(control, { at: performance.now(), announced });
  return announced;
}
