import type { ControlDb } from "#app/db/control/schema.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

const AT_ONCE = 200;

/** Notes that parents of a club were erased, for copies of its file that still have them. Idempotent. */
export async function noteErased(
  control: ControlDb,
  clubCode: string,
  agreementIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < agreementIds.length; from += AT_ONCE)
    await control
      .insertInto("erased_persons")
      .values(
        agreementIds
          .slice(from, from + AT_ONCE)
          .map((agreement_id) => ({ club_code: clubCode, agreement_id, erased_at: nowIso() })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** Loads the agreements of a club whose parents were erased. */
export async function erasedIn(control: ControlDb, clubCode: string): Promise<string[]> {
  const rows = await control
    .selectFrom("erased_persons")
    .select("agreement_id")
    .where("club_code", "=", clubCode)
    .execute();
  return rows.map(({ agreement_id }) => agreement_id);
}
