import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { DayCounts } from "#app/domain/values/platform/day-counts.ts";

/** How many ratings a club was given and how many agreements were signed, by day (UTC), from a day on. */
export async function dayCounts(db: ClubDb, from: string): Promise<DayCounts[]> {
  const { rows } = await sql<DayCounts>`select day, sum(ratings) as ratings, sum(signed) as signed from (
      select substr(given_at, 1, 10) as day, count(*) as ratings, 0 as signed from ratings
        where superseded_at is null and given_at >= ${from} group by 1
      union all
      select substr(signed_at, 1, 10), 0, count(*) from agreements
        where signed_at is not null and signed_at >= ${from} group by 1) as given
    group by day order by day`.execute(db);
  return rows;
}
