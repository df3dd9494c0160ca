import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { undoProblemLabel } from "#app/domain/club/schedule-import/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { gameImports } from "#app/journeys/imports/import-steps.server.ts";
import { UndoForm } from "#app/routes/club/imports/undo-form.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { requireImport } from "./open-import.server.ts";

export const meta = () => title("Undo an import");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const opened = await requireImport(ctx, args.params.importId);
  if (opened.state !== "finished") throw notFound();
  const { id, file_name: fileName, added, changed } = opened.found;
  // Its own page says that it is undone.
  if (opened.found.status === "undone")
    return redirect(href("/schedule/imports/:importId", { importId: id }));
  return json({ about: { id, fileName, added, changed }, undo: opened.undo });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  const result = await gameImports.undo(ctx, args.params.importId ?? "");
  if (result.ok) return redirectWith("/schedule", "The import is undone: your schedule is as before.");
  if (result.problem === "not-found") throw notFound();
  return reading.refuse({ "": undoProblemLabel(result) });
}

export default function UndoImport() {
  const { about, undo } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = href("/schedule/imports/:importId", { importId: about.id });
  return (
    <ClubPage
      title="Undo this import?"
      lead={`The file "${about.fileName}" added ${pluralize(about.added, "game")} and changed ${about.changed}.`}
      crumbs={[
        { label: "Schedule", href: "/schedule" },
        { label: "Import", href: back },
      ]}
    >
      {undo.ok ? (
        <UndoForm reply={reply} back={back}>
          The games it added are deleted, and the games it changed go back to how they were. Teams that you
          created for it stay. Nothing else changes.
        </UndoForm>
      ) : (
        <>
          <Notice title="This import stays">
            <p>{undoProblemLabel(undo)}.</p>
          </Notice>
          <ButtonLink href={back}>Back to the import</ButtonLink>
        </>
      )}
    </ClubPage>
  );
}
