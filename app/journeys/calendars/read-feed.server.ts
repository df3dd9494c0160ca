import { createHash } from "node:crypto";
import { type Calendar, writeCalendar } from "#app/calendar/write-calendar.ts";
import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubDb } from "#app/db/club/schema.ts";
import { feedEvent, feedName } from "#app/domain/club/calendars/feed-event.ts";
import { feedGames, feedStamp, feedTeams } from "#app/domain/club/calendars/feed-games.server.ts";
import { assignmentsOf } from "#app/domain/club/staff/staff.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import type { LinkedFeed } from "#app/domain/control/calendars/calendar-feeds.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Builds the calendar of a feed: the games that its owner reaches now. An owner who has left the club or the team, or
 * whose team is archived, gets an empty calendar, so that the games leave the phone as well
 * (product/games.md#calendars).
 * @param known the ETags of what the client has
 */
export async function readFeed(
  db: ClubDb,
  feed: LinkedFeed,
  known: string | null,
): Promise<{ ok: true; etag: string; text: string | null } | { ok: false; problem: "too-often" }> {
  const at = now();
  const teams = await feedTeams(db, await scopeOf(db, feed));
  const teamIds = teams.map(({ id }) => id);
  const name = feedName(feed, teams);
  const { timezone, clubName } = feed;
  const stamp = await feedStamp(db, teamIds, at);
  const etag = etagOf([stamp, name, timezone, clubName, env().appUrl, JSON.stringify(teams)]);
  if (known?.includes(etag)) return { ok: true, etag, text: null };
  if (!(await mayUse("calendar-address", feed.id))) return { ok: false, problem: "too-often" };
  const byId = new Map(teams.map((team) => [team.id, team]));
  const events = (await feedGames(db, teamIds, at)).flatMap((game): Calendar["events"][number][] => {
    const team = byId.get(game.team_id);
    const ratingAddress = env().appUrl + href("/rating/:gameId", { gameId: game.id });
    return team ? [feedEvent(game, { team, clubName, ratingAddress, at })] : [];
  });
  return { ok: true, etag, text: writeCalendar({ name, timezone, events }, at) };
}

/** Loads the teams of a feed: what its owner reaches at this moment, or one of these. */
async function scopeOf(db: ClubDb, { membership, account_id, team_id }: LinkedFeed): Promise<TeamScope> {
  if (membership === null) return [];
  if (membership === "club_admin") return team_id === "" ? "all" : [team_id];
  const reached = [...new Set((await assignmentsOf(db, account_id)).map(({ teamId }) => teamId))];
  return team_id === "" ? reached : reached.filter((id) => id === team_id);
}

/** Returns a weak ETag: the moment of writing is in the calendar, too. */
const etagOf = (parts: readonly string[]) =>
  `W/"${createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 22)}"`;
