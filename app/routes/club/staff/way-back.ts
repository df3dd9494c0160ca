import { href } from "#app/config/addresses.ts";

/** Where a form about a team's staff leads back to: the club's people if `from` in its address says so, else the team. */
export function wayBack(request: Request, teamId: string): string {
  const from = new URL(request.url).searchParams.get("from");
  return from === "users" ? href("/club/settings", { tab: "users" }) : href("/teams/:teamId", { teamId });
}
