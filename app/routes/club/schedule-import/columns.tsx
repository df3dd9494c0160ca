import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { columnsOf, columnsSchema } from "#app/domain/club/imports/import-form.server.ts";
import { scheduleProblemLabel } from "#app/domain/club/schedule-import/labels.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { gameImports } from "#app/journeys/imports/import-steps.server.ts";
import { ColumnsForm } from "#app/routes/club/imports/columns-form.tsx";
import { importCrumbs } from "#app/routes/club/imports/import-pages.ts";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";

import { scheduleColumnFields, scheduleFields } from "./column-fields.ts";

export const meta = () => title("Columns of the file");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const importId = args.params.importId ?? "";
  const found = await gameImports.columns(ctx, importId);
  if (!found) throw notFound();
  return json({ importId, ...found });
}

/** Reads the file again with other columns. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const importId = args.params.importId ?? "";
  const reading = await readForm(args.request, columnsSchema(scheduleFields));
  if (!reading.ok) return reading.answer;
  const result = await gameImports.remap(ctx, importId, columnsOf(scheduleFields, reading.value));
  if (result.ok) {
    return redirectWith(
      href("/schedule/imports/:importId", { importId }),
      "The preview now uses these columns. Nothing is imported yet.",
    );
  }
  if (result.problem === "not-found") throw notFound();
  return reading.refuse({ "": scheduleProblemLabel(result) });
}

export default function ImportColumns() {
  const { importId, fileName, columns, used } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <ClubPage
      title="Columns of the file"
      lead={
        columns.length > 0
          ? `Say which column of "${fileName}" is which. Date and opponent, or date and both sides, are needed.`
          : `"${fileName}" is not here any more: choose it again to change its columns.`
      }
      crumbs={importCrumbs("games", importId)}
    >
      {columns.length > 0 ? (
        <ColumnsForm
          reply={reply}
          fields={scheduleColumnFields}
          columns={columns}
          used={used}
          back={href("/schedule/imports/:importId", { importId })}
        />
      ) : (
        <ButtonLink href="/schedule/import" look="primary">
          Choose the file again
        </ButtonLink>
      )}
    </ClubPage>
  );
}
