import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { joinNamesSchema } from "#app/domain/club/contacts-import/contact-review.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
import { contactImports } from "#app/journeys/imports/imports.server.ts";

/** Redirects to the preview's page, which has the button. */
export async function loader(args: ActionFunctionArgs) {
  await requireClubUser(args, "contacts.import");
  return redirect(href("/advanced-import/:importId", { importId: args.params.importId ?? "" }));
}

/** Stores whether a cell with several names is one person or several. */
export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const reading = await readForm(args.request, joinNamesSchema);
  if (!reading.ok) throw notFound();
  const importId = args.params.importId ?? "";
  const result = await contactImports.joinNames(ctx, importId, reading.value.cells === "one");
  if (!result.ok) throw notFound();
  return redirect(href("/advanced-import/:importId", { importId }), 303);
}

/** Renders nothing: a route with a component shows our error page (507 on a full disk) instead of a bare 500. */
export default function NoPage() {
  return null;
}
