import { count } from "#app/domain/values/pluralize.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ReportPage } from "./report-page.ts";

type Fact = ReportPage["facts"][number];

/** What a checked file says. Names come from the file and may be anything: each stands in a direction of its own. */
export function Report({ report }: { report: ReportPage }) {
  const { whole, broken, more, newest, excerpt, shown } = report;
  return (
    <section aria-label="Result">
      <Notice tone={whole ? "good" : "bad"} title={whole ? "This file is whole" : "This file is not whole"}>
        <p>
          <bdi>{report.about}</bdi>.
        </p>
        {broken.length > 0 ? (
          <ul>
            {broken.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
            {more > 0 ? <li>And {count(more)} more.</li> : null}
          </ul>
        ) : null}
        {whole ? <Standing newest={newest} excerpt={excerpt} /> : null}
      </Notice>
      <Facts facts={report.facts.map(isolated)} />
      {shown.map(({ seq, kind, facts, text, language }) => (
        <section key={`${seq} ${facts.length}`}>
          <h2>
            Record {seq}: {kind}
          </h2>
          <Facts facts={facts.map(isolated)} />
          {text === null ? null : (
            <details>
              <summary>The text that was shown</summary>
              <div className="prose" lang={language}>
                {text
                  .split("\n\n")
                  .filter(Boolean)
                  .map((paragraph, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a fixed text
                    <p key={index}>{paragraph}</p>
                  ))}
              </div>
            </details>
          )}
        </section>
      ))}
    </section>
  );
}

function Standing({ newest, excerpt }: { newest: boolean; excerpt: boolean }) {
  if (newest)
    return (
      <p>Its last record is the newest that Goodside has on record for this club: nothing is missing.</p>
    );
  return excerpt ? (
    <p>
      Every record in it stands as it was written, with its person and text. What is on the pages of a PDF is
      not checked: compare it with what follows.
    </p>
  ) : (
    <p>
      It is whole in itself, but its end is not the newest that Goodside has on record. If it is an older
      export, newer signatures are missing in it; ask the club for a new one to be sure.
    </p>
  );
}

const isolated = ([label, value]: Fact) => [label, <bdi key={label}>{value}</bdi>] as const;
