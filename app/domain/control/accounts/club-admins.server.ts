import type { ControlDb } from "#app/db/control/schema.ts";

/** The email addresses of a club's administrators who have one. */
export async function adminEmails(control: ControlDb, clubCode: string): Promise<string[]> {
  const rows = await control
    .selectFrom("memberships")
    .innerJoin("accounts", "accounts.id", "memberships.account_id")
    .select("accounts.email")
    .where("memberships.club_code", "=", clubCode)
    .where("memberships.role", "=", "club_admin")
    .where("accounts.email", "is not", null)
    .execute();
  return rows.flatMap(({ email }) => (email ? [email] : []));
}
