import type { ReactNode } from "react";
import { programFields } from "#app/domain/club/rewards/fields.ts";
import { programTypeHint, programTypeName } from "#app/domain/club/rewards/labels.ts";
import { type ProgramFields, programTypes } from "#app/domain/club/rewards/rewards.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { RadioField, SelectField, TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";

const inputs = inputsOf(programFields);

export function ProgramForm(props: {
  program: ProgramFields;
  version?: string;
  seasons: readonly { value: string; label: string }[];
  submit: string;
  /** Choice of the day from which games count. */
  children?: ReactNode;
}) {
  const { program, version, seasons } = props;
  return (
    <PostForm>
      {version === undefined ? null : <Version value={version} />}
      <TextField
        {...inputs.name}
        hint="For example Fall Sideline Heroes"
        value={program.name}
        width="medium"
      />
      <TextArea {...inputs.description} rows={2} value={program.description} />
      <RadioField
        {...inputs.type}
        required
        value={program.type}
        choices={programTypes.map((type) => ({
          value: type,
          label: programTypeName[type],
          hint: programTypeHint[type],
        }))}
      />
      <SelectField
        {...inputs.seasonId}
        hint="The season's teams and games count. Without one: all teams, and games from the day the program was made"
        value={program.seasonId}
        empty="No season"
        choices={seasons}
      />
      {props.children}
      <TextField
        {...inputs.budgetCents}
        name="budget"
        hint="In dollars. Rewards can never pass it"
        inputMode="numeric"
        value={amountOf(program.budgetCents)}
        width="short"
      />
      <FormButtons submit={props.submit} back="/rewards" />
    </PostForm>
  );
}

/** Formats an amount for a field: '15', '12.50'. */
export const amountOf = (cents: number): string => (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
