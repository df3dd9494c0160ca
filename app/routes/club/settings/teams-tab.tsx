import { href } from "#app/config/addresses.ts";
import { firstCoachFields } from "#app/domain/club/teams/fields.ts";
import type { Gender } from "#app/domain/values/age-groups.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { ArchivedLink } from "#app/routes/club/teams/archived-link.tsx";
import { TeamBasics } from "#app/routes/club/teams/team-basics.tsx";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm, useReply } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import type { TeamsTab } from "./teams-tab.server.ts";

const genderLabels: Record<Gender, string> = { Boys: "Boys", Girls: "Girls", Coed: "Co-Ed" };

const columns = [
  { name: "Team", place: "name" },
  { name: "What to do", place: "state" },
  { name: "Age Group", place: "line" },
  { name: "Players", place: "more" },
] as const;

const inputs = inputsOf(firstCoachFields);

export function TeamsPanel({ data }: { data: TeamsTab }) {
  const { teams, former, season } = data;
  return (
    <>
      <section>
        {teams.length === 0 ? (
          <p>No teams yet. Add the first one below; then invite its manager and its coaches.</p>
        ) : (
          <>
            <p>{`${pluralize(teams.length, "team")}. Managers, coaches and ratings are on each team's page.`}</p>
            <RowTable
              caption="The club's teams"
              columns={columns}
              rows={teams.map((team) => ({
                key: team.id,
                href: href("/teams/:teamId", { teamId: team.id }),
                cells: cellsOf(team),
              }))}
            />
          </>
        )}
        <ArchivedLink former={former} />
      </section>
      <AddTeam season={season} />
    </>
  );
}

function cellsOf(team: TeamsTab["teams"][number]) {
  const { id: teamId, name } = team;
  return [
    name,
    <span key="acts" className="cell-links">
      <a href={href("/teams/:teamId/edit", { teamId })}>
        Edit<span className="visually-hidden"> {name}</span>
      </a>{" "}
      <a href={href("/teams/:teamId/delete", { teamId })}>
        Remove<span className="visually-hidden"> {name}</span>
      </a>
    </span>,
    `${team.ageGroup} ${genderLabels[team.gender]}, ${team.season}`,
    team.playerCount,
  ];
}

function AddTeam({ season }: { season: string }) {
  const reply = useReply();
  return (
    <details className="more" open={reply !== undefined}>
      <summary>Add Team</summary>
      <PostForm>
        <TeamBasics team={{ season }} genderLabels={genderLabels} />
        <TextField
          {...inputs.coachName}
          hint="With an email, the head coach is invited at once. Both can wait."
          autoComplete="off"
        />
        <TextField {...inputs.coachEmail} type="email" autoComplete="off" />
        <Buttons>
          <SubmitButton>Add Team</SubmitButton>
        </Buttons>
      </PostForm>
    </details>
  );
}
