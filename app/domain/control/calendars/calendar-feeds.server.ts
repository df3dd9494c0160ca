import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { CalendarFeedsTable, ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { hashOf, linkToken, newId, storedLinkToken } from "#app/runtime/ids.server.ts";

/**
 * Secret addresses of calendars: one for each account and team, or for all of an account's teams
 * (product/games.md#calendars).
 */

/** Returns the token of a feed's address. Its hash is stored; the token is derived again to be shown. */
const tokenOf = (id: string) => linkToken("calendar", id, 1);

export interface OwnFeed {
  /** '' for everything that the account reaches. */
  teamId: string;
  createdAt: string;
  /** null: made with a secret that this installation no longer has. It works, and cannot be shown. */
  token: string | null;
}

type Owner = { accountId: string; clubCode: string };
/** One calendar; `teamId` is '' for everything that the account reaches. */
type FeedOf = Owner & { teamId: string };

/** Loads the addresses that an account has made in a club. */
export async function feedsOf(control: ControlDb, { accountId, clubCode }: Owner): Promise<OwnFeed[]> {
  const rows = await control
    .selectFrom("calendar_feeds")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("club_code", "=", clubCode)
    .execute();
  return rows.map((row) => ({
    teamId: row.team_id,
    createdAt: row.created_at,
    token: storedLinkToken(row.token_hash, "calendar", row.id, 1),
  }));
}

/** Makes an address; one that was there stops working. */
export async function makeFeed(tx: ControlTx, owner: FeedOf): Promise<void> {
  await stopFeed(tx, owner);
  const id = newId();
  await tx
    .insertInto("calendar_feeds")
    .values({
      id,
      token_hash: hashOf(tokenOf(id)),
      club_code: owner.clubCode,
      account_id: owner.accountId,
      team_id: owner.teamId,
      created_at: nowIso(),
    })
    .execute();
}

/** Ends an address. One that is not there stays so. */
export async function stopFeed(tx: ControlTx, { accountId, clubCode, teamId }: FeedOf): Promise<void> {
  await tx
    .deleteFrom("calendar_feeds")
    .where("account_id", "=", accountId)
    .where("club_code", "=", clubCode)
    .where("team_id", "=", teamId)
    .execute();
}

export type LinkedFeed = Pick<CalendarFeedsTable, "id" | "account_id" | "team_id"> & {
  clubCode: string;
  clubName: string;
  clubColor: string | null;
  clubStatus: ClubsTable["status"];
  /** End of the club's year, ISO-8601 UTC. */
  termEndsAt: string;
  timezone: string;
  /** Current role of the owner in the club; null once they have left it. */
  membership: "club_admin" | "staff" | null;
};

/** Loads the feed of an address, with its club; undefined for an address that is unknown or was stopped. */
export function findFeed(control: ControlDb, token: string): Promise<LinkedFeed | undefined> {
  return control
    .selectFrom("calendar_feeds as f")
    .innerJoin("clubs as c", "c.code", "f.club_code")
    .leftJoin("memberships as m", (join) =>
      join.onRef("m.account_id", "=", "f.account_id").onRef("m.club_code", "=", "f.club_code"),
    )
    .select([
      "f.id",
      "f.account_id",
      "f.team_id",
      "c.code as clubCode",
      "c.name as clubName",
      "c.color as clubColor",
    ])
    .select(["c.status as clubStatus", "c.term_ends_at as termEndsAt", "c.timezone", "m.role as membership"])
    .where("f.token_hash", "=", hashOf(token))
    .executeTakeFirst();
}

/**
 * Loads the address that an account has made for a calendar, or null. `address` is null where it was made with a secret
 * that this installation no longer has: it works, and cannot be shown again.
 */
export async function ownFeed(control: ControlDb, of: FeedOf) {
  const feed = (await feedsOf(control, of)).find(({ teamId }) => teamId === of.teamId);
  if (!feed) return null;
  const { token, createdAt } = feed;
  return { createdAt, address: token && env().appUrl + href("/calendar/:file", { file: `${token}.ics` }) };
}

/**
 * Makes an address, or ends the one there is; 'add' keeps one that is there.
 * @returns whether there was one; but for 'add' it no longer works
 */
export function changeFeed(
  control: ControlDb,
  of: FeedOf,
  wanted: "add" | "make" | "stop",
): Promise<boolean> {
  const intent = wanted === "add" ? "make" : wanted;
  return inTransaction(control, async (tx) => {
    const before = await feedsOf(tx, of);
    if (wanted === "add" && before.some(({ teamId }) => teamId === of.teamId)) return true;
    await (intent === "make" ? makeFeed(tx, of) : stopFeed(tx, of));
    const was = before.some(({ teamId }) => teamId === of.teamId);
    const { accountId, clubCode, teamId } = of;
    if (intent === "make" || was)
      await recordAudit(tx, {
        kind: intent === "make" ? "export.calendar" : "export.calendar-ended",
        actor: { kind: "account", id: accountId },
        clubCode,
        ...(teamId ? { subject: teamId } : {}),
        at: now(),
      });
    return was;
  });
}
