import { sql } from "kysely";
import type { ClubTx } from "#app/db/club/schema.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import type { ClubRows } from "./control-rows.ts";

/** Columns of a club's file that hold account ids; except its audit log, whose rows never change. */
export const ACCOUNT_COLUMNS = [
  ["staff", "account_id"],
  ["ratings", "given_by"],
  ["incident_entries", "author_id"],
  ["policy_changes", "changed_by"],
  ["day_changes", "created_by"],
  ["report_prints", "account_id"],
  ["earned_rewards", "awarded_by"],
  ["rating_reminders", "account_id"],
  ["game_reminders", "account_id"],
  ["account_merges", "kept_id"],
  ["account_merges", "other_id"],
] as const;

/**
 * Matches the archive's people to existing accounts: by email, otherwise by id. A person stays one person and keeps the
 * password of this installation.
 * @returns the existing account for each of the archive's accounts that has one
 */
export async function whoIsHere(
  control: ControlDb,
  accounts: ClubRows["accounts"],
): Promise<Map<string, string>> {
  const emails = accounts.flatMap(({ email }) => email ?? []);
  const codes = accounts.flatMap(({ club_code }) => club_code ?? []);
  const ids = accounts.map(({ id }) => id);
  const known = await control
    .selectFrom("accounts")
    .select(["id", "email", "club_code"])
    .where((eb) => eb.or([eb("email", "in", emails), eb("club_code", "in", codes), eb("id", "in", ids)]))
    .execute();
  const byEmail = new Map(known.map((account) => [account.email ?? account.club_code, account.id]));
  const byId = new Set(known.map(({ id }) => id));
  const here = new Map<string, string>();
  for (const { id, email, club_code } of accounts) {
    const same = byEmail.get(email ?? club_code) ?? (byId.has(id) ? id : undefined);
    if (same) here.set(id, same);
  }
  return here;
}

/** Rewrites a club's file to this installation's account ids. */
export async function renameAccounts(tx: ClubTx, here: ReadonlyMap<string, string>): Promise<void> {
  const renamed = JSON.stringify(Object.fromEntries([...here].filter(([there, id]) => there !== id)));
  for (const [table, column] of ACCOUNT_COLUMNS) {
    const [of, id] = [sql.table(table), sql.ref(column)];
    // In one statement, because the new id of one person may be another's old id.
    await sql`update ${of} set ${id} = (select value from json_each(${renamed}) where key = ${id})
      where ${id} in (select key from json_each(${renamed}))`.execute(tx);
  }
}
