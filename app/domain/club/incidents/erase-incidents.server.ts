import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";

/**
 * Erases the words of the cases whose time has come (product.md#erasing-incidents): facts, notes, talks and history
 * of the case, and the reasons of the game's ratings. Case, scores and tags stay. Doing it twice changes nothing.
 * @returns how many cases were erased
 */
export async function eraseDueIncidents(tx: ClubTx, at: Date): Promise<number> {
  const due = tx
    .selectFrom("incidents")
    .where("erased_at", "is", null)
    .where("erases_at", "<=", at.toISOString());
  await tx
    .updateTable("ratings")
    .set({ reason: "", correction_reason: "" })
    .where("game_id", "in", due.select("game_id"))
    .execute();
  await tx.deleteFrom("incident_entries").where("incident_id", "in", due.select("id")).execute();
  await tx.deleteFrom("incident_talks").where("incident_id", "in", due.select("id")).execute();
  const erased = await tx
    .updateTable("incidents")
    .set({
      what: "",
      when_text: "",
      official_was_minor: "unknown",
      abuse_level: null,
      agreed: "",
      updated_by_name: "",
      updated_at: at.toISOString(),
      erased_at: at.toISOString(),
    })
    .where("erased_at", "is", null)
    .where("erases_at", "<=", at.toISOString())
    .executeTakeFirst();
  return Number(erased.numUpdatedRows);
}

/** The moment from which the next case is to be erased, in UTC; null where the club has none. */
export async function nextErasure(db: ClubDb): Promise<string | null> {
  const next = await db
    .selectFrom("incidents")
    .select("erases_at")
    .where("erased_at", "is", null)
    .orderBy("erases_at")
    .limit(1)
    .executeTakeFirst();
  return next?.erases_at ?? null;
}
