import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlTx, EmailChangesTable } from "#app/db/control/schema.ts";
import { createLink } from "#app/domain/control/links/links.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newSecret } from "#app/runtime/ids.server.ts";

const addressOf = (token: string) => `${env().appUrl}/account/email/take-back?token=${token}`;

/** The link with which the address that an account has left takes it back for 7 days (product.md#own-account). */
export async function takeBackLink(tx: ControlTx, change: EmailChangesTable, at: Date): Promise<string> {
  const { id, email_before: email } = change;
  const token = newSecret();
  await createLink(tx, { purpose: "email-back", club_code: null, subject_id: id, email, token }, at);
  return addressOf(token);
}

/**
 * The same for a club's address (product.md#club-email). null where the club has just been taken back to `after`:
 * whoever it was taken from must not turn it around.
 */
export async function clubTakeBackLink(
  tx: ControlTx,
  { code, email }: Pick<ClubsTable, "code" | "email">,
  after: string,
): Promise<string | null> {
  const takenBack = await tx
    .selectFrom("link_tokens")
    .select("token_hash")
    .where("subject_id", "=", code)
    .where("purpose", "=", "club-email-back")
    .where("email", "=", after)
    .where("used_at", "is not", null)
    .executeTakeFirst();
  if (takenBack) return null;
  const token = newSecret();
  await createLink(
    tx,
    { purpose: "club-email-back", club_code: code, subject_id: code, email, token },
    now(),
  );
  return addressOf(token);
}
