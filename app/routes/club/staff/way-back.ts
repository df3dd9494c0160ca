import { href } from "#app/config/addresses.ts";

/**
 * Returns the page that a form about a team's staff goes back to: the club's people if its address has `from`,
 * otherwise the team.
 */
export function wayBack(request: Request, teamId: string): string {
  const from = new URL(request.url).searchParams.get("from");
  return from === "users" ? href("/club/settings", { tab: "users" }) : href("/teams/:teamId", { teamId });
}
