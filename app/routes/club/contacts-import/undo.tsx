import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { contactsUndoProblemLabel } from "#app/domain/club/contacts-import/labels.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { contactImports } from "#app/journeys/imports/import-steps.server.ts";
import { importPages } from "#app/routes/club/imports/import-pages.ts";
import { UndoForm } from "#app/routes/club/imports/undo-form.tsx";
import { ButtonLink } from "#app/ui/buttons.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { requireContactsImport } from "./open-import.server.ts";

export const meta = () => title("Undo an import");

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const opened = await requireContactsImport(ctx, args.params.importId);
  if (opened.state !== "finished") throw notFound();
  const { id, file_name: fileName, added, changed } = opened.found;
  return json({ about: { id, fileName, added, changed }, undo: opened.undo });
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  const result = await contactImports.undo(ctx, args.params.importId ?? "");
  if (result.ok)
    return redirectWith("/advanced-import", "The import is undone: your contacts are as before.");
  if (result.problem === "not-found") throw notFound();
  return reading.refuse({ "": contactsUndoProblemLabel(result) });
}

export default function UndoContacts() {
  const { about, undo } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const back = href("/advanced-import/:importId", { importId: about.id });
  return (
    <ClubPage
      title="Undo this import?"
      lead={`The file "${about.fileName}" added ${pluralize(about.added, "contact")} and changed ${about.changed}.`}
      crumbs={[...importPages.contacts.crumbs, { label: "Import", href: back }]}
    >
      {undo.ok ? (
        <UndoForm reply={reply} back={back}>
          The contacts it added are deleted with their children and unsent agreements, and what it changed
          goes back to how it was. Teams that you created for it stay. Nothing else changes.
        </UndoForm>
      ) : (
        <>
          <Notice title="This import stays">
            <p>{contactsUndoProblemLabel(undo)}.</p>
          </Notice>
          <ButtonLink href={back}>Back to the import</ButtonLink>
        </>
      )}
    </ClubPage>
  );
}
