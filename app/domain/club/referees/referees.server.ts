import { z } from "zod";
import type { ClubDb, ClubTx, RefereeCountsTable } from "#app/db/club/schema.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { type Share, shareOf } from "#app/domain/club/reports/report.ts";
import { isDay } from "#app/domain/values/days.ts";
import { formVersion, line } from "#app/forms/fields.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { REFEREES_MOST, refereeFields } from "./fields.ts";

/** Referee counts that a club enters for a season. */
export interface RefereeCount {
  season: string;
  /** YYYY-MM-DD */
  firstDay: string;
  started: number;
  /** null before the season's end. */
  stayed: number | null;
}

export interface RefereeSeason extends RefereeCount {
  id: string;
  /** Version of the values, for the form: the id of the version's row. */
  version: string;
  byName: string;
  at: string;
}

const whole = (message: string, least: number) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((count) => count >= least && count <= REFEREES_MOST, message);

const { season, firstDay, started } = refereeFields;

/** The form of a season's referees. */
export const refereeSchema = z.object({
  season: line(season),
  firstDay: z.string({ error: firstDay.required }).trim().refine(isDay, firstDay.required),
  started: whole(started.required, 1),
  stayed: z
    .union([z.literal("").transform(() => null), whole("Enter a whole number, or nothing yet", 0)])
    .default(null),
  version: formVersion(),
});

const keyOf = (name: string) => name.trim().toLowerCase().replaceAll(/\s+/g, " ");

export type EnterResult =
  | { ok: true; id: string }
  | { ok: false; problem: "taken" | "more" | "not-found" }
  | { ok: false; problem: "stale"; stored: RefereeSeason };

interface About {
  by: string;
  at: string;
}

/** Enters a season's referees. */
export async function addSeason(tx: ClubTx, count: RefereeCount, about: About): Promise<EnterResult> {
  const problem = await problemOf(tx, count, null);
  if (problem) return { ok: false, problem };
  const id = newId();
  await write(tx, id, count, about);
  return { ok: true, id };
}

/**
 * Corrects a season's referees, or enters its end; the version before stays as history.
 * @param version of what the form was filled from; another one is refused (product/pages.md#forms)
 */
export async function correctSeason(
  tx: ClubTx,
  id: string,
  { version, ...count }: RefereeCount & { version: string },
  about: About,
): Promise<EnterResult> {
  const stored = await findSeason(tx, id);
  if (!stored) return { ok: false, problem: "not-found" };
  const same = (["season", "firstDay", "started", "stayed"] as const).every(
    (name) => stored[name] === count[name],
  );
  if (same) return { ok: true, id };
  if (stored.version !== version) return { ok: false, problem: "stale", stored };
  const problem = await problemOf(tx, count, id);
  if (problem) return { ok: false, problem };
  await tx
    .updateTable("referee_counts")
    .set({ superseded_at: about.at })
    .where("season_id", "=", id)
    .where("superseded_at", "is", null)
    .execute();
  await write(tx, id, count, about);
  return { ok: true, id };
}

async function problemOf(
  tx: ClubTx,
  count: RefereeCount,
  id: string | null,
): Promise<"more" | "taken" | null> {
  if (count.stayed !== null && count.stayed > count.started) return "more";
  const named = await tx
    .selectFrom("referee_counts")
    .select("season_id")
    .where("season_key", "=", keyOf(count.season))
    .where("superseded_at", "is", null)
    .executeTakeFirst();
  return named && named.season_id !== id ? "taken" : null;
}

async function write(tx: ClubTx, season_id: string, count: RefereeCount, { by, at }: About): Promise<void> {
  await tx
    .insertInto("referee_counts")
    .values({
      id: newId(),
      season_id,
      season: count.season,
      season_key: keyOf(count.season),
      first_day: count.firstDay,
      started: count.started,
      stayed: count.stayed,
      by_name: by,
      at,
      superseded_at: null,
    })
    .execute();
  await recordAudit(tx, {
    kind: "pulse.referees",
    subject: season_id,
    detail: { count: count.started },
    at: new Date(at),
  });
}

/** Loads the latest seasons, newest first. */
export async function listSeasons(db: ClubDb): Promise<RefereeSeason[]> {
  const rows = await db
    .selectFrom("referee_counts")
    .selectAll()
    .where("superseded_at", "is", null)
    .orderBy("first_day", "desc")
    .orderBy("id")
    .limit(60)
    .execute();
  return rows.map(asSeason);
}

export async function findSeason(db: ClubDb, id: string): Promise<RefereeSeason | undefined> {
  const row = await db
    .selectFrom("referee_counts")
    .selectAll()
    .where("season_id", "=", id)
    .where("superseded_at", "is", null)
    .executeTakeFirst();
  return row && asSeason(row);
}

/** Loads all versions of a season, newest first. */
export async function historyOf(db: ClubDb, id: string): Promise<RefereeSeason[]> {
  const rows = await db
    .selectFrom("referee_counts")
    .selectAll()
    .where("season_id", "=", id)
    .orderBy("at", "desc")
    .orderBy("superseded_at", "desc")
    .execute();
  // The current one has no end, which sorts last.
  return rows.map(asSeason).sort((a, b) => (a.at < b.at ? 1 : -1));
}

const asSeason = (row: RefereeCountsTable): RefereeSeason => ({
  id: row.season_id,
  version: row.id,
  season: row.season,
  firstDay: row.first_day,
  started: row.started,
  stayed: row.stayed,
  byName: row.by_name,
  at: row.at,
});

/** Returns the share of a season's referees who stayed, and its interval; null before its end and below 5 referees. */
export const retentionOf = ({ started, stayed }: Pick<RefereeCount, "started" | "stayed">): Share | null =>
  stayed === null ? null : shareOf(stayed, started);
