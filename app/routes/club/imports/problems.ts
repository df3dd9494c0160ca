import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound } from "#app/auth/guards.server.ts";
import { imports } from "#app/journeys/imports/imports.server.ts";
import { csvDownload } from "#app/spreadsheets/write-csv.server.ts";
import { requireImporter } from "./open-import.server.ts";

const fileName = { games: "schedule-rows-with-problems.csv", contacts: "contact-rows-with-problems.csv" };

/** Sends the rows with problems as they were in the file, to be fixed and imported again. */
export async function loader(args: LoaderFunctionArgs) {
  const { ctx, subject, importId } = await requireImporter(args);
  const bytes = await imports[subject].problems(ctx, importId);
  if (!bytes) throw notFound();
  return csvDownload(fileName[subject], bytes);
}
