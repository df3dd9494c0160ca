import type { Platform } from "#app/db/platform.server.ts";
import { readdressStaff } from "#app/domain/club/staff/rename-staff.server.ts";
import { readOwnAccount } from "#app/domain/control/accounts/own-account.server.ts";

/** Copies the address that an account has now into a club's file; of two such jobs the order does not matter. */
export async function copyOwnEmail(
  { control, clubs }: Platform,
  { clubCode, accountId }: { clubCode: string; accountId: string },
): Promise<void> {
  const { email } = await readOwnAccount(control, accountId);
  if (email) await clubs.use(clubCode, (db) => readdressStaff(db, accountId, email));
}
