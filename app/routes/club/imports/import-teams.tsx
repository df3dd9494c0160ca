import { href } from "#app/config/addresses.ts";
import { teamFields } from "#app/domain/club/teams/fields.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { SelectField, TextField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden } from "#app/ui/post-form.tsx";
import type { OpenTeam, ResolvedTeam } from "./teams-data.ts";

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

/** Names without a team, a line each: create it, or say which it is. */
export function OpenTeams({ teams, season }: { teams: OpenTeam[]; season: string }) {
  const created = teams.filter(({ create }) => create);
  const isOpen = created.some(({ create }) => !create?.ageGroup || !create.gender);
  return (
    <>
      {created.length > 1 && isOpen ? <SameForAll season={season} /> : null}
      <div className="field-rows">
        {teams.map((team, number) => (
          <fieldset key={team.keys}>
            <legend>
              {team.label} <span className="optional">{team.hint}</span>
            </legend>
            {team.former ? <FormerTeamNotice team={team.former} /> : null}
            <Choice team={team} number={number} label="Team" />
            {team.create ? <NewTeam number={number} team={team.create} several={created.length > 1} /> : null}
          </fieldset>
        ))}
      </div>
    </>
  );
}

/** What most new teams of a file share, said once; a team of its own choice keeps that. */
function SameForAll({ season }: { season: string }) {
  return (
    <section className="card" aria-labelledby="same-for-all">
      <h2 id="same-for-all">The same for all new teams of {season}</h2>
      <div className="field-rows">
        <div>
          <SelectField name="age-all" label="Age Group" choices={choices(ageGroups)} empty="Not the same" />
          <SelectField name="gender-all" label="Gender" choices={choices(genders)} empty="Not the same" />
        </div>
      </div>
    </section>
  );
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

/** What a team that is created would be. @param props.several whether what is open may be said for all */
function NewTeam(props: { number: number; team: NonNullable<OpenTeam["create"]>; several: boolean }) {
  const { number, team, several } = props;
  return (
    <>
      <TextField
        name={`new-${number}`}
        label="New Name"
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
        empty={several ? "As for all" : "Choose an age group"}
        required
      />
      <SelectField
        name={`gender-${number}`}
        label="Gender"
        value={team.gender}
        choices={choices(genders)}
        empty={several ? "As for all" : "Choose one"}
        required
      />
    </>
  );
}

/** Names with a team, or declined, to change that. `from`: the number of the first field. */
export function ResolvedTeams({ teams, from }: { teams: ResolvedTeam[]; from: number }) {
  if (teams.length === 0) return null;
  return (
    <details open={from === 0}>
      <summary>Names that are matched already: {teams.length}</summary>
      {teams.map((team, index) => (
        <Choice key={team.keys} team={team} number={from + index} label={team.label} hint={team.hint} />
      ))}
    </details>
  );
}

function Choice(props: {
  team: OpenTeam | ResolvedTeam;
  number: number;
  label: string;
  /** Where no legend says it. */
  hint?: string;
}) {
  const { team, number } = props;
  return (
    <>
      <Hidden name={`name-${number}`} value={team.keys} />
      <Hidden name={`said-${number}`} value={team.text} />
      <SelectField
        name={`team-${number}`}
        label={props.label}
        hint={props.hint}
        value={team.value}
        choices={team.choices}
        required
      />
    </>
  );
}
