import type { ControlDb } from "#app/db/control/schema.ts";

/** Most rows of one kind that a copy has, the newest. */
export const COPY_ROWS_MOST = 2_000;

/** Loads the account's own row, without its password. */
export const accountForCopy = (control: ControlDb, id: string) =>
  control
    .selectFrom("accounts")
    .select(["kind", "name", "email", "phone", "state", "city"])
    .select(["created_at", "last_sign_in_at", "password_changed_at", "lite_since"])
    .select(["terms_accepted_at", "terms_version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Loads the clubs of an account with what it chose about their mails, by name. */
export const clubsForCopy = (control: ControlDb, id: string) =>
  control
    .selectFrom("memberships as m")
    .innerJoin("clubs as c", "c.code", "m.club_code")
    .leftJoin("notification_preferences as p", (join) =>
      join.onRef("p.account_id", "=", "m.account_id").onRef("p.club_code", "=", "m.club_code"),
    )
    .select(["c.code", "c.name", "c.status", "m.role", "m.created_at", "m.last_sign_in_at"])
    .select(["p.email_on", "p.frequency", "p.quiet_hours", "p.switches"])
    .where("m.account_id", "=", id)
    .orderBy("c.name")
    .execute();

/** Lists where the account is signed in, newest first. */
export const sessionsForCopy = (control: ControlDb, id: string) =>
  control
    .selectFrom("sessions")
    .select(["created_at", "seen_at", "expires_at", "ip", "user_agent"])
    .where("account_id", "=", id)
    .orderBy("created_at", "desc")
    .limit(COPY_ROWS_MOST)
    .execute();

/** Loads the mails to an address, the newest first: which, and when; not what they said, which is not kept. */
export const mailsForCopy = (control: ControlDb, email: string) =>
  control
    .selectFrom("mails")
    .select(["tag", "created_at", "sent_at", "status"])
    .where("to_address", "=", email)
    .orderBy("created_at", "desc")
    .limit(COPY_ROWS_MOST)
    .execute();

/** Lists the messages that an address sent through the contact form, newest first. */
export const messagesForCopy = (control: ControlDb, email: string) =>
  control
    .selectFrom("contact_messages")
    .select(["created_at", "name", "category", "subject", "message", "state"])
    .where("email", "=", email)
    .orderBy("created_at", "desc")
    .limit(COPY_ROWS_MOST)
    .execute();

/** Loads the invitations of an address to administer a club, the newest first. */
export const adminInvitationsForCopy = (control: ControlDb, email: string) =>
  control
    .selectFrom("admin_invitations as i")
    .innerJoin("clubs as c", "c.code", "i.club_code")
    .select(["c.name as club", "i.status", "i.invited_at", "i.expires_at"])
    .where("i.email", "=", email)
    .orderBy("i.invited_at", "desc")
    .limit(COPY_ROWS_MOST)
    .execute();

/** Loads the calendar addresses, access tokens and passkeys of an account: that they are there, not what they open. */
export async function keysForCopy(control: ControlDb, id: string) {
  const calendars = await control
    .selectFrom("calendar_feeds")
    .select(["club_code", "created_at"])
    .where("account_id", "=", id)
    .orderBy("created_at", "desc")
    .limit(COPY_ROWS_MOST)
    .execute();
  const tokens = await control
    .selectFrom("api_tokens")
    .select(["club_code", "created_at", "used_at", "expires_at"])
    .where("account_id", "=", id)
    .orderBy("created_at", "desc")
    .limit(COPY_ROWS_MOST)
    .execute();
  const passkeys = await control
    .selectFrom("passkeys")
    .select(["name", "created_at", "last_used_at"])
    .where("account_id", "=", id)
    .orderBy("created_at", "desc")
    .execute();
  return { calendars, tokens, passkeys };
}

/** Loads the changes of an account's email, the newest first. */
export const emailChangesForCopy = (control: ControlDb, id: string) =>
  control
    .selectFrom("email_changes")
    .select(["email_before", "email_after", "requested_at", "changed_at", "ended_at"])
    .where("account_id", "=", id)
    .orderBy("requested_at", "desc")
    .limit(COPY_ROWS_MOST)
    .execute();
