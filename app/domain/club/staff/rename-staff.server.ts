import type { ClubDb } from "#app/db/club/schema.ts";

/** Writes a person's new name into the club's file; what was given under the old name keeps it (product.md#own-account). */
export async function renameStaff(db: ClubDb, accountId: string, name: string): Promise<void> {
  await db.updateTable("staff").set({ name }).where("account_id", "=", accountId).execute();
}

/**
 * Writes a person's new address into the club's file (product.md#own-account). Where the team had that address in the
 * same role before, as an invitation or a former member, the place keeps the old one.
 */
export async function readdressStaff(db: ClubDb, accountId: string, email: string): Promise<void> {
  await db
    .updateTable("staff")
    .set({ email })
    .where("account_id", "=", accountId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("staff as other")
            .select("other.id")
            .whereRef("other.team_id", "=", "staff.team_id")
            .whereRef("other.role", "=", "staff.role")
            .where("other.email", "=", email),
        ),
      ),
    )
    .execute();
}
