import { href } from "#app/config/addresses.ts";
import {
  fieldName,
  type ScheduleField,
  scheduleAliases,
} from "#app/domain/club/schedule-import/schedule-columns.ts";
import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";

const first: readonly ScheduleField[] = ["date", "time", "team", "opponent", "home", "away", "location"];
/** Columns of one system's own numbers, which nobody chooses by hand. */
const kept: readonly ScheduleField[] = ["otherOpponent", "teamId", "repeats"];

/** A select for each field, with the file's columns and what stands in them. */
export function ColumnsForm(props: {
  importId: string;
  reply: FormReply | undefined;
  columns: { header: string; sample: string }[];
  used: { field: ScheduleField; index: number }[];
}) {
  const { importId, reply, columns, used } = props;
  const chosenFor = (field: ScheduleField) => {
    const index = used.find((column) => column.field === field)?.index ?? -1;
    return index === -1 ? "" : String(index);
  };
  const choices = columns.map(({ header, sample }, index) => ({
    value: String(index),
    label: `${header || `Column ${index + 1}`}${sample ? `: ${sample.slice(0, 40)}` : ""}`,
  }));
  const select = (field: ScheduleField) => (
    <SelectField
      key={field}
      name={field}
      label={fieldName[field]}
      value={chosenFor(field)}
      choices={choices}
      empty="Not in the file"
      required={field === "date"}
    />
  );
  const rest = (Object.keys(scheduleAliases) as ScheduleField[]).filter(
    (field) => !first.includes(field) && !kept.includes(field),
  );
  return (
    <PostForm reply={reply}>
      {kept.map((field) => (
        <Hidden key={field} name={field} value={chosenFor(field)} />
      ))}
      {first.map(select)}
      <details>
        <summary>More columns</summary>
        {rest.map(select)}
      </details>
      <Buttons>
        <SubmitButton>Read the File Again</SubmitButton>
        <ButtonLink href={href("/schedule/imports/:importId", { importId })} look="quiet">
          Back to the preview
        </ButtonLink>
      </Buttons>
    </PostForm>
  );
}
