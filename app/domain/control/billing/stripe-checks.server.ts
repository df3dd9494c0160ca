import type { StripeChecksTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** The newest comparisons of the ledger with Stripe, newest first. */
export function latestChecks(control: ControlDb, limit: number): Promise<StripeChecksTable[]> {
  return control.selectFrom("stripe_checks").selectAll().orderBy("checked_at", "desc").limit(limit).execute();
}

/** Stores what a comparison found. */
export async function insertCheck(
  control: ControlDb,
  check: Omit<StripeChecksTable, "id" | "differences"> & { differences: readonly string[] },
): Promise<void> {
  await control
    .insertInto("stripe_checks")
    .values({ ...check, id: newId(), differences: JSON.stringify(check.differences) })
    .execute();
}
