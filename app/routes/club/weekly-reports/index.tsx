import { useLoaderData } from "@remix-run/react";
import { clubForm } from "#app/auth/form.server.ts";
import { href } from "#app/config/addresses.ts";
import { roleName } from "#app/domain/club/staff/labels.ts";
import { notifiedAccounts } from "#app/domain/control/notifications/people.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { noFieldsSchema } from "#app/forms/fields.server.ts";
import { onePage } from "#app/forms/pages.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import {
  administratorsReport,
  readersOf,
  readWeek,
  reportKey,
  sendWeeklyReports,
} from "#app/journeys/weekly-reports/weekly-reports.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Pagination } from "#app/ui/pagination.tsx";
import { ButtonForm } from "#app/ui/post-form.tsx";
import { RowTable } from "#app/ui/row-table.tsx";
import { ClubPage } from "#app/ui/shell/club-shell.tsx";
import { Status } from "#app/ui/status.tsx";
import { title } from "#app/ui/title.ts";

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
      : [back, `Done: weekly reports sent to ${pluralize(sent, "team member")}`];
  },
});
export const action = form.action;
export const loader = form.loader(({ ctx, request }) =>
  loadWeeklyReportsPage(ctx, new URL(request.url).searchParams.get("page")),
);

/** Teams beyond this number are collapsed. */
const TEAMS_SHOWN = 12;
const READERS_A_PAGE = 40;

export default function WeeklyReports() {
  const { readers, report, open, page, pages } = useLoaderData<typeof loader>();
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
          Nobody gets two on one day, and a team whose updates to its manager or coaches are off sends them
          none. On Monday mornings reports go out by themselves, to administrators and to the teams whose
          weekly report is on in <a href={href("/teams/email-settings")}>Email Settings</a>.
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
      <Pagination
        page={page}
        pages={pages}
        href={(to) => href("/teams/weekly-reports", { page: String(to) })}
      />
    </ClubPage>
  );
}

/** Previews the administrators' report with the text of its email. */
function ReportPreview({ report }: Pick<WeeklyReportsPage, "report">) {
  if (!report) {
    return (
      <Card title="Your report">
        <p>There is nothing to tell yet: no game was played or is planned, and nothing waits.</p>
      </Card>
    );
  }
  return (
    <Card title={`Your report: the club's week, ${report.week}`}>
      <p className="stats-sentence">{report.sentence}</p>
      <Facts facts={report.stats} />
      <h3>What to do next</h3>
      <Lines lines={report.next} />
      {report.teams.length === 0 ? null : report.teams.length > TEAMS_SHOWN ? (
        <details className="more">
          <summary>All {report.teams.length} teams</summary>
          <Facts facts={report.teams.map(({ name, text }) => [name, text])} />
        </details>
      ) : (
        <>
          <h3>By team</h3>
          <Facts facts={report.teams.map(({ name, text }) => [name, text])} />
        </>
      )}
      {report.ahead.length > 0 ? (
        <>
          <h3>This week's games</h3>
          <Lines lines={report.ahead} />
          {report.moreAhead > 0 ? <p>And {pluralize(report.moreAhead, "more game", "more games")}.</p> : null}
        </>
      ) : null}
    </Card>
  );
}

function Lines({ lines }: { lines: readonly { text: string; link: string }[] }) {
  return (
    <ul>
      {lines.map(({ text, link }) => (
        <li key={text}>
          <a href={link}>{text}</a>
        </li>
      ))}
    </ul>
  );
}

type Reader = WeeklyReportsPage["readers"][number];

/** Lists who gets a report, and who does not, with the reason. */
function ReportReaders({ readers }: { readers: readonly Reader[] }) {
  return (
    <section>
      <h2>Who gets it</h2>
      <RowTable
        caption="People whom the weekly reports are for"
        columns={[
          { name: "Person", place: "name" },
          { name: "Report", place: "state" },
          { name: "Reads", place: "line" },
        ]}
        rows={readers.map((reader) => ({
          key: reader.accountId,
          cells: [
            reader.name,
            <Status key="state" kind={reader.state === "no-mail" ? "act" : "plain"}>
              {reader.state === "gets" ? "Gets a report now" : stateLabels[reader.state]}
            </Status>,
            reader.admin ? `The club's week (${roleName.club_admin})` : [...new Set(reader.teams)].join(", "),
          ],
        }))}
      />
    </section>
  );
}

const stateLabels: Record<Exclude<Reader["state"], "gets">, string> = {
  nothing: "Nothing to tell yet",
  today: "Has today's report",
  "team-off": "Their team's updates are off",
  "report-off": "Has Weekly Reports off",
  "mail-off": "Has all email off",
  "no-mail": "Address takes no email",
};

/** Loads who would get a report now, and the administrators' text. */
async function loadWeeklyReportsPage(ctx: ClubContext, page: string | null) {
  const at = now();
  const week = await readWeek(ctx, "now", at);
  const readers = readersOf(week);
  const [report, notified] = await Promise.all([
    administratorsReport(ctx, week),
    notifiedAccounts(ctx.control, ctx.club.code, {
      kind: "weekly-reports",
      key: reportKey(dateAt(at, ctx.club.timezone)),
      accountIds: readers.map(({ accountId }) => accountId),
    }),
  ]);
  const stateOf = (accountId: string) =>
    notified.has(accountId)
      ? ("today" as const)
      : report
        ? ("gets" as const)
        : // What the whole club has nothing of, no team has.
          ("nothing" as const);
  const shown = readers.map((reader) => ({
    ...reader,
    state: reader.state === "gets" ? stateOf(reader.accountId) : reader.state,
  }));
  const { rows, ...paged } = onePage(shown, page, READERS_A_PAGE);
  return { ...paged, readers: rows, report, open: shown.filter(({ state }) => state === "gets").length };
}

type WeeklyReportsPage = Awaited<ReturnType<typeof loadWeeklyReportsPage>>;
