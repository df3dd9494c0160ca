import { href } from "#app/config/addresses.ts";
import { firstCoachFields } from "#app/domain/club/teams/fields.ts";
import type { Gender } from "#app/domain/values/age-groups.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { ArchivedLink } from "#app/routes/club/teams/archived-link.tsx";
import { TeamBasics } from "#app/routes/club/teams/team-basics.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { TextField } from "#app/ui/inputs.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import type { TeamsTab } from "./teams-tab.server.ts";

const genderLabels: Record<Gender, string> = { Boys: "Boys", Girls: "Girls", Coed: "Co-Ed" };

const columns = [
  { name: "Team" },
  { name: "Age Group" },
  { name: "Gender" },
  { name: "Season" },
  { name: "Players", numeric: true },
  { name: "Status" },
  { name: "What to do" },
];

const inputs = inputsOf(firstCoachFields);

export function TeamsPanel({ data }: { data: TeamsTab }) {
  const { teams, former, season, seasons } = data;
  return (
    <>
      <section>
        {teams.length === 0 ? (
          <p>No teams yet. Add the first one below; then invite its manager and its coaches.</p>
        ) : (
          <>
            <p>{`${pluralize(teams.length, "team")}. Managers, coaches and ratings are on each team's page.`}</p>
            <DataTable
              caption="The club's teams"
              columns={columns}
              rows={teams.map((team) => ({ key: team.id, cells: cellsOf(team) }))}
            />
          </>
        )}
        <ArchivedLink former={former} />
      </section>
      <AddTeam season={season} seasons={seasons} />
    </>
  );
}

function cellsOf(team: TeamsTab["teams"][number]) {
  const { id: teamId, name } = team;
  return [
    <a key="team" href={href("/teams/:teamId", { teamId })}>
      {name}
    </a>,
    team.ageGroup,
    genderLabels[team.gender],
    team.season,
    team.playerCount,
    <Badge key="status">Active</Badge>,
    <span key="acts" className="cell-links">
      <a href={href("/teams/:teamId/edit", { teamId })}>
        Edit<span className="visually-hidden"> {name}</span>
      </a>{" "}
      <a href={href("/teams/:teamId/delete", { teamId })}>
        Remove<span className="visually-hidden"> {name}</span>
      </a>
    </span>,
  ];
}

function AddTeam({ season, seasons }: Pick<TeamsTab, "season" | "seasons">) {
  return (
    <section>
      <h2>Add Team</h2>
      <PostForm>
        <TeamBasics team={{ season }} seasons={seasons} genderLabels={genderLabels} />
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
    </section>
  );
}
