import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { feedsOf, makeFeed, stopFeed } from "#app/domain/control/calendars/calendar-feeds.server.ts";
import { now } from "#app/runtime/clock.server.ts";

interface FeedOf {
  accountId: string;
  clubCode: string;
  /** '' for everything that the account reaches. */
  teamId: string;
}

/**
 * The address that an account has made for a calendar, or null. `address` is null where it was made with a secret that
 * this installation no longer has: it works, and cannot be shown again.
 */
export async function ownFeed(control: ControlDb, of: FeedOf) {
  const feed = (await feedsOf(control, of)).find(({ teamId }) => teamId === of.teamId);
  if (!feed) return null;
  const { token, createdAt } = feed;
  return { createdAt, address: token && env().appUrl + href("/calendar/:file", { file: `${token}.ics` }) };
}

/**
 * Makes an address, or ends the one there is.
 * @returns whether there was one, which no longer works
 */
export function changeFeed(control: ControlDb, of: FeedOf, intent: "make" | "stop"): Promise<boolean> {
  return inTransaction(control, async (tx) => {
    const before = await feedsOf(tx, of);
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
