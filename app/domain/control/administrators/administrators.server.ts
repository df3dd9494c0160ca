import type { AccountsTable, ControlDb, ControlTx, MembershipsTable } from "#app/db/control/schema.ts";

/** Somebody with an account in the club: its own account, an administrator, or staff. */
export interface ClubAccount extends Pick<AccountsTable, "kind" | "name" | "email"> {
  accountId: string;
  role: MembershipsTable["role"];
  lastSignInAt: string | null;
  joinedAt: string;
}

/** Lists the accounts of a club, its own one first. */
export async function clubAccounts(control: ControlDb, clubCode: string): Promise<ClubAccount[]> {
  return control
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .select(["a.id as accountId", "a.kind", "a.name", "a.email", "m.role"])
    .select(["m.last_sign_in_at as lastSignInAt", "m.created_at as joinedAt"])
    .where("m.club_code", "=", clubCode)
    .orderBy("a.kind")
    .orderBy("a.name")
    .execute();
}

/**
 * Makes somebody an administrator of a club; a coach or manager stays one.
 * @returns whether they were none before
 */
export async function addAdministrator(
  tx: ControlTx,
  place: { accountId: string; clubCode: string },
  at: Date,
): Promise<boolean> {
  const before = await administratorOf(tx, place);
  if (before) return false;
  await tx
    .insertInto("memberships")
    .values({
      account_id: place.accountId,
      club_code: place.clubCode,
      role: "club_admin",
      created_at: at.toISOString(),
      last_sign_in_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "club_code"]).doUpdateSet({ role: "club_admin" }),
    )
    .execute();
  return true;
}

/**
 * Ends somebody's being administrator; as coach or manager they stay (product.md#administrators). The last
 * administrator who can sign in stays, and so does the club's own account. Repeating it changes nothing.
 */
export async function endAdministrator(
  tx: ControlTx,
  place: { accountId: string; clubCode: string },
): Promise<{ ok: true; ended: boolean } | { ok: false; problem: "last-administrator" | "own-account" }> {
  const account = await administratorOf(tx, place);
  if (!account) return { ok: true, ended: false };
  if (account.kind === "club") return { ok: false, problem: "own-account" };
  const others = await tx
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .select("a.id")
    .where("m.club_code", "=", place.clubCode)
    .where("m.role", "=", "club_admin")
    .where("a.id", "<>", place.accountId)
    .where("a.password_hash", "is not", null)
    .limit(1)
    .executeTakeFirst();
  if (!others) return { ok: false, problem: "last-administrator" };
  await tx
    .updateTable("memberships")
    .set({ role: "staff" })
    .where("account_id", "=", place.accountId)
    .where("club_code", "=", place.clubCode)
    .execute();
  return { ok: true, ended: true };
}

function administratorOf(control: ControlDb, place: { accountId: string; clubCode: string }) {
  return control
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .select("a.kind")
    .where("m.account_id", "=", place.accountId)
    .where("m.club_code", "=", place.clubCode)
    .where("m.role", "=", "club_admin")
    .executeTakeFirst();
}

/** The addresses that learn of a change of a club's administrators: theirs, and the club's own. */
export async function administratorAddresses(control: ControlDb, clubCode: string): Promise<string[]> {
  const rows = await control
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .innerJoin("clubs as c", "c.code", "m.club_code")
    .select((eb) => eb.fn.coalesce("a.email", "c.email").as("email"))
    .distinct()
    .where("m.club_code", "=", clubCode)
    .where("m.role", "=", "club_admin")
    .execute();
  return rows.map(({ email }) => email).filter((email) => email !== "");
}
