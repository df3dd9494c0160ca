import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireClubUser } from "../../../../auth/guards.server.ts";
import { csvDownload } from "../../../../csv/write-csv.server.ts";
import { problemsOfImport } from "../../../../journeys/import-games.server.ts";

/** Only the rows with problems, as the file had them, with what is wrong: to be mended and imported again. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireClubUser(args, "games.import");
  const bytes = await problemsOfImport(visit, args.params.importId ?? "");
  if (!bytes) throw notFound();
  return csvDownload("schedule-rows-with-problems.csv", bytes);
}
