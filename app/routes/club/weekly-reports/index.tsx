import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectWith } from "#app/auth/flash.server.ts";
import { requireClubUser } from "#app/auth/guards.server.ts";
import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { readForm } from "#app/forms/read-form.server.ts";
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

export async function loader(args: LoaderFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  return json(await loadWeeklyReportsPage(ctx));
}

export async function action(args: ActionFunctionArgs) {
  const ctx = await requireClubUser(args, "teams.manage");
  const reading = await readForm(args.request, noFieldsSchema);
  if (!reading.ok) return reading.answer;
  const told = await sendWeeklyReports(ctx, "now", now());
  const back = href("/teams/weekly-reports");
  if (told === 0) {
    return redirectWith(
      back,
      "No report was sent: everybody who gets one has today's already, or there is nothing to tell.",
      "bad",
    );
  }
  return redirectWith(back, `Weekly reports sent to ${pluralize(told, "team member")}`);
}

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
