import { useContext } from "react";
import { href } from "#app/config/addresses.ts";
import { teamFields } from "#app/domain/club/teams/fields.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { Reply } from "#app/ui/field.tsx";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import type { OpenTeam, ResolvedTeam } from "./teams-data.ts";

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Names without a team: create it, or say which it is. */
export function OpenTeams({ teams, season }: { teams: OpenTeam[]; season: string }) {
  return teams.map((team, number) => (
    <section className="card" key={team.keys}>
      {team.former ? <FormerTeamNotice team={team.former} /> : null}
      <Choice team={team} number={number} />
      {team.create ? <NewTeam number={number} team={team.create} season={season} /> : null}
    </section>
  ));
}

/** Bringing a team back keeps its history; creating it anew starts at nothing. */
function FormerTeamNotice({ team }: { team: NonNullable<OpenTeam["former"]> }) {
  return (
    <Notice
      tone="minor"
      title={`There is ${team.status === "deleted" ? "a deleted" : "an archived"} team of this name`}
    >
      <p>
        <a href={href("/teams/:teamId/restore", { teamId: team.id })}>Bring {team.name} back</a> with its
        games and ratings? Then continue this import from the list of imports.
      </p>
    </Notice>
  );
}

/** What a team that is created would be; open where something is to be filled in or checked. */
function NewTeam(props: { number: number; team: NonNullable<OpenTeam["create"]>; season: string }) {
  const { number, team, season } = props;
  const errors = useContext(Reply)?.errors ?? {};
  const wrong = ["new", "age", "gender"].some((field) => errors[`${field}-${number}`]);
  const known = [team.ageGroup, team.gender, season].filter(Boolean).join(", ");
  return (
    <details open={wrong || !team.ageGroup || !team.gender || team.fromBirthYear}>
      <summary>If created: {known}</summary>
      <TextField
        name={`new-${number}`}
        label={teamFields.name.label}
        value={team.name}
        maxLength={teamFields.name.max}
        required
      />
      <SelectField
        name={`age-${number}`}
        label="Age Group"
        hint={team.fromBirthYear ? "Worked out from the birth year: please check" : undefined}
        value={team.ageGroup}
        choices={choices(ageGroups)}
        empty="Choose an age group"
        required
      />
      <SelectField
        name={`gender-${number}`}
        label="Gender"
        value={team.gender}
        choices={choices(genders)}
        empty="Choose one"
        required
      />
    </details>
  );
}

/** Names with a team, or declined, to change that. `from`: the number of the first field. */
export function ResolvedTeams({ teams, from }: { teams: ResolvedTeam[]; from: number }) {
  if (teams.length === 0) return null;
  return (
    <details open={from === 0}>
      <summary>Names that are matched already: {teams.length}</summary>
      {teams.map((team, index) => (
        <Choice key={team.keys} team={team} number={from + index} />
      ))}
    </details>
  );
}

function Choice({ team, number }: { team: OpenTeam | ResolvedTeam; number: number }) {
  return (
    <>
      <Hidden name={`name-${number}`} value={team.keys} />
      <Hidden name={`said-${number}`} value={team.text} />
      <SelectField
        name={`team-${number}`}
        label={team.label}
        hint={team.hint}
        value={team.value}
        choices={team.choices}
        required
      />
    </>
  );
}
