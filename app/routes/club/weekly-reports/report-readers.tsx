import { roleName } from "#app/domain/club/staff/labels.ts";
import { Badge } from "#app/ui/badge.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import type { WeeklyReportsPage } from "./load-weekly-reports.server.ts";

type Reader = WeeklyReportsPage["readers"][number];

/** Who gets a report, and who does not, with the reason. */
export function ReportReaders({ readers }: { readers: readonly Reader[] }) {
  return (
    <section>
      <h2>Who gets it</h2>
      <DataTable
        caption="People whom the weekly reports are for"
        columns={[{ name: "Person" }, { name: "Reads" }, { name: "Report" }]}
        rows={readers.map((reader) => ({
          key: reader.accountId,
          cells: [
            <strong key="person">{reader.name}</strong>,
            reader.admin ? `The club's week (${roleName.club_admin})` : [...new Set(reader.teams)].join(", "),
            reader.state === "gets" ? (
              "Gets a report now"
            ) : (
              <Badge key="state">{stateLabels[reader.state]}</Badge>
            ),
          ],
        }))}
      />
    </section>
  );
}

const stateLabels: Record<Exclude<Reader["state"], "gets">, string> = {
  nothing: "Nothing to tell yet",
  today: "Has today's report",
  "report-off": "Has Weekly Reports off",
  "mail-off": "Has all email off",
  "no-mail": "Address takes no email",
};
