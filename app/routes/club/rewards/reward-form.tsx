import { rewardFields } from "#app/domain/club/rewards/fields.ts";
import {
  colorName,
  countsAfterName,
  rewardTypeHint,
  rewardTypeName,
} from "#app/domain/club/rewards/labels.ts";
import {
  improvementPercents,
  type RewardFields,
  type RewardType,
  rewardColors,
  scoreThresholds,
  streakLengths,
} from "#app/domain/club/rewards/rewards.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { CheckboxField, RadioField, SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm, Version } from "#app/ui/post-form.tsx";
import { amountOf } from "./program-form.tsx";

const inputs = inputsOf(rewardFields);
const choices = (values: readonly string[], label: (value: string) => string) =>
  values.map((value) => ({ value, label: label(value) }));

export function RewardForm(props: {
  reward: RewardFields;
  /** For a new reward: its key, and the programs it can join. */
  isNew?: { key: string; programId: string; programs: readonly { value: string; label: string }[] };
  version?: string;
  submit: string;
  back: string;
}) {
  const { reward, isNew, version } = props;
  return (
    <PostForm>
      {version === undefined ? null : <Version value={version} />}
      <Hidden name="type" value={reward.type} />
      {isNew ? <Hidden name="key" value={isNew.key} /> : null}
      <TextField {...inputs.title} hint="For example $15 gift card" value={reward.title} />
      <TextArea {...inputs.description} rows={2} value={reward.description} />
      {isNew ? (
        <SelectField
          name="programId"
          label="Program"
          required
          value={isNew.programId}
          empty={isNew.programs.length === 1 ? undefined : "Choose a program"}
          choices={isNew.programs}
        />
      ) : null}
      <TextField
        {...inputs.valueCents}
        name="value"
        hint="In dollars; 0 for what costs nothing"
        inputMode="numeric"
        value={isNew && reward.title === "" ? "" : amountOf(reward.valueCents)}
        width="short"
      />
      <Criteria reward={reward} />
      <SelectField
        {...inputs.color}
        required
        hint="Marks it in lists"
        value={reward.color}
        choices={rewardColors.map((color) => ({ value: color, label: colorName[color] }))}
      />
      {reward.type === "custom" ? null : (
        <CheckboxField
          name="autoTrigger"
          checked={reward.autoTrigger}
          label="Find it by itself when a result opens. A team's first two are awarded at once, within the budget"
        />
      )}
      <CheckboxField
        name="notificationEnabled"
        checked={reward.notificationEnabled}
        label="Email the team's people when it is awarded"
      />
      {isNew ? null : (
        <CheckboxField name="isPaused" checked={reward.isPaused} label="Pause it: nothing new is earned" />
      )}
      <FormButtons submit={props.submit} back={props.back} />
    </PostForm>
  );
}

/** Asks for the criteria of the reward's type. */
function Criteria({ reward }: { reward: RewardFields }) {
  const threshold = (label: string) => (
    <SelectField
      {...inputs.scoreThreshold}
      required
      label={label}
      value={String(reward.scoreThreshold)}
      choices={choices(scoreThresholds, (points) => `${points} points or more`)}
    />
  );
  const games = (label: string, hint: string) => (
    <TextField
      {...inputs.gameCount}
      label={label}
      hint={hint}
      inputMode="numeric"
      value={String(reward.gameCount)}
      width="short"
    />
  );
  switch (reward.type) {
    case "perfect_game":
      return (
        <>
          {threshold("Average of the latest games")}
          {games("How many games", "1 looks at each game alone")}
        </>
      );
    case "streak":
      return (
        <>
          <SelectField
            {...inputs.consecutiveGames}
            required
            value={String(reward.consecutiveGames)}
            choices={choices(streakLengths, (length) => `${length} perfect games`)}
          />
          <RadioField
            {...inputs.countsAfter}
            required
            value={reward.countsAfter}
            choices={[
              { value: "any", label: countsAfterName.any },
              {
                value: "talk",
                label: countsAfterName.talk,
                hint: "Talks come from the incident's page. They are private, so its emails go to administrators only",
              },
            ]}
          />
        </>
      );
    case "improvement":
      return (
        <SelectField
          {...inputs.improvementPercent}
          required
          hint="The latest 2 games against the first 2, from the 4th game on. A team earns it once"
          value={String(reward.improvementPercent)}
          choices={choices(improvementPercents, (percent) => `${percent}% better`)}
        />
      );
    case "milestone":
      return (
        <>
          {threshold("Average of all games so far")}
          {games("Rated games at least", "A team earns it once")}
        </>
      );
    case "season_end":
      return reward.countsAfter === "zero" ? (
        <>
          <Hidden name="countsAfter" value="zero" />
          <p>
            Goes to the team whose games after its first 0 were the furthest above those up to it, with at
            least 3 rated games after it.
          </p>
        </>
      ) : (
        <>
          {threshold("Average of the season")}
          {games("Rated games at least", "A team earns it once, when the season's results are all open")}
        </>
      );
    case "custom":
      return null;
  }
}

/** Returns 'Streak: perfect games in a row'. */
export const typeLead = (type: RewardType) =>
  `${rewardTypeName[type]}: ${rewardTypeHint[type].toLowerCase()}.`;
