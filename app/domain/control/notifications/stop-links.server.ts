import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  allNotificationKinds,
  isNotificationKind,
  type NotificationKind,
  notificationKinds,
} from "#app/domain/values/notification-kinds.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { hashOf, linkToken } from "#app/runtime/ids.server.ts";
import { preferencesOf, storePreferences } from "./preferences.server.ts";
import { isOn, type NotificationPreferences } from "./preferences.ts";

/** Target of a stop link: one kind of mail, or all kinds that come in digests. */
export type Stoppable = NotificationKind | "digest";

/** A link's subject: one account, one club, one kind. */
export interface MailStop {
  accountId: string;
  clubCode: string;
  kind: Stoppable;
}

const STOPS_AT_ONCE = 100;

/**
 * Makes the tokens of the links that stop mails, in their order (product/notifications.md#stopping-mail). A link works
 * as long as its account; only its token's hash is stored.
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

/** Finds what a token stops, with the club's name; null for an unknown token. */
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

/** Changes that a stop link's page offers, both ways. */
export type StopChange = "stop-kind" | "stop-all" | "undo-kind" | "undo-all";

/** Tells whether the link's target is stopped, and whether all mail of the club is. */
export async function stopState(
  control: ControlDb,
  stop: MailStop,
): Promise<{ kind: boolean; all: boolean }> {
  const preferences = await preferencesOf(control, stop);
  return {
    kind: !kindsOf(stop.kind).some((kind) => isOn(preferences, kind)),
    all: !preferences.emailOn,
  };
}

/**
 * Stops a link's kind of mail or all mail of its club, or undoes it. Twice is once
 * (product/notifications.md#stopping-mail).
 */
export async function changeStop(control: ControlDb, stop: MailStop, change: StopChange): Promise<void> {
  await inTransaction(control, async (tx) => {
    const stored = await preferencesOf(tx, stop);
    await storePreferences(tx, stop, changed(stored, stop.kind, change));
  });
}

function changed(
  stored: NotificationPreferences,
  kind: Stoppable,
  change: StopChange,
): NotificationPreferences {
  if (change === "stop-all" || change === "undo-all") return { ...stored, emailOn: change === "undo-all" };
  const switches = Object.fromEntries(kindsOf(kind).map((own) => [own, change === "undo-kind"]));
  return { ...stored, switches: { ...stored.switches, ...switches } };
}

/** Returns the kinds that a link stops: its own, or all that come in digests. */
const kindsOf = (kind: Stoppable): NotificationKind[] =>
  kind === "digest" ? allNotificationKinds.filter((own) => notificationKinds[own].followsFrequency) : [kind];
