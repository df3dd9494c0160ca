import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import { type AnswerStats, pulseOfSeason, statsOf } from "#app/domain/club/pulse/pulse.ts";
import { addDays } from "#app/domain/values/days.ts";
import { momentOf } from "#app/domain/values/times.ts";
import type { ReportRange } from "./report-filters.ts";

/** Measurements that a club enters or asks for; null: not measured yet. */
export interface MeasuredStats {
  /** Result of the latest season whose end is entered. */
  retention: { season: string; started: number; stayed: number } | null;
  /** Result of the latest closed pulse that has something to show. */
  satisfaction: (AnswerStats & { pulseId: string; closedAt: string }) | null;
}

/**
 * Reads what a club measured of its referees and parents up to a report's end, in one query; of a season its own pulse,
 * as the season's page says it (product/seasons.md#seasons).
 * @param about.team a team's id, '' for the whole club, null where its reader may not see what parents say
 * @param about.from the first day and `to` the last, YYYY-MM-DD
 */
export async function readMeasured(
  db: ClubDb,
  about: { team: string | null; from: string; to: string; range: ReportRange; timezone: string },
): Promise<MeasuredStats> {
  const { team, from, to, range, timezone } = about;
  const { openAt, sentBefore } =
    range === "season"
      ? pulseOfSeason({ startsOn: from, endsOn: to }, timezone)
      : { openAt: "", sentBefore: momentOf(addDays(to, 1), null, timezone) };
  const { rows } = await sql<{
    kind: "referees" | "parents";
    id: string;
    label: string;
    counts: string;
  }>`
    select * from (
      select 'referees' as kind, '' as id, season as label, json_array(started, stayed) as counts from referee_counts
      where superseded_at is null and stayed is not null and first_day <= ${to}
      order by first_day desc limit 1) as referees
    union all select * from (
      select 'parents', p.id, p.closed_at, json_array(r.score_1, r.score_2, r.score_3, r.score_4, r.score_5)
      from pulses p inner join pulse_results r on r.pulse_id = p.id
      where r.team_id = ${team} and p.sent_at < ${sentBefore} and p.closed_at >= ${openAt}
      order by p.sent_at desc limit 1) as parents`.execute(db);
  const measured: MeasuredStats = { retention: null, satisfaction: null };
  for (const { kind, id, label, counts } of rows) {
    const [one = 0, two = 0, three = 0, four = 0, five = 0] = JSON.parse(counts) as number[];
    if (kind === "referees") measured.retention = { season: label, started: one, stayed: two };
    else measured.satisfaction = { ...statsOf([one, two, three, four, five]), pulseId: id, closedAt: label };
  }
  return measured;
}
