import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { type Role, roleName } from "#app/domain/club/staff/club-user.ts";

/** How many team names an address may carry. */
const MOST_TEAMS = 20;

/** Where a new member of staff lands after joining. */
export function welcomeAddress(joined: { role: "manager" | "coach"; teams: string[]; name: string }): string {
  const { role, teams, name } = joined;
  const query = new URLSearchParams({ success: "invite", role, name });
  query.set("teams", JSON.stringify(teams.slice(0, MOST_TEAMS)));
  return `/contact?${query}`;
}

/**
 * The welcome of who is signed in: name, club, role and teams come from the session and the club's file. The
 * address only says which of the own teams are the new ones, and in what order.
 */
export async function loadWelcome(args: LoaderFunctionArgs) {
  const { club, user } = await requireClubUser(args, "club.see");
  const query = new URL(args.request.url).searchParams;
  const own = [...new Set(user.assignments.map(({ teamName }) => teamName))];
  const named = namesIn(query.get("teams")).filter((name) => own.includes(name));
  const asked = query.get("role");
  const roles = user.assignments.map(({ role }) => role);
  const role = roles.find((each) => each === asked) ?? roles[0];
  const badge: Role = role === "manager" ? "team_manager" : role === "coach" ? "coach" : user.role;
  return json({
    view: "welcome" as const,
    name: user.name,
    role: roleName[badge],
    club: club.name,
    clubCode: club.code.toUpperCase(),
    email: user.email,
    teams: named.length > 0 ? named : own,
  });
}

/** The team names of an address; anything else than a list of texts is no names. */
function namesIn(text: string | null): string[] {
  if (!text || text.length > 4_000) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((name) => typeof name === "string").slice(0, MOST_TEAMS) : [];
  } catch {
    // A cut or hand-typed address counts as an empty list.
    return [];
  }
}
