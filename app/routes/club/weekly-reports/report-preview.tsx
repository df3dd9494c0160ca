import { pluralize } from "#app/domain/values/pluralize.ts";
import { Card } from "#app/ui/card.tsx";
import { Facts } from "#app/ui/facts.tsx";
import type { WeeklyReportsPage } from "./load-weekly-reports.server.ts";

/** The administrators' report, as their email says it. */
export function ReportPreview({ report }: Pick<WeeklyReportsPage, "report">) {
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
      {report.teams.length > 0 ? (
        <>
          <h3>By team</h3>
          <Facts facts={report.teams.map(({ name, text }) => [name, text])} />
        </>
      ) : null}
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
