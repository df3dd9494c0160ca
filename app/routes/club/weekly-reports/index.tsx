import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { sendWeeklyReports } from "#app/journeys/weekly-reports/weekly-reports.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { title } from "#app/ui/title.ts";
import { loadWeeklyReportsPage } from "./load-weekly-reports.server.ts";
import { ReportPreview } from "./report-preview.tsx";
import { ReportReaders } from "./report-readers.tsx";

export const meta = () => title("Send Weekly Reports");

const form = clubForm({
  may: "teams.manage",
  schema: noFieldsSchema,
  change: ({ ctx }) => sendWeeklyReports(ctx, "now", now()),
  saved: (sent) => {
    const back = href("/teams/weekly-reports");
    return sent === 0
      ? [
          back,
          "No report was sent: everybody who gets one has today's already, or there is nothing to tell.",
          "bad",
        ]
      : [back, `Weekly reports sent to ${pluralize(sent, "team member")}`];
  },
});
export const action = form.action;
export const loader = form.loader(({ ctx }) => loadWeeklyReportsPage(ctx));

export default function WeeklyReports() {
  const { readers, report, open } = useLoaderData<typeof loader>();
  return (
    <ClubPage
      title="Send Weekly Reports"
      lead="Each person gets one email: administrators the club's week, managers and coaches their own teams' week."
      crumbs={[{ label: "Teams", href: "/teams" }]}
    >
      <ButtonForm>
        <p>
          {open === 0
            ? "Nobody gets a report now: everybody who gets one has today's already, or there is nothing to tell."
            : `${pluralize(open, "person gets", "people get")} a report now.`}{" "}
          Nobody gets two on one day. On Monday mornings reports go out by themselves, to administrators and
          to the teams whose weekly report is on in <a href={href("/teams/email-settings")}>Email Settings</a>
          .
        </p>
        <Buttons>
          {open === 0 ? null : <SubmitButton>Send Weekly Reports</SubmitButton>}
          <ButtonLink href={href("/teams")} look="quiet">
            Back to Teams
          </ButtonLink>
        </Buttons>
      </ButtonForm>
      <ReportPreview report={report} />
      <ReportReaders readers={readers} />
    </ClubPage>
  );
}
