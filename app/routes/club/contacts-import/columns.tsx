import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import type { ContactField } from "#app/domain/club/contacts-import/contact-columns.ts";
import { contactFieldName, contactFields } from "#app/domain/club/contacts-import/contact-fields.ts";
import { contactsProblemLabel } from "#app/domain/club/contacts-import/labels.ts";
import { columnsOf, columnsSchema } from "#app/domain/club/imports/import-form.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { contactImports } from "#app/journeys/imports/import-steps.server.ts";
import { type ColumnField, ColumnsForm } from "#app/routes/club/imports/columns-form.tsx";
import { importCrumbs } from "#app/routes/club/imports/import-pages.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

const first: readonly ContactField[] = ["email1", "name1", "first1", "last1", "child1", "team", "age1"];
const fields: ColumnField[] = [...first, ...contactFields.filter((field) => !first.includes(field))].map(
  (field) => ({
    field,
    label: contactFieldName(field),
    rank: first.includes(field) ? "first" : "more",
    required: field === "email1",
  }),
);

export const meta = () => title("Columns of the file");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const importId = args.params.importId ?? "";
  const found = await contactImports.columns(ctx, importId);
  if (!found) throw notFound();
  const unsure = found.unsure.map(({ field, headers }) => ({ label: contactFieldName(field), headers }));
  return json({ importId, ...found, unsure });
}

/** Reads the file again with other columns. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const importId = args.params.importId ?? "";
  const reading = await readForm(args.request, columnsSchema(contactFields));
  if (!reading.ok) return reading.answer;
  const result = await contactImports.remap(ctx, importId, columnsOf(contactFields, reading.value));
  if (result.ok) {
    return redirectWith(
      href("/advanced-import/:importId", { importId }),
      "The preview now uses these columns. Nothing is imported yet.",
    );
  }
  if (result.problem === "not-found") throw notFound();
  return reading.refuse({ "": contactsProblemLabel(result) });
}

export default function ContactColumns() {
  const { importId, fileName, columns, used, unsure } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <ClubPage
      title="Columns of the file"
      lead={
        columns.length > 0
          ? `Say which column of "${fileName}" is which. Only the parent's email address is needed.`
          : `"${fileName}" is not here any more: choose it again to change its columns.`
      }
      crumbs={importCrumbs("contacts", importId)}
    >
      {unsure.length > 0 ? (
        <Notice tone="minor" title="Which column is it?">
          <ul>
            {unsure.map(({ label, headers }) => (
              <li key={label}>
                {headers.map((header) => `"${header}"`).join(" and ")} could both be "{label}". Choose one
                below.
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {columns.length > 0 ? (
        <ColumnsForm
          reply={reply}
          fields={fields}
          columns={columns}
          used={used}
          // There is no preview yet while a column is open.
          back={unsure.length > 0 ? null : href("/advanced-import/:importId", { importId })}
        />
      ) : (
        <ButtonLink href="/advanced-import" look="primary">
          Choose the file again
        </ButtonLink>
      )}
    </ClubPage>
  );
}
