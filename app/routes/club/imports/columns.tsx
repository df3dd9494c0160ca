import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import type { ContactField } from "#app/domain/club/contacts-import/contact-columns.ts";
import { contactFieldName, contactFields } from "#app/domain/club/contacts-import/contact-columns.ts";
import { contactsProblemLabel } from "#app/domain/club/contacts-import/labels.ts";
import { columnsOf, columnsSchema } from "#app/domain/club/imports/forms.server.ts";
import { scheduleProblemLabel } from "#app/domain/club/schedule-import/labels.ts";
import {
  fieldName,
  type ScheduleField,
  scheduleAliases,
} from "#app/domain/club/schedule-import/schedule-file.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { contactImports, gameImports } from "#app/journeys/imports/imports.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { SelectField } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Hidden, PostForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { requireImporter } from "./open-import.server.ts";
import { importCrumbs, importPages, type Subject } from "./subjects.ts";

/** A field that a column of the file may hold. */
interface ColumnField {
  field: string;
  label: string;
  /**
   * `first`: shown at once, as are fields with a column; `kept`: a system's own number, which nobody chooses by hand.
   */
  rank: "first" | "more" | "kept";
  required: boolean;
}

const scheduleFields = Object.keys(scheduleAliases) as ScheduleField[];

const columnFields = {
  games: ranked(scheduleFields, {
    first: ["date", "time", "team", "opponent", "home", "away", "location"],
    kept: ["otherOpponent", "teamId", "repeats", "zone"],
    required: "date",
    label: (field) => fieldName[field],
  }),
  contacts: ranked<ContactField>(contactFields, {
    first: ["email1", "name1", "first1", "last1", "child1", "team", "age1"],
    kept: [],
    required: "email1",
    label: contactFieldName,
  }),
};

function ranked<Field extends string>(
  fields: readonly Field[],
  by: {
    first: readonly Field[];
    kept: readonly Field[];
    required: Field;
    label: (field: Field) => string;
  },
): ColumnField[] {
  const { first, kept, required, label } = by;
  const rest = fields.filter((field) => !first.includes(field));
  return [...first, ...rest].map((field) => ({
    field,
    label: label(field),
    rank: first.includes(field) ? "first" : kept.includes(field) ? "kept" : "more",
    required: field === required,
  }));
}

export const meta = () => title("Columns of the file");

export async function loader(args: LoaderFunctionArgs) {
  const { ctx, subject, importId } = await requireImporter(args);
  if (subject === "games") {
    const found = await gameImports.columns(ctx, importId);
    if (!found) throw notFound();
    const unsure = found.unsure.map(({ field, headers }) => ({ label: fieldName[field], headers }));
    return { subject, importId, ...found, unsure };
  }
  const found = await contactImports.columns(ctx, importId);
  if (!found) throw notFound();
  const unsure = found.unsure.map(({ field, headers }) => ({ label: contactFieldName(field), headers }));
  return { subject, importId, ...found, unsure };
}

/** Reads the file again with other columns. */
export async function action(args: ActionFunctionArgs) {
  const { ctx, subject, importId } = await requireImporter(args);
  const fields = subject === "games" ? scheduleFields : contactFields;
  const reading = await readForm(args.request, columnsSchema(fields));
  if (!reading.ok) return reading.answer;
  const problem = await readAgain(ctx, { subject, importId }, reading.value);
  if (problem) return reading.refuse({ "": problem });
  return redirectWith(
    importPages[subject].show(importId),
    "The preview now uses these columns. Nothing is imported yet.",
  );
}

/** @returns the problem of the file under these columns, in words */
async function readAgain(
  ctx: ClubContext,
  { subject, importId }: { subject: Subject; importId: string },
  chosen: Parameters<typeof columnsOf>[1],
): Promise<string | null> {
  if (subject === "games") {
    const result = await gameImports.remap(ctx, importId, columnsOf(scheduleFields, chosen));
    if (result.ok) return null;
    if (result.problem === "not-found") throw notFound();
    return scheduleProblemLabel(result);
  }
  const result = await contactImports.remap(ctx, importId, columnsOf(contactFields, chosen));
  if (result.ok) return null;
  if (result.problem === "not-found") throw notFound();
  return contactsProblemLabel(result);
}

export default function ImportColumns() {
  const { subject, importId, fileName, columns, used, unsure, unread } = useLoaderData<typeof loader>();
  const pages = importPages[subject];
  return (
    <ClubPage
      title="Columns of the file"
      lead={
        columns.length > 0
          ? `Say which column of "${fileName}" is which. ${pages.neededColumns}`
          : `"${fileName}" is not here any more: choose it again to change its columns.`
      }
      crumbs={importCrumbs(subject, importId)}
    >
      {unread ? (
        <Notice tone="minor" title={NOT_RECOGNIZED[subject]}>
          <p>The file's headers are other words. Say here which column is which.</p>
        </Notice>
      ) : null}
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
          fields={columnFields[subject]}
          columns={columns}
          used={used}
          // The preview does not exist while a column is open.
          back={unread || unsure.length > 0 ? null : pages.show(importId)}
        />
      ) : (
        <ButtonLink href={pages.start} look="primary">
          Choose the file again
        </ButtonLink>
      )}
    </ClubPage>
  );
}

/** Reasons why there is no preview yet. */
const NOT_RECOGNIZED = {
  games: scheduleProblemLabel({ ok: false, problem: "no-columns" }),
  contacts: "No column was read as the parents' email addresses",
} as const;

/** Maps each field to a column, with sample values of the columns. */
function ColumnsForm(props: {
  fields: readonly ColumnField[];
  columns: { header: string; sample: string }[];
  used: { field: string; index: number }[];
  /** Address of the preview, if there is one to go back to. */
  back: string | null;
}) {
  const { fields, columns, used, back } = props;
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
    <PostForm>
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
