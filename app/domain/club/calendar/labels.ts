import type { FeedTeam } from "./feed-event.ts";

/** What a subscribed calendar is called on a phone: 'Hawks', 'My teams at Lakeside FC', 'Lakeside FC'. */
export function feedName(
  feed: { team_id: string; clubName: string; membership: "club_admin" | "staff" | null },
  teams: readonly FeedTeam[],
): string {
  if (feed.team_id !== "") return `${teams[0]?.name ?? "Team"}, ${feed.clubName}`;
  return feed.membership === "club_admin" ? feed.clubName : `My teams at ${feed.clubName}`;
}
