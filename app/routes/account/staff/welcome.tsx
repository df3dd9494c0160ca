import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
import { distinctTeamLabels } from "#app/domain/club/teams/teams.ts";
import type { Role } from "#app/permissions/club-permissions.ts";
import { title } from "#app/ui/title.ts";
import { teamsOf } from "./welcome-address.ts";
import { WelcomePage } from "./welcome-page.tsx";

export const meta = () => title("Welcome to the Team");

/**
 * Greets a new member of staff. Name, club, role and teams come from the session and the club's file; the address
 * only says which of the member's teams are new, in which order.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { club, user } = await requireClubUser(args, "club.see");
  const query = new URL(args.request.url).searchParams;
  const labels = distinctTeamLabels(user.assignments);
  const own = [...new Set(labels)];
  // The address names the new teams with their season; an older one by name alone.
  const named = teamsOf(query.get("teams")).flatMap((said) => {
    const spelled = user.assignments.map(({ teamName, season }) => [`${teamName}, ${season}`, teamName]);
    const exact = spelled.findIndex(([full]) => full === said);
    return labels[exact < 0 ? spelled.findIndex(([, name]) => name === said) : exact] ?? [];
  });
  const roles = user.assignments.map(({ role }) => role);
  const role = roles.find((name) => name === query.get("role")) ?? roles[0];
  const badge: Role = role === "manager" ? "team_manager" : role === "coach" ? "coach" : user.role;
  return json({
    name: user.name,
    role: roleName[badge],
    club: club.name,
    clubCode: club.code.toUpperCase(),
    email: user.email,
    teams: named.length > 0 ? [...new Set(named)] : own,
  });
}

export default function Welcome() {
  return <WelcomePage {...useLoaderData<typeof loader>()} />;
}
