import type { ControlDb } from "#app/db/control/schema.ts";
import type { NotificationKind } from "#app/domain/values/notification-kinds.ts";

/** The accounts of a club that were told something of a kind under a key, or will be. */
export async function toldAccounts(
  control: ControlDb,
  clubCode: string,
  { kind, key, accountIds }: { kind: NotificationKind; key: string; accountIds: readonly string[] },
): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await control
    .selectFrom("notification_entries")
    .select("account_id")
    .where("club_code", "=", clubCode)
    .where("account_id", "in", accountIds)
    .where("kind", "=", kind)
    .where("key", "=", key)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}
