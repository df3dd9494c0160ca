import type { LoaderFunctionArgs } from "@remix-run/node";
import { openLinkedClub, publicContext } from "#app/auth/guards.server.ts";
import { findFeed } from "#app/domain/control/calendars/calendar-feeds.server.ts";
import { clubAccess } from "#app/domain/control/clubs/club-access.ts";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { readFeed } from "#app/journeys/calendars/read-feed.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** While a club is suspended, phones keep their copy and ask again after a day. */
const SUSPENDED_RETRY_SECONDS = "86400";

/**
 * Sends the calendar of a secret address, for phones: no cookie, the token is the only key
 * (product/games.md#calendars).
 */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await publicContext(args);
  const token = /^([\w-]{43})\.ics$/.exec(args.params.file ?? "")?.[1];
  const feed = token && (await findFeed(ctx.control, token));
  if (!feed || feed.clubStatus === "creating") return new Response("No such calendar", { status: 404 });
  ctx.note({ club: feed.clubCode });
  if (clubAccess({ status: feed.clubStatus, termEndsAt: feed.termEndsAt }, now()) === "suspended")
    return new Response("This calendar is not available right now", {
      status: 503,
      headers: { "Retry-After": SUSPENDED_RETRY_SECONDS },
    });
  const db = await openLinkedClub(args, ctx, feed);
  const read = await readFeed(db, feed, args.request.headers.get("If-None-Match"));
  if (!read.ok) {
    ctx.note(THROTTLED);
    return new Response("Too many requests", { status: 429, headers: { "Retry-After": "3600" } });
  }
  const { etag, text } = read;
  const headers = { ETag: etag, "Cache-Control": "private, no-cache", "X-Robots-Tag": "noindex" };
  if (text === null) return new Response(null, { status: 304, headers });
  return new Response(text, {
    headers: {
      ...headers,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="goodside.ics"',
    },
  });
}
