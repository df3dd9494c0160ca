import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { readListQuery } from "#app/forms/pages.ts";
import { isSupport, may } from "#app/permissions/club-permissions.ts";
import { AverageFigure } from "#app/ui/average-figure.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TeamSearch } from "#app/ui/filter-bar.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { PolicyLine } from "#app/ui/policy-line.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { Status } from "#app/ui/status.tsx";
import { SidelineStrip } from "#app/ui/strip.tsx";
import { title } from "#app/ui/title.ts";
import { ArchivedLink } from "./archived-link.tsx";
import { loadTeamsPage, type TeamRow, type teamTiles } from "./teams-page.server.ts";

export const handle = { extra: "teams", madeOf: [] };

export const meta = () => title("Teams");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireUserOrSupport(args, "teams.see");
  return loadTeamsPage(ctx, readListQuery(args.request));
}

export default function Teams() {
  const { rows, found, page, pages, tiles, policy, former, search } = useLoaderData<typeof loader>();
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
        <NoTeams manages={manages} />
        <ArchivedLink former={former} />
      </ClubPage>
    );
  }
  return (
    <ClubPage
      title={manages || isSupport(role) ? "Team Management" : "Your Teams"}
      lead="Open a team for its people, its games and its settings. Averages are points a game over all games so far."
      actions={manages ? add : undefined}
    >
      <TeamStats tiles={tiles} />
      <TeamSearch action={href("/teams")} search={search} found={found} of={tiles.teams} />
      {rows.length === 0 ? null : (
        <ul className="row-list">
          {rows.map((team) => (
            <TeamInList key={team.id} team={team} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href("/teams", { q: search || undefined, page: String(to) })}
      />
      {manages && !isSupport(role) ? (
        <p>
          For all teams: <a href={href("/teams/email-settings")}>Email Settings</a>,{" "}
          <a href={href("/teams/weekly-reports")}>Send Weekly Reports</a>
        </p>
      ) : null}
      <ArchivedLink former={former} />
      <PolicyLine labels={policy} />
    </ClubPage>
  );
}

/** Explains why there is no team, and how to add some. */
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

/** Shows a team in three lines on a phone, in one on a desktop; the whole row opens its page, which has all actions. */
function TeamInList({ team }: { team: TeamRow }) {
  return (
    <li className="list-row team-row opens">
      <p>
        <a className="row-link" href={href("/teams/:teamId", { teamId: team.id })}>
          {team.name}
        </a>{" "}
        <span className="muted small">{team.group}</span>
      </p>{" "}
      {team.average === null ? null : <AverageFigure average={team.average} />}{" "}
      <p className="team-strip">{team.strip === "" ? team.noGames : <SidelineStrip marks={team.strip} />}</p>{" "}
      {team.rated === "" ? null : <span className="team-rated">{team.rated}</span>}{" "}
      <span className="row-facts" title={team.people}>
        {team.people}
      </span>{" "}
      {team.status ? <Status kind={team.status.kind}>{team.status.label}</Status> : null}
    </li>
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
