import { brand } from "#app/config/brand.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { SitePage } from "#app/ui/shell/site-shell.tsx";

interface Welcome {
  name: string;
  role: string;
  club: string;
  clubCode: string;
  email: string | null;
  teams: string[];
}

/** The documented 'Staff welcome' page: who you are now, where, and what comes next. */
export function WelcomePage({ name, role, club, clubCode, email, teams }: Welcome) {
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
