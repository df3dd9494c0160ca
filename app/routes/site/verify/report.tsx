import { fileProblemLabel, recordKindName } from "#app/domain/club/evidence/labels.ts";
import { agreementCatalogue } from "#app/domain/values/agreement-text/catalogue.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import type { CheckedEvidence } from "#app/journeys/evidence/check-evidence.server.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";

/**
 * Shows the result of a checked file. Names come from the file and may be anything, so each is isolated in its own text
 * direction.
 */
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
        {whole ? <ChainState newest={newest} excerpt={excerpt} /> : null}
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

function ChainState({ newest, excerpt }: { newest: boolean; excerpt: boolean }) {
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

type Checked = Extract<CheckedEvidence, { ok: true }>;
type Fact = [label: string, value: string];

/** Describes a checked file for the page. */
export function reportPage({ report, newest }: Checked) {
  const { subject, records, named, problems, problemCount } = report;
  const broken = problems.map(({ seq, problem }) => fileProblemLabel(seq, problem));
  if (records !== named)
    broken.push(`The file says that it has ${pluralize(named, "record")}, but it has ${records}.`);
  return {
    whole: broken.length === 0,
    about: `${subject.agreement === null ? "All agreements" : "One agreement"} of ${subject.club.name}`,
    broken,
    more: problemCount - problems.length,
    newest,
    excerpt: subject.agreement !== null,
    facts: factsOf(report),
    shown: report.shown.map((shown) => ({
      seq: shown.record.seq,
      kind: recordKindName[shown.record.kind],
      facts: recordFacts(shown),
      text: shown.text,
      language: agreementCatalogue(shown.record.language).htmlLang,
    })),
  };
}

export type ReportPage = ReturnType<typeof reportPage>;

function factsOf({ subject, records, kinds, from, to, head }: Checked["report"]): Fact[] {
  const byKind = Object.entries(kinds).map(
    ([kind, many]) => `${recordKindName[kind as keyof typeof recordKindName]}: ${many}`,
  );
  return [
    ["Club", `${subject.club.name} (${subject.club.code.toUpperCase()})`],
    ["Exported", moment(subject.exportedAt)],
    ["Records", `${records}${byKind.length > 0 ? ` (${byKind.join(", ")})` : ""}`],
    ...(from && to && from !== to ? [["Made between", `${moment(from)} and ${moment(to)}`] as Fact] : []),
    ...(head ? [["Last record", `${head.seq}: ${head.hash}`] as Fact] : []),
  ];
}

function recordFacts({ record, hash, person }: Checked["report"]["shown"][number]): Fact[] {
  const facts: Fact[] = [["Time", moment(record.at)]];
  if (person) {
    facts.push(["Name", person.name], ["Email", person.email], ["Players", person.players]);
    facts.push(["Teams", person.teams.join(", ")], ["Signature", person.signature]);
    facts.push(["Reason", person.reason], ["Network address", person.ip], ["Browser", person.userAgent]);
  } else if (record.person !== null) facts.push(["Person", "Not in this file, or not as it was recorded"]);
  facts.push(["Date that was typed", record.signatureDate ?? ""], ["Entered by", record.enteredBy ?? ""]);
  if (record.affirmations)
    facts.push(["Agreed to", `${Object.keys(record.affirmations).length} sentences, see the text`]);
  if (record.electronicConsent) facts.push(["Electronic signature", "Agreed to"]);
  if (record.text) facts.push(["Text version", `${record.text.version}, SHA-256 ${record.text.hash}`]);
  facts.push(["Fingerprint of the record (SHA-256)", hash]);
  return facts.filter(([, value]) => value !== "");
}

/** Returns '2026-11-22 18:05:09 UTC', the same for every reader. */
const moment = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
