import type { ControlDb } from "#app/db/control/schema.ts";

/**
 * Refuses data of a club that was erased.
 * @throws Error in words for the operator
 */
export async function refuseErased(control: ControlDb, code: string): Promise<void> {
  const erased = await control
    .selectFrom("erased_clubs")
    .select("erased_at")
    .where("code", "=", code)
    .executeTakeFirst();
  if (!erased) return;
  const day = erased.erased_at.slice(0, "YYYY-MM-DD".length);
  throw new Error(`${code.toUpperCase()} was erased here on ${day}: its data does not come back`);
}
