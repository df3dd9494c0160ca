import { sql } from "kysely";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";

/** Tables whose rows of a club go with it, in an order that foreign keys allow. */
const OF_A_CLUB = [
  "sessions",
  "api_tokens",
  "link_tokens",
  "agreement_links",
  "pulse_links",
  "admin_invitations",
  "calendar_feeds",
  "notification_entries",
  "notification_preferences",
  "mail_stops",
  "import_progress",
  "running_imports",
  "clubs_with_outbox",
  "standings",
  "club_days",
  "evidence_heads",
  "evidence_losses",
  "audit_heads",
  "verification_documents",
  "verifications",
  "platform_acting",
  "platform_club_access",
  "club_restores",
  "account_merge_clubs",
  "erased_persons",
  "staff_notifications",
  "mails",
  "subscriptions",
  "memberships",
] as const;

/** Ids, names and addresses of the people who are in this club and in no other. */
export function peopleOnlyIn(tx: ControlDb, clubCode: string) {
  return tx
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .select(["a.id", "a.email"])
    .where("m.club_code", "=", clubCode)
    .where("a.kind", "=", "person")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("memberships as other")
            .select("other.club_code")
            .whereRef("other.account_id", "=", "m.account_id")
            .whereRef("other.club_code", "<>", "m.club_code"),
        ),
      ),
    )
    .execute();
}

/**
 * Erases all rows of a club but its payments and its code, which is never given again (product/privacy.md#leaving). Its
 * people without another club are deleted before.
 * @param at the moment of the erasure
 */
export async function eraseClubRows(tx: ControlTx, clubCode: string, at: Date): Promise<void> {
  const signups = tx.selectFrom("signups").select("id").where("club_code", "=", clubCode);
  const checkouts = tx.selectFrom("checkouts").select("session_id").where("signup_id", "in", signups);
  await tx.deleteFrom("held_payments").where("session_id", "in", checkouts).execute();
  await tx.deleteFrom("checkouts").where("signup_id", "in", signups).execute();
  await tx.deleteFrom("signups").where("club_code", "=", clubCode).execute();
  for (const table of OF_A_CLUB)
    await sql`delete from ${sql.table(table)} where club_code = ${clubCode}`.execute(tx);
  const own = tx.selectFrom("accounts").select("id").where("club_code", "=", clubCode);
  await tx.deleteFrom("sessions").where("account_id", "in", own).execute();
  await tx.deleteFrom("link_tokens").where("subject_id", "in", own).execute();
  await tx.deleteFrom("kept_forms").where("account_id", "in", own).execute();
  await tx.deleteFrom("passkeys").where("account_id", "in", own).execute();
  await tx.deleteFrom("accounts").where("club_code", "=", clubCode).execute();
  await tx.deleteFrom("jobs").where("payload", "like", `%"clubCode":"${clubCode}"%`).execute();
  await tx.deleteFrom("clubs").where("code", "=", clubCode).execute();
  await tx
    .insertInto("erased_clubs")
    .values({ code: clubCode, erased_at: at.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
