import type { ControlDb } from "#app/db/control/schema.ts";

/** Member of a club with what sign-in help needs. */
export type ClubMember = Awaited<ReturnType<typeof clubMembers>>[number];

/** Loads everybody with an account in a club, its own one first, with how many sessions are in that club now. */
export const clubMembers = (control: ControlDb, clubCode: string) => members(control, clubCode).execute();

/** Loads one of them; undefined for an account that has no place in the club. */
export const clubMember = (control: ControlDb, clubCode: string, accountId: string) =>
  members(control, clubCode).where("a.id", "=", accountId).executeTakeFirst();

const members = (control: ControlDb, clubCode: string) =>
  control
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .innerJoin("clubs as c", "c.code", "m.club_code")
    .select(["a.id", "a.kind", "a.name", "m.role", "m.last_sign_in_at as lastSignInAt", "c.code as clubCode"])
    .select([
      "a.password_changed_at as passwordSince",
      "c.name as clubName",
      "a.email as ownEmail",
      "c.email as clubEmail",
    ])
    .select((eb) => eb("a.password_hash", "is not", null).as("hasPassword"))
    .select((eb) =>
      eb
        .selectFrom("sessions as s")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("s.account_id", "=", "a.id")
        .whereRef("s.club_code", "=", "m.club_code")
        .as("sessions"),
    )
    .where("m.club_code", "=", clubCode)
    .orderBy("a.kind")
    .orderBy("a.name");

/** Returns the address for a member's mails: a club's own account has the club's address. */
export const emailOfMember = ({ kind, ownEmail, clubEmail }: ClubMember): string =>
  (kind === "club" ? clubEmail : ownEmail) ?? "";

/**
 * Lists the names that an account signs in with; failures are counted under each (product/accounts.md#sign-in-limits).
 */
export const signInNamesOf = ({ kind, ownEmail, clubEmail, clubCode }: ClubMember): string[] =>
  kind === "club" ? [clubCode, clubEmail] : [ownEmail ?? ""];
