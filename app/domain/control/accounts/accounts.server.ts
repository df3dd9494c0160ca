import { compiled } from "#app/db/compiled.server.ts";
import type { AccountsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { endTokensOf } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { endSessionsOf } from "./own-sessions.server.ts";

/** The columns of an account that signing in needs. */
export type SignInAccount = Pick<
  AccountsTable,
  | "id"
  | "kind"
  | "name"
  | "email"
  | "password_hash"
  | "password_changed_at"
  | "last_sign_in_at"
  | "merged_into"
>;

export const signInColumns = [
  "id",
  "kind",
  "name",
  "email",
  "password_hash",
  "password_changed_at",
  "last_sign_in_at",
  "merged_into",
] as const;

/** An email with more accounts signs in to these; the others have their club codes. */
const MOST_ACCOUNTS = 8;

/** Loads the person with an email (lower case), or undefined. */
export function findPersonByEmail(control: ControlDb, email: string): Promise<SignInAccount | undefined> {
  return control.selectFrom("accounts").select(signInColumns).where("email", "=", email).executeTakeFirst();
}

/**
 * Loads the account that an address joins a club with: the person's, or the one that it is merged into
 * (product/support.md#merging-accounts).
 */
export async function joiningAccount(control: ControlDb, email: string): Promise<SignInAccount | undefined> {
  let account = await findPersonByEmail(control, email);
  while (account?.merged_into) {
    const { merged_into: into } = account;
    account = await control
      .selectFrom("accounts")
      .select(signInColumns)
      .where("id", "=", into)
      .executeTakeFirst();
  }
  return account;
}

/** Loads the club's own account by its club code (any case), or undefined. */
export async function findClubAccount(control: ControlDb, code: string): Promise<SignInAccount | undefined> {
  const [account] = await clubAccountOf(control, { code: code.toLowerCase() });
  return account;
}

const clubAccountOf = compiled((control: ControlDb, { code }: { code: string }) =>
  control.selectFrom("accounts").select(signInColumns).where("club_code", "=", code),
);

/**
 * Loads the accounts that an email signs in to: the person, and the clubs whose contact has it. Their passwords are
 * their own, because nothing has proved yet that one human holds them all (product/accounts.md#accounts).
 */
export const findAccountsByEmail = (control: ControlDb, email: string): Promise<SignInAccount[]> =>
  accountsByEmail(control, { email });

const accountsByEmail = compiled((control: ControlDb, { email }: { email: string }) =>
  control
    .selectFrom("accounts")
    .select(signInColumns)
    .where((eb) =>
      eb.or([
        eb("email", "=", email),
        eb("club_code", "in", eb.selectFrom("clubs").select("code").where("email", "=", email)),
      ]),
    )
    .orderBy("kind", "desc")
    .orderBy("created_at", "desc")
    .limit(MOST_ACCOUNTS),
);

/**
 * Loads the places that accounts open, by club: several of one account, and one club twice for its coach and
 * administrator.
 */
export const placesOf = (control: ControlDb, accountIds: readonly string[]) =>
  placesOfAccounts(control, { accountIds });

const placesOfAccounts = compiled((control: ControlDb, { accountIds }: { accountIds: readonly string[] }) =>
  control
    .selectFrom("memberships")
    .innerJoin("clubs", "clubs.code", "memberships.club_code")
    .select([
      "memberships.account_id as accountId",
      "clubs.code",
      "clubs.name",
      "clubs.city",
      "clubs.state",
      "memberships.role",
    ])
    .where("memberships.account_id", "in", accountIds)
    .where("clubs.status", "<>", "creating")
    .orderBy("clubs.name")
    .orderBy("memberships.role"),
);

/**
 * Records a sign-in, with a new hash of the password if its parameters were outdated.
 * @returns false, and records nothing, if the password was replaced after it was compared, or the account is merged
 * into another.
 */
export async function recordSignIn(
  control: ControlDb,
  account: Pick<SignInAccount, "id" | "password_changed_at">,
  at: string,
  newHash?: string,
): Promise<boolean> {
  const { id, password_changed_at } = account;
  const values = { id, at, changedAt: password_changed_at ?? "", newHash: newHash ?? "" };
  const shape = { rehashed: newHash !== undefined, changed: password_changed_at !== null };
  return (await signedIn(control, values, shape)).length > 0;
}

const signedIn = compiled(
  (
    control: ControlDb,
    { id, at, changedAt, newHash }: Record<"id" | "at" | "changedAt" | "newHash", string>,
    { rehashed, changed }: { rehashed: boolean; changed: boolean },
  ) =>
    control
      .updateTable("accounts")
      .set({ last_sign_in_at: at, ...(rehashed ? { password_hash: newHash } : {}) })
      .where("id", "=", id)
      .where((eb) =>
        changed ? eb("password_changed_at", "=", changedAt) : eb("password_changed_at", "is", null),
      )
      .where("merged_into", "is", null)
      .returning("id"),
);

/** Loads an account's password and its mails' address: the person's, or that of the club whose account it is. */
export async function passwordOf(control: ControlDb, accountId: string) {
  const row = await control
    .selectFrom("accounts as a")
    .leftJoin("clubs as c", "c.code", "a.club_code")
    .select(["a.password_hash as passwordHash", "a.email", "c.email as clubEmail", "c.code as clubCode"])
    .where("a.id", "=", accountId)
    .executeTakeFirst();
  return row && { passwordHash: row.passwordHash, email: row.email ?? row.clubEmail, clubCode: row.clubCode };
}

/** Lists the names of an account's passkeys for the mail about a new password, which leaves them. */
export async function passkeyNamesOf(control: ControlDb, accountId: string): Promise<string[]> {
  const rows = await control
    .selectFrom("passkeys")
    .select("name")
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Sets an account's password, ends all sessions that may use it and its API tokens, and uses up its other reset and
 * setup links, so that an older email cannot undo it.
 * @param passwordHash null: no password works until a reset link sets one
 */
export async function replacePassword(
  tx: ControlTx,
  accountId: string,
  passwordHash: string | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("accounts")
    .set({ password_hash: passwordHash, password_changed_at: at.toISOString() })
    .where("id", "=", accountId)
    .execute();
  await endSessionsOf(tx, accountId);
  await endTokensOf(tx, [accountId]);
  await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("used_at", "is", null)
    .where("purpose", "in", ["reset", "setup"])
    .where((eb) =>
      eb("subject_id", "in", [
        eb.val(accountId),
        eb.selectFrom("accounts").select("club_code").where("id", "=", accountId).$asScalar().$notNull(),
      ]),
    )
    .execute();
}

/** Loads the accounts that this email may reset: clubs registered with it, or the person. */
export function resettableAccounts(control: ControlDb, type: "club" | "coach" | "manager", email: string) {
  const accounts = control
    .selectFrom("accounts as a")
    .leftJoin("clubs as c", "c.code", "a.club_code")
    .select(["a.id", "a.name", "c.code as clubCode", "c.name as clubName"])
    .limit(20);
  return type === "club"
    ? accounts.where("a.kind", "=", "club").where("c.email", "=", email).execute()
    : accounts.where("a.email", "=", email).where("a.merged_into", "is", null).execute();
}
