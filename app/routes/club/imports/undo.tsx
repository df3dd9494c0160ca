import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound } from "#app/auth/guards.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { imports } from "#app/journeys/imports/imports.server.ts";
import { ConfirmPage } from "#app/ui/shell/confirm-page.tsx";
import { title } from "#app/ui/title.ts";
import { requireImport, requireImporter, whyNoUndo } from "./open-import.server.ts";
import { importPages } from "./subjects.ts";

export const meta = () => title("Undo an import");

export async function loader(args: LoaderFunctionArgs) {
  const importer = await requireImporter(args);
  const { subject } = importer;
  const opened = await requireImport(importer);
  if (opened.state !== "finished") throw notFound();
  const { id, file_name: fileName, added, changed } = opened.found;
  // Its own page says that it is undone.
  if (subject === "games" && opened.found.status === "undone") return redirect(importPages.games.show(id));
  const why = opened.undo.ok ? null : whyNoUndo(opened.undo);
  return { subject, about: { id, fileName, added, changed }, why };
}

export async function action(args: ActionFunctionArgs) {
  const { ctx, subject, importId } = await requireImporter(args);
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  const result = await imports[subject].undo(ctx, importId);
  const { back, all } = importPages[subject];
  const verb = subject === "games" ? "is" : "are";
  if (result.ok) return redirectWith(back, `The import is undone: ${all} ${verb} as before.`);
  if (result.problem === "not-found") throw notFound();
  return reading.refuse({ "": whyNoUndo(result) });
}

export default function UndoImport() {
  const { subject, about, why } = useLoaderData<typeof loader>();
  const pages = importPages[subject];
  return (
    <ConfirmPage
      title="Undo this import?"
      lead={`The file "${about.fileName}" added ${pluralize(about.added, pages.thing)} and changed ${about.changed}.`}
      crumbs={[pages.crumbs[0], { label: "Import", href: pages.show(about.id) }]}
      instead={
        why === null ? null : { title: "This import stays", text: `${why}.`, back: "Back to the import" }
      }
      fields={<p>{pages.undoes}</p>}
      submit="Undo Import"
      look="danger"
      back={pages.show(about.id)}
      keep="Keep the import"
    />
  );
}
