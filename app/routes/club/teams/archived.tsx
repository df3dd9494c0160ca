import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { requireUserOrSupport } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { listFormerTeams } from "#app/domain/club/teams/team-status.server.ts";
import { RESTORE_DAYS, restorableUntil } from "#app/domain/club/teams/teams.ts";
import { dateAt, formatDate } from "#app/domain/values/times.ts";
import { isSupport } from "#app/permissions/club-permissions.ts";
import { now } from "#app/runtime/clock.server.ts";
import { SubmitButton } from "#app/ui/buttons.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage, useShell } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

export const handle = { extra: "settings", madeOf: [] };

export const meta = () => title("Archived teams");

export async function loader(args: LoaderFunctionArgs) {
  const { db, club } = await requireUserOrSupport(args, "teams.manage");
  const at = now();
  const day = (moment: Date | string) => formatDate(dateAt(moment, club.timezone), dateAt(at, club.timezone));
  const teams = (await listFormerTeams(db, at)).map(({ status_since: since, ...team }) => ({
    id: team.id,
    name: team.name,
    about: [team.age_group, team.gender, team.season].join(" · "),
    archived: team.status === "archived",
    since: since ? day(since) : "",
    until: since && team.status === "deleted" ? day(restorableUntil(since)) : null,
  }));
  return {
    archived: teams.filter(({ archived }) => archived),
    deleted: teams.filter(({ archived }) => !archived),
  };
}

export default function ArchivedTeams() {
  const { archived, deleted } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Archived teams"
      lead={`You can bring an archived team back at any time, and a deleted one for ${RESTORE_DAYS} days.`}
      crumbs={[{ label: "Teams", href: "/teams" }, { label: "Archived teams" }]}
    >
      {archived.length + deleted.length === 0 ? (
        <Empty title="No archived teams">
          <p>A team that you archive or delete in its Team Settings is listed here.</p>
        </Empty>
      ) : null}
      <FormerTeams title="Archived" teams={archived} />
      <FormerTeams title="Deleted" teams={deleted} />
    </ClubPage>
  );
}

interface FormerTeam {
  id: string;
  name: string;
  about: string;
  archived: boolean;
  since: string;
  /** The last day on which a deleted team can be restored. */
  until: string | null;
}

function FormerTeams({ title, teams }: { title: string; teams: readonly FormerTeam[] }) {
  const { role } = useShell();
  if (teams.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="plain-list former-teams">
        {teams.map((team) => (
          <li key={team.id}>
            <div>
              <strong>{team.name}</strong> <span className="muted">{team.about}</span>
              <p className="muted small">
                {team.archived
                  ? `Archived ${team.since}`
                  : `Deleted ${team.since}: restore until ${team.until}`}
                {team.archived && !isSupport(role) ? (
                  <>
                    {" · "}
                    <a href={href("/teams/:teamId/delete", { teamId: team.id })}>
                      Delete<span className="visually-hidden"> {team.name}</span>
                    </a>
                  </>
                ) : null}
              </p>
            </div>{" "}
            <ButtonForm className="inline-form" action={href("/teams/:teamId/restore", { teamId: team.id })}>
              <SubmitButton look="secondary">
                {team.archived ? "Bring back" : "Restore"}
                <span className="visually-hidden"> {team.name}</span>
              </SubmitButton>
            </ButtonForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
