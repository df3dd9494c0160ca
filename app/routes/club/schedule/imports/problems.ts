import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireClubUser } from "../../../../auth/guards.server.ts";
import { csvDownload } from "../../../../csv/write-csv.server.ts";
import { requireImport } from "./open-import.server.ts";

/** Only the rows with problems, as the file had them, with what is wrong: to be mended and imported again. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireClubUser(args, "games.import");
  const opened = await requireImport(visit, args.params.importId);
  if (opened.state !== "preview") throw notFound();
  const { head, rows } = opened.review;
  const wrong = rows.filter(({ issues }) => issues.length > 0);
  return csvDownload("schedule-rows-with-problems.csv", [
    [...head.columns.map(({ header }) => header), "issues"],
    ...wrong.map(({ row, issues }) => [
      ...head.columns.map(({ field }) => row.cells[field] ?? ""),
      `Line ${row.line}: ${issues.map(({ text }) => text).join("; ")}`,
    ]),
  ]);
}
