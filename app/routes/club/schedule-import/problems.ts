import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import { gameImports } from "#app/journeys/imports/import-steps.server.ts";
import { csvDownload } from "#app/spreadsheets/write-csv.server.ts";

/** The rows with problems as the file had them, to be fixed and imported again. */
export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "games.import");
  const bytes = await gameImports.problems(ctx, args.params.importId ?? "");
  if (!bytes) throw notFound();
  return csvDownload("schedule-rows-with-problems.csv", bytes);
}
