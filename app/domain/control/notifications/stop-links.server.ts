import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { isNotificationKind, type NotificationKind } from "#app/domain/values/notification-kinds.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { hashOf, linkToken } from "#app/runtime/ids.server.ts";

/** What a link in a mail stops: one kind of mail, or all kinds that come in digests. */
export type Stoppable = NotificationKind | "digest";

/** A link's subject: one account, one club, one kind. */
export interface MailStop {
  accountId: string;
  clubCode: string;
  kind: Stoppable;
}

const STOPS_AT_ONCE = 100;

/**
 * The tokens of the links that stop mails, in their order (product.md#stopping-mail). A link works as long as its
 * account; only its token's hash is stored.
 */
export async function stopTokens(tx: ControlTx, stops: readonly MailStop[]): Promise<string[]> {
  const created_at = nowIso();
  const tokens = stops.map(tokenOf);
  const rows = stops.map(({ accountId, clubCode, kind }, index) => ({
    token_hash: hashOf(tokens[index] as string),
    account_id: accountId,
    club_code: clubCode,
    kind,
    created_at,
  }));
  for (let from = 0; from < rows.length; from += STOPS_AT_ONCE) {
    await tx
      .insertInto("mail_stops")
      .values(rows.slice(from, from + STOPS_AT_ONCE))
      .onConflict((conflict) => conflict.column("token_hash").doNothing())
      .execute();
  }
  return tokens;
}

const tokenOf = ({ accountId, clubCode, kind }: MailStop) =>
  linkToken("mail-stop", [accountId, clubCode, kind].join("\n"), 0);

/** What a token stops, with the club's name; null for a token of no link. */
export async function findMailStop(
  control: ControlDb,
  token: string,
): Promise<(MailStop & { clubName: string; clubColor: string | null }) | null> {
  const row = await control
    .selectFrom("mail_stops as s")
    .innerJoin("clubs as c", "c.code", "s.club_code")
    .select(["s.account_id", "s.club_code", "s.kind", "c.name", "c.color"])
    .where("s.token_hash", "=", hashOf(token))
    .executeTakeFirst();
  if (!row || !(row.kind === "digest" || isNotificationKind(row.kind))) return null;
  const { account_id: accountId, club_code: clubCode, kind, name: clubName, color: clubColor } = row;
  return { accountId, clubCode, kind, clubName, clubColor };
}
