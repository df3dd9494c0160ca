import { href } from "#app/config/addresses.ts";

/** The pages that link to the staff's forms. */
export type From = "teams" | "team" | "users";

/** Where a form about a team's staff leads back to: the page named by `from` in its address, else the teams. */
export function wayBack(request: Request, teamId: string): string {
  return backTo(new URL(request.url).searchParams.get("from"), teamId);
}

export function backTo(from: string | null, teamId: string): string {
  if (from === "users") return href("/club/settings", { tab: "users" });
  return from === "team" ? href("/teams/:teamId", { teamId }) : href("/teams");
}
