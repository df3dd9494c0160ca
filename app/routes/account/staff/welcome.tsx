import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { brand } from "#app/config/brand.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
import { distinctTeamLabels } from "#app/domain/club/teams/teams.ts";
import type { Role } from "#app/permissions/club-permissions.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";
import { title } from "#app/ui/title.ts";
import { teamsOf } from "./welcome-address.ts";

export const meta = () => title("Welcome to the Team");

/**
 * Greets a new member of staff. Name, club, role and teams come from the session and the club's file; the address only
 * lists the member's new teams, in order.
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
  return {
    name: user.name,
    role: roleName[badge],
    club: club.name,
    clubCode: club.code.toUpperCase(),
    email: user.email,
    teams: named.length > 0 ? [...new Set(named)] : own,
  };
}

/** Draws the documented 'Staff welcome' page: the member's role, their club, and the next steps. */
export default function Welcome() {
  const { name, role, club, clubCode, email, teams } = useLoaderData<typeof loader>();
  return (
    <SitePage
      title={`Welcome to the Team, ${name}!`}
      lead={
        <>
          You are in at <strong>{club}</strong>. <Badge>{role}</Badge>
        </>
      }
      width="narrow"
    >
      <Buttons>
        <ButtonLink href="/dashboard" look="primary">
          Go to Dashboard
        </ButtonLink>
      </Buttons>
      <Card title={teams.length === 1 ? "Your Team" : "Your Teams"}>
        <ul className="plain-list">
          {teams.map((team, index) => (
            <li key={team}>
              {team}{" "}
              {teams.length > 1 ? (
                <Badge strong={index === 0}>{index === 0 ? "Primary" : "Additional"}</Badge>
              ) : null}
            </li>
          ))}
        </ul>
        {teams.length > 1 ? (
          <p className="muted">
            You had several pending invitations: they were merged into this one account.
          </p>
        ) : null}
      </Card>
      <Card title="Your Account">
        <Facts
          facts={[
            ["Club", club],
            ["Club code", clubCode],
            ...(email ? [["Sign in with", email] as const] : []),
            [
              "Sign in at",
              <a key="login" href="/club/login">
                /club/login
              </a>,
            ],
          ]}
        />
      </Card>
      <section>
        <h2>Next Steps</h2>
        <ol>
          <li>
            Look at the games of your {teams.length === 1 ? "team" : "teams"} on the{" "}
            <a href="/schedule">schedule</a>.
          </li>
          <li>
            After each game, <a href="/rating">rate the sideline</a>: 20, 10 or 0. It takes less than a
            minute.
          </li>
          <li>
            See where you stand on the <a href="/leaderboard">leaderboard</a>.
          </li>
        </ol>
      </section>
      <p className="muted">
        Questions? Write to <a href={`mailto:${brand.mail.support}`}>{brand.mail.support}</a> or use the{" "}
        <a href="/contact">contact page</a>. A person replies within 24 hours.
      </p>
    </SitePage>
  );
}
