import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { templateColumns } from "#app/domain/club/contacts-import/contact-columns.ts";
import { csvDownload, writeCsv } from "#app/spreadsheets/write-csv.server.ts";

/** Sends the template: a parent with two children, in two rows. */
export async function loader(args: LoaderFunctionArgs) {
  await requireClubUser(args, "contacts.import");
  const rows = [
    templateColumns,
    ["pat.parker@example.com", "Pat Parker", "Max Parker", "Hawks", "U12"],
    ["pat.parker@example.com", "Pat Parker", "Ida Parker", "Otters", "U10"],
  ];
  return csvDownload("goodside-import-template.csv", writeCsv(rows));
}
