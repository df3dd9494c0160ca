import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import type { Role } from "#app/domain/club/staff/club-user.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
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
  const own = [...new Set(user.assignments.map(({ teamName }) => teamName))];
  const named = teamsOf(query.get("teams")).filter((name) => own.includes(name));
  const roles = user.assignments.map(({ role }) => role);
  const role = roles.find((name) => name === query.get("role")) ?? roles[0];
  const badge: Role = role === "manager" ? "team_manager" : role === "coach" ? "coach" : user.role;
  return json({
    name: user.name,
    role: roleName[badge],
    club: club.name,
    clubCode: club.code.toUpperCase(),
    email: user.email,
    teams: named.length > 0 ? named : own,
  });
}

export default function Welcome() {
  return <WelcomePage {...useLoaderData<typeof loader>()} />;
}
