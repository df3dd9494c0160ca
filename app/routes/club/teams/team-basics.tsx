import { teamFields } from "#app/domain/club/teams/fields.ts";
import { MAX_TEAM_PLAYERS, type TeamFields } from "#app/domain/club/teams/teams.ts";
import { ageGroups, type Gender, genders } from "#app/domain/values/age-groups.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { SelectField, TextField } from "#app/ui/inputs.tsx";

const inputs = inputsOf(teamFields);
const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
const plainly = { Boys: "Boys", Girls: "Girls", Coed: "Coed" };

/** Asks for the fields of every form of a team: name, age group, gender, season, players. */
export function TeamBasics(props: {
  team: Partial<TeamFields> & { season: string };
  /** Seasons of the club; without any, one is typed. */
  seasons: readonly string[];
  genderLabels?: Record<Gender, string>;
}) {
  const { team, seasons, genderLabels = plainly } = props;
  return (
    <>
      <TextField {...inputs.name} value={team.name} />
      <SelectField
        {...inputs.ageGroup}
        value={team.ageGroup}
        choices={choices(ageGroups)}
        empty="Choose an age group"
      />
      <SelectField
        {...inputs.gender}
        value={team.gender}
        choices={genders.map((value) => ({ value, label: genderLabels[value] }))}
        empty="Choose one"
      />
      {seasons.length > 0 ? (
        <SelectField {...inputs.season} value={team.season} choices={choices(seasons)} />
      ) : (
        <TextField {...inputs.season} hint="For example Fall 2026" value={team.season} width="medium" />
      )}
      <TextField
        {...inputs.playerCount}
        hint={`0 to ${MAX_TEAM_PLAYERS}`}
        inputMode="numeric"
        value={team.playerCount}
        width="short"
      />
    </>
  );
}
