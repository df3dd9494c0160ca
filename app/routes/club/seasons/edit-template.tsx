import { useLoaderData } from "@remix-run/react";
import { clubForm, versionBy } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { templateFields } from "#app/domain/club/seasons/fields.ts";
import { templateSchema } from "#app/domain/club/seasons/forms.server.ts";
import { editTemplate, templateVersion } from "#app/domain/club/seasons/own-templates.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { openTemplate } from "./open-season.server.ts";
import { NAME_TAKEN, TemplateForm } from "./template-form.tsx";

export const meta = () => title("Edit Template");

const form = clubForm({
  may: "seasons.manage",
  schema: templateSchema,
  find: openTemplate,
  change: ({ ctx, found, value: { version, ...wanted } }) =>
    changeClub(ctx, (tx) => editTemplate(tx, found.id, wanted, version)),
  version: versionBy(templateVersion, templateFields),
  problems: { "name-taken": NAME_TAKEN },
  saved: (_, { value }) => ["/seasons?tab=templates", `${value.name} is saved.`],
});
export const action = form.action;
export const loader = form.loader(({ found }) => ({ template: found, version: templateVersion(found) }));

export default function EditTemplate() {
  const { template, version } = useLoaderData<typeof loader>();
  const of = { templateId: template.id };
  return (
    <ClubPage
      title="Edit Template"
      lead={`${template.name}. For other days, teams or games, save another season as a template.`}
      crumbs={[
        { label: "Seasons", href: "/seasons" },
        { label: "Templates", href: "/seasons?tab=templates" },
        { label: template.name },
      ]}
      actions={
        <ButtonLink href={href("/seasons/templates/:templateId/delete", of)} look="quiet">
          Delete
        </ButtonLink>
      }
    >
      <TemplateForm
        template={template}
        version={version}
        submit="Save Template"
        back="/seasons?tab=templates"
      />
    </ClubPage>
  );
}
