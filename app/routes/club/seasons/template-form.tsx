import { templateFields } from "#app/domain/club/seasons/fields.ts";
import type { TemplateFields } from "#app/domain/club/seasons/own-templates.server.ts";
import { inputsOf } from "#app/forms/fields.ts";
import { FormButtons } from "#app/ui/buttons.tsx";
import { TextArea, TextField } from "#app/ui/inputs.tsx";
import { PostForm, Version } from "#app/ui/post-form.tsx";

const inputs = inputsOf(templateFields);

export const NAME_TAKEN = { name: "You have a template of this name already. Use another name." };

/** Edits the name and text of a club's own template. */
export function TemplateForm(props: {
  template: TemplateFields;
  version?: string;
  submit: string;
  back: string;
}) {
  const { template, version } = props;
  return (
    <PostForm>
      {version === undefined ? null : <Version value={version} />}
      <TextField {...inputs.name} value={template.name} width="medium" />
      <TextField {...inputs.sport} hint="For example Soccer" value={template.sport} width="medium" />
      <TextArea
        {...inputs.description}
        hint="Also the description of the seasons that you make from it"
        rows={2}
        value={template.description}
      />
      <FormButtons submit={props.submit} back={props.back} />
    </PostForm>
  );
}
