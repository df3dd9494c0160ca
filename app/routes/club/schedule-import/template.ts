import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { templateColumns } from "#app/domain/club/schedule-import/schedule-file.ts";
import { csvDownload, writeCsv } from "#app/spreadsheets/write-csv.server.ts";

/** Sends the template: two games that show how dates, times and TBD are written. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "games.import");
  const rows = [
    templateColumns,
    ["Hawks", "Riverside Lions", "2026-11-28", "6:00 PM", "Zilker Park, Field 3"],
    ["Hawks", "@ Westlake Comets", "2026-12-05", "TBD", "TBD"],
  ];
  return csvDownload("goodside-schedule-template.csv", writeCsv(rows));
}
