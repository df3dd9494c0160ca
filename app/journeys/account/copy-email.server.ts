import type { Platform } from "#app/db/storage/platform.server.ts";
import { readdressStaff, renameStaff } from "#app/domain/club/staff/staff.server.ts";
import { findOwnAccount } from "#app/domain/control/accounts/own-account.server.ts";

/** Copies the address that an account has now into a club's file; of two such jobs the order does not matter. */
export async function copyOwnEmail(
  { control, clubs }: Platform,
  { clubCode, accountId }: { clubCode: string; accountId: string },
): Promise<void> {
  const account = await findOwnAccount(control, accountId);
  const email = account?.email;
  if (email) await clubs.use(clubCode, (db) => readdressStaff(db, accountId, email));
}

/** Does the same with the account's name. An account that was deleted meanwhile has none to write. */
export async function copyOwnName(
  { control, clubs }: Platform,
  { clubCode, accountId }: { clubCode: string; accountId: string },
): Promise<void> {
  const account = await findOwnAccount(control, accountId);
  if (account) await clubs.use(clubCode, (db) => renameStaff(db, accountId, account.name));
}
