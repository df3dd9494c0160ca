import { sql } from "kysely";
import type { ClubDb } from "#app/db/club/schema.ts";

/** How much of the product a club has used (product.md#guarantee). */
export interface ClubUsage {
  teams: number;
  staff: number;
  games: number;
  ratings: number;
  agreementsSent: number;
  agreementsSigned: number;
}

/** Counts what a club did, in one query. */
export async function clubUsage(db: ClubDb): Promise<ClubUsage> {
  const { rows } = await sql<ClubUsage>`select
    (select count(*) from teams) as teams,
    (select count(*) from staff) as staff,
    (select count(*) from games) as games,
    (select count(*) from ratings) as ratings,
    (select count(*) from agreements where issue > 0) as "agreementsSent",
    (select count(*) from agreements where status = 'signed') as "agreementsSigned"`.execute(db);
  const [usage] = rows;
  if (!usage) throw new Error("A count gave no row");
  return usage;
}
