import type { ClubDb } from "#app/db/club/schema.ts";

/** Writes a person's new name into the club's file; what was given under the old name keeps it (product.md#own-account). */
export async function renameStaff(db: ClubDb, accountId: string, name: string): Promise<void> {
  await db.updateTable("staff").set({ name }).where("account_id", "=", accountId).execute();
}
