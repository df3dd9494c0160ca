import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { problemsOfContacts } from "#app/journeys/contacts-import/import-contacts.server.ts";
import { csvDownload } from "#app/spreadsheets/write-csv.server.ts";

/** The rows with problems as the file had them, to be fixed and imported again. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "contacts.import");
  const bytes = await problemsOfContacts(ctx, args.params.importId ?? "");
  if (!bytes) throw notFound();
  return csvDownload("contact-rows-with-problems.csv", bytes);
}
