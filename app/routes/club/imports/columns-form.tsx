import type { FormReply } from "#app/forms/reply.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";

/** A field that a column of the file may be. */
export interface ColumnField {
  field: string;
  label: string;
  /** `first`: shown at once, as are those that a column was found for; `kept`: a system's own number, which nobody chooses by hand. */
  rank: "first" | "more" | "kept";
  required?: boolean;
}

/** A select for each field, with the file's columns and what stands in them. */
export function ColumnsForm(props: {
  reply: FormReply | undefined;
  fields: readonly ColumnField[];
  columns: { header: string; sample: string }[];
  used: { field: string; index: number }[];
  /** The preview, if there is one to go back to. */
  back: string | null;
}) {
  const { reply, fields, columns, used, back } = props;
  const chosenFor = (field: string) => {
    const index = used.find((column) => column.field === field)?.index ?? -1;
    return index === -1 ? "" : String(index);
  };
  const choices = columns.map(({ header, sample }, index) => ({
    value: String(index),
    label: `${header || `Column ${index + 1}`}${sample ? `: ${sample.slice(0, 40)}` : ""}`,
  }));
  const ranked = (wanted: ColumnField["rank"]) =>
    fields.filter(
      ({ field, rank }) => wanted === (rank === "more" && chosenFor(field) !== "" ? "first" : rank),
    );
  const select = ({ field, label, required }: ColumnField) => (
    <SelectField
      key={field}
      name={field}
      label={label}
      value={chosenFor(field)}
      choices={choices}
      empty="Not in the file"
      required={required}
    />
  );
  return (
    <PostForm reply={reply}>
      {ranked("kept").map(({ field }) => (
        <Hidden key={field} name={field} value={chosenFor(field)} />
      ))}
      {ranked("first").map(select)}
      <details>
        <summary>More columns</summary>
        {ranked("more").map(select)}
      </details>
      <Buttons>
        <SubmitButton>Read the File Again</SubmitButton>
        {back ? (
          <ButtonLink href={back} look="quiet">
            Back to the preview
          </ButtonLink>
        ) : null}
      </Buttons>
    </PostForm>
  );
}
