import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { href } from "#app/config/addresses.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { ArchivedLink } from "./archived-link.tsx";
import { TeamCardView } from "./team-card.tsx";
import { TeamSearch } from "./team-search.tsx";
import { TeamStats } from "./team-stats.tsx";
import { loadTeamsPage } from "./teams-page.server.ts";

export const meta = () => title("Teams");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.see");
  const search = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, 80);
  return json(await loadTeamsPage(ctx, search));
}

export default function Teams() {
  const { cards, tiles, policy, former, search, offersSearch } = useLoaderData<typeof loader>();
  const { role } = useShell();
  const manages = may(role, "teams.manage");
  const add = (
    <ButtonLink key="new" href="/teams/new" look="primary">
      Add New Team
    </ButtonLink>
  );
  if (tiles.teams === 0) {
    return (
      <ClubPage title="Team Management">
        <Empty title="No teams yet" action={add}>
          <p>Add your first team; then invite its manager and its coaches. Their accounts are free.</p>
        </Empty>
        <ArchivedLink former={former} />
      </ClubPage>
    );
  }
  return (
    <ClubPage
      title={manages ? "Team Management" : "Your Teams"}
      lead={
        manages
          ? "Your teams, who manages and coaches them, and how their sidelines behave."
          : "The teams that you are assigned to."
      }
      actions={manages ? [add, ...forAllTeams] : undefined}
    >
      <TeamStats tiles={tiles} />
      {offersSearch ? <TeamSearch search={search} found={cards.length} of={tiles.teams} /> : null}
      {cards.length === 0 ? (
        <Empty title="No teams found" action={<ButtonLink href="/teams">Show all teams</ButtonLink>}>
          <p>No team's name or age group contains “{search}”.</p>
        </Empty>
      ) : (
        <ul className="cards team-cards">
          {cards.map((card) => (
            <li key={card.id}>
              <TeamCardView card={card} />
            </li>
          ))}
        </ul>
      )}
      <ArchivedLink former={former} />
      <PolicyLine labels={policy} />
    </ClubPage>
  );
}

/** What administrators do for all teams. */
const forAllTeams = [
  <ButtonLink key="emails" href={href("/teams/email-settings")}>
    Email Settings
  </ButtonLink>,
  <ButtonLink key="reports" href={href("/teams/weekly-reports")}>
    Send Weekly Reports
  </ButtonLink>,
];
