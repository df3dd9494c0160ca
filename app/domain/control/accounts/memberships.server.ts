import { compiled } from "#app/db/compiled.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { PRIVACY_VERSION, TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Makes an account a staff member of a club; an existing membership, also an administrator's, is kept. */
export async function joinClub(
  control: ControlDb,
  accountId: string,
  clubCode: string,
  at: Date,
): Promise<void> {
  await control
    .insertInto("memberships")
    .values({ account_id: accountId, club_code: clubCode, role: "staff", created_at: at.toISOString() })
    .onConflict((conflict) => conflict.columns(["account_id", "club_code"]).doNothing())
    .execute();
}

/** Loads the accounts that are a club's staff, without its administrators. */
export async function staffOfClub(control: ControlDb, clubCode: string): Promise<string[]> {
  const rows = await control
    .selectFrom("memberships")
    .select("account_id")
    .where("club_code", "=", clubCode)
    .where("role", "=", "staff")
    .execute();
  return rows.map(({ account_id }) => account_id);
}

const IDS_AT_ONCE = 500;

/** Filters the ids of accounts that exist. */
export async function withAccount(control: ControlDb, ids: readonly string[]): Promise<string[]> {
  const known: string[] = [];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const rows = await control
      .selectFrom("accounts")
      .select("id")
      .where("id", "in", ids.slice(from, from + IDS_AT_ONCE))
      .execute();
    known.push(...rows.map(({ id }) => id));
  }
  return known;
}

/** Notes that an account signed in to a club, or changed over to it. */
export async function noteClubSignIn(
  control: ControlDb,
  place: { accountId: string; code: string },
  at: Date,
): Promise<void> {
  await signedInTo(control, { accountId: place.accountId, code: place.code, at: at.toISOString() });
}

const signedInTo = compiled(
  (control: ControlDb, { accountId, code, at }: Record<"accountId" | "code" | "at", string>) =>
    control
      .updateTable("memberships")
      .set({ last_sign_in_at: at })
      .where("account_id", "=", accountId)
      .where("club_code", "=", code),
);

/** Ends a staff membership; an administrator's stays. */
export async function leaveClub(control: ControlDb, accountId: string, clubCode: string): Promise<void> {
  await control
    .deleteFrom("memberships")
    .where("account_id", "=", accountId)
    .where("club_code", "=", clubCode)
    .where("role", "=", "staff")
    .execute();
}

export interface NewPerson {
  email: string;
  name: string;
  phone: string;
  state: string;
  city: string;
  passwordHash: string;
}

/** Creates a person's account. @returns its id, or null if the email already has one. */
export async function createPerson(tx: ControlTx, person: NewPerson, at: Date): Promise<string | null> {
  const moment = at.toISOString();
  const made = await tx
    .insertInto("accounts")
    .values({
      id: newId(),
      kind: "person",
      email: person.email,
      club_code: null,
      name: person.name,
      phone: person.phone,
      state: person.state,
      city: person.city,
      password_hash: person.passwordHash,
      password_changed_at: moment,
      terms_accepted_at: moment,
      terms_version: TERMS_VERSION,
      privacy_mailed: PRIVACY_VERSION,
      created_at: moment,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id ?? null;
}
