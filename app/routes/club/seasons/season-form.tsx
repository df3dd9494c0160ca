import { seasonFields } from "#app/domain/club/seasons/fields.ts";
import type { SeasonTeam } from "#app/domain/club/seasons/seasons.server.ts";
import type { SeasonFields } from "#app/domain/club/seasons/seasons.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { CheckboxGroup, RadioField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";

const inputs = inputsOf(seasonFields);

/** Asks for a season's name and days, on each of its forms. */
export function SeasonDates({ season }: { season: Pick<SeasonFields, "name" | "startsOn" | "endsOn"> }) {
  return (
    <>
      <TextField {...inputs.name} hint="For example Fall 2026" value={season.name} width="medium" />
      <TextField {...inputs.startsOn} type="date" value={season.startsOn} width="medium" />
      <TextField
        {...inputs.endsOn}
        hint="Games from the first to the last day belong to the season"
        type="date"
        value={season.endsOn}
        width="medium"
      />
    </>
  );
}

/** Formats a team's choice: `Hawks, U-12`. */
export const teamChoice = ({ id, name, ageGroup, status }: SeasonTeam) => ({
  value: id,
  label: `${name}, ${ageGroup}${status === "archived" ? " (archived)" : ""}`,
});

export function SeasonForm(props: {
  season: SeasonFields;
  version?: string;
  teams: readonly { value: string; label: string }[];
  /** Names of archived teams that stay in it. */
  kept?: readonly string[];
  submit: string;
  back: string;
}) {
  const { season, teams, version, kept = [] } = props;
  return (
    <PostForm>
      {version === undefined ? null : <Version value={version} />}
      <SeasonDates season={season} />
      <TextArea {...inputs.description} rows={2} value={season.description} />
      <TextField
        {...inputs.plannedGames}
        hint="Of all teams together. Left empty, the season goes by the games on your schedule"
        inputMode="numeric"
        value={season.plannedGames}
        width="short"
      />
      <RadioField
        name="teams"
        label="Which teams play?"
        required
        value={season.allTeams ? "all" : "chosen"}
        choices={[
          { value: "all", label: "All teams", hint: "Also those that you add later" },
          { value: "chosen", label: "Only the teams that I tick" },
        ]}
      />
      {teams.length > 0 ? (
        <CheckboxGroup
          name="teamIds"
          label="Teams"
          needed="only if not all teams play"
          hint={
            kept.length > 0
              ? `Archived teams with rated games stay in the season: ${kept.join(", ")}`
              : undefined
          }
          values={season.teamIds}
          choices={teams}
        />
      ) : null}
      <FormButtons submit={props.submit} back={props.back} />
    </PostForm>
  );
}
