import type { ControlDb } from "#app/db/control/schema.ts";

/** Whether a record is the newest one that the platform has seen of a club. Who does not have its hash learns nothing. */
export async function isKnownHead(
  control: ControlDb,
  clubCode: string,
  head: { seq: number; hash: string },
): Promise<boolean> {
  const known = await control
    .selectFrom("evidence_heads")
    .select("seq")
    .where("club_code", "=", clubCode)
    .where("seq", "=", head.seq)
    .where("hash", "=", head.hash)
    .executeTakeFirst();
  return known !== undefined;
}
