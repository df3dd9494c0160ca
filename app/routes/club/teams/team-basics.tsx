import { MAX_TEAM_PLAYERS, type TeamFields } from "#app/domain/club/teams/teams.ts";
import { ageGroups, type Gender, genders } from "#app/domain/values/age-groups.ts";
import { SelectField, TextField } from "#app/ui/inputs.tsx";

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const plainly = { Boys: "Boys", Girls: "Girls", Coed: "Coed" };

/** The fields that every form of a team has: name, age group, gender, season, players. */
export function TeamBasics(props: {
  team: Partial<TeamFields> & { season: string };
  genderLabels?: Record<Gender, string>;
}) {
  const { team, genderLabels = plainly } = props;
  return (
    <>
      <TextField name="name" label="Team Name" value={team.name} maxLength={80} required />
      <SelectField
        name="ageGroup"
        label="Age Group"
        value={team.ageGroup}
        choices={choices(ageGroups)}
        empty="Choose an age group"
        required
      />
      <SelectField
        name="gender"
        label="Gender"
        value={team.gender}
        choices={genders.map((value) => ({ value, label: genderLabels[value] }))}
        empty="Choose one"
        required
      />
      <TextField
        name="season"
        label="Season"
        hint="For example Fall 2026"
        value={team.season}
        maxLength={40}
        width="medium"
        required
      />
      <TextField
        name="playerCount"
        label="Number of Players"
        hint={`0 to ${MAX_TEAM_PLAYERS}`}
        inputMode="numeric"
        value={team.playerCount}
        maxLength={8}
        width="short"
      />
    </>
  );
}
