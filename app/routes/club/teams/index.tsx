import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { sealedPart } from "#app/domain/club/stats/stats.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { SEARCH_MAX } from "#app/forms/fields.ts";
import { may } from "#app/permissions/club-permissions.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { ButtonLink, SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import { title } from "#app/ui/title.ts";
import { ArchivedLink } from "./archived-link.tsx";
import type { TeamCard, teamTiles } from "./cards.ts";
import { StaffList } from "./staff-list.tsx";
import { loadTeamsPage } from "./teams-page.server.ts";

export const meta = () => title("Teams");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.see");
  const search = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, SEARCH_MAX);
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
        <NoTeams manages={manages} />
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

/** Why there is no team, and the ways to have some. */
function NoTeams({ manages }: { manages: boolean }) {
  if (!manages) return <Empty title="No teams yet" />;
  return (
    <Empty
      title="No teams yet"
      action={
        <>
          <ButtonLink href="/schedule/import" look="primary">
            Import a File (It Creates Your Teams)
          </ButtonLink>{" "}
          <ButtonLink href="/teams/new">Add New Team</ButtonLink>
        </>
      }
    >
      <p>
        Your league's schedule or your <a href="/advanced-import">list of parents</a> creates the teams that
        it names. Then invite their managers and coaches; their accounts are free.
      </p>
    </Empty>
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

function TeamSearch({ search, found, of }: { search: string; found: number; of: number }) {
  return (
    <form method="get" action="/teams" className="filters">
      <div className="field">
        <label htmlFor="q">Find a team</label>
        <input className="input" type="search" id="q" name="q" defaultValue={search} maxLength={SEARCH_MAX} />
      </div>{" "}
      <button type="submit" className="button button-secondary">
        Search
      </button>{" "}
      <p className="muted">{search ? `${found} of ${of} teams` : `${of} teams`}</p>
    </form>
  );
}

/** Counts of teams and their people; coaches do not see invitations. */
function TeamStats({ tiles }: { tiles: ReturnType<typeof teamTiles> }) {
  const { role } = useShell();
  return (
    <Stats>
      <Stat label="Active Teams" value={tiles.teams} />
      <Stat label="Active Managers" value={tiles.managers} />
      <Stat label="Active Coaches" value={tiles.coaches} />
      {role === "coach" ? null : (
        <Stat
          label="Pending Invites"
          value={tiles.pending}
          note={tiles.expired > 0 ? `${tiles.expired} expired` : undefined}
        />
      )}
    </Stats>
  );
}

/** A team: its sideline's stats, its staff, and what the viewer may do. */
function TeamCardView({ card }: { card: TeamCard }) {
  return (
    <article className="card team-card" aria-labelledby={`team-${card.id}`}>
      <div>
        <h2 id={`team-${card.id}`}>
          <a href={href("/teams/:teamId", { teamId: card.id })}>{card.name}</a>
        </h2>
        <p className="muted">{card.about}</p>
        {card.description ? <p>{card.description}</p> : null}
      </div>
      <div className="team-stats">
        <SidelineStrip marks={card.strip} roomy />{" "}
        {card.completedGames > 0 ? (
          <>
            <AverageFigure average={card.average} />
            <p className="muted small">
              {card.gamesPlayed} of {pluralize(card.completedGames, "game")} rated
              {sealedPart(card.sealedGames)}; score {card.score}
            </p>
          </>
        ) : null}
      </div>
      <h3 className="visually-hidden">Manager and coaches</h3>
      <StaffList card={card} />
      {card.edits ? <Actions card={card} /> : null}
    </article>
  );
}

function Actions({ card }: { card: TeamCard }) {
  const { id, name, manager, appoints } = card;
  const forTeam = <span className="visually-hidden"> for {name}</span>;
  return (
    <div className="buttons">
      {manager || !appoints ? null : (
        <>
          <ButtonLink href={href("/teams/:teamId/invite", { teamId: id, role: "manager" })}>
            Invite Manager{forTeam}
          </ButtonLink>{" "}
        </>
      )}
      {appoints && manager && manager.state !== "active" && !isDead(manager.delivery) ? (
        <form
          method="post"
          action={href("/teams/:teamId/staff/:staffId/invitations", { teamId: id, staffId: manager.id })}
        >
          <SubmitButton look="secondary">Resend Manager{forTeam}</SubmitButton>
        </form>
      ) : null}{" "}
      <ButtonLink href={href("/teams/:teamId/invite", { teamId: id, role: "coach" })}>
        Invite Coach{forTeam}
      </ButtonLink>{" "}
      <ButtonLink href={href("/teams/:teamId/edit", { teamId: id })} look="quiet">
        Team Settings{forTeam}
      </ButtonLink>
    </div>
  );
}
