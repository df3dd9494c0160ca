import { href } from "#app/config/addresses.ts";

/** Most team names that the welcome page's address carries. */
export const MAX_TEAMS = 20;

/** Returns the page that a new member lands on after joining (product/teams.md#invitations). */
export const welcomeAddress = (role: "manager" | "coach", teams: string[]) =>
  href("/account/welcome", { role, teams: JSON.stringify([...new Set(teams)].slice(0, MAX_TEAMS)) });

/** Parses the team names of that address; anything but a list of texts gives none. */
export function teamsOf(text: string | null): string[] {
  if (!text || text.length > 4_000) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((name) => typeof name === "string").slice(0, MAX_TEAMS) : [];
  } catch {
    // A truncated or hand-typed address: documented as an empty list.
    return [];
  }
}
