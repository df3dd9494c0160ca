import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { may } from "#app/auth/permissions.ts";
import { policyLabels } from "#app/domain/club/ratings/labels.ts";
import { ratingPolicyOf } from "#app/domain/club/settings/settings.server.ts";
import { teamScope } from "#app/domain/club/staff/club-user.ts";
import { staffOf } from "#app/domain/club/staff/staff.server.ts";
import { teamStats } from "#app/domain/club/stats/stats.server.ts";
import { listTeams } from "#app/domain/club/teams/teams.server.ts";
import { teamNameKey } from "#app/domain/club/teams/teams.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { invitationAddress } from "#app/journeys/club-events/invitation-address.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { PolicyPanel } from "#app/ui/policy-panel.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { teamCards, teamTiles } from "./cards.ts";
import { TeamCardView } from "./team-card.tsx";
import { TeamSearch } from "./team-search.tsx";
import { TeamStats } from "./team-stats.tsx";

export const meta = () => title("Teams");

/** The page offers a search from this many teams on. */
const SEARCH_FROM = 9;

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.see");
  const { db, club, user } = ctx;
  const at = now();
  const scope = teamScope(user);
  const [teams, staff, stats, policy] = await Promise.all([
    listTeams(db, scope),
    staffOf(db, scope),
    teamStats(db, scope, at),
    ratingPolicyOf(db),
  ]);
  const search = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, 80);
  const key = teamNameKey(search);
  const found = teams.filter(({ name, ageGroup }) => teamNameKey(`${name} ${ageGroup}`).includes(key));
  const known = new Set(teams.map(({ id }) => id));
  const cards = teamCards(found, staff, stats, {
    role: user.role,
    accountId: user.accountId,
    at,
    dayOf: (moment) => dateAt(moment, club.timezone),
    linkOf: invitationAddress,
  });
  return json({
    cards,
    tiles: teamTiles(
      teams,
      staff.filter(({ teamId }) => known.has(teamId)),
      at,
    ),
    policy: policyLabels(policy),
    search,
    offersSearch: teams.length >= SEARCH_FROM,
  });
}

export default function Teams() {
  const { cards, tiles, policy, search, offersSearch } = useLoaderData<typeof loader>();
  const { role } = useShell();
  const manages = may(role, "teams.manage");
  const add = (
    <ButtonLink href="/teams/new" look="primary">
      Add New Team
    </ButtonLink>
  );
  if (tiles.teams === 0) {
    return (
      <ClubPage title="Team Management">
        <Empty title="No teams yet" action={add}>
          <p>Add your first team; then invite its manager and its coaches. Their accounts are free.</p>
        </Empty>
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
      actions={manages ? add : undefined}
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
              <TeamCardView card={card} manages={manages} />
            </li>
          ))}
        </ul>
      )}
      <PolicyPanel labels={policy} />
    </ClubPage>
  );
}
