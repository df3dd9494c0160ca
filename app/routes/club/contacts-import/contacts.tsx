import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { redirectWith } from "#app/auth/flash.server.ts";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { importedContactsLabel } from "#app/domain/club/contacts-import/labels.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { contactImports } from "#app/journeys/imports/import-steps.server.ts";
import { startImport } from "#app/journeys/imports/start-import.server.ts";

/** The button is on the preview's page. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "contacts.import");
  return redirect(href("/advanced-import/:importId", { importId: args.params.importId ?? "" }));
}

/** Imports a preview's contacts. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) throw notFound();
  const importId = args.params.importId ?? "";
  const result = await startImport(ctx, "contacts", importId, contactImports.finish);
  if (!result.ok) throw notFound();
  // Its page shows how far it is.
  if ("running" in result) return redirect(href("/advanced-import/:importId", { importId }), 303);
  return redirectWith("/agreements", importedContactsLabel(result.finished));
}

/** Never drawn. With it, an error is a page of ours (507 on a full disk) instead of a bare 500. */
export default function NoPage() {
  return null;
}
