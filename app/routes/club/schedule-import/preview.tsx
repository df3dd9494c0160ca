import { href } from "#app/config/addresses.ts";
import { countLabel } from "#app/domain/club/schedule-import/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { Badge } from "#app/ui/badge.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { DataTable } from "#app/ui/data-table.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { IMPORT_FORM, ImportTeams } from "./import-teams.tsx";
import type { PreviewView } from "./preview-view.ts";

const statusTone = {
  valid: { tone: "good", word: "Valid" },
  warning: { tone: "minor", word: "Warning" },
  error: { tone: "bad", word: "Error" },
} as const;

/** What a file would do, before it does it. */
export function Preview({ id, preview }: { id: string; preview: PreviewView }) {
  const { counts } = preview;
  const games = counts.added + counts.changed;
  return (
    <>
      <p className="stats-sentence">
        {pluralize(preview.rowCount, "row")}: {count(counts.valid)} valid, {count(counts.warning)} with a
        warning, {count(counts.error)} with an error. Importing means: {countLabel(counts)}
        {counts.skipped > 0 ? `, ${count(counts.skipped)} not imported` : ""}.
      </p>
      <Stats>
        <Stat label="Added" value={counts.added} />
        <Stat label="Changed" value={counts.changed} />
        <Stat label="Unchanged" value={counts.unchanged} />
        <Stat label="Not imported" value={counts.skipped} />
      </Stats>
      <ImportTeams id={id} names={preview.openNames} open />
      <Confirm id={id} games={games} preview={preview} />
      <Issues id={id} preview={preview} />
      <h2>First rows of the file</h2>
      <Rows preview={preview} />
      <ImportTeams id={id} names={preview.foundNames} />
      <About preview={preview} />
    </>
  );
}

function Confirm({ id, games, preview }: { id: string; games: number; preview: PreviewView }) {
  const { error } = preview.counts;
  return (
    <Card title={games > 0 ? "Import these games?" : "Nothing to import"}>
      <p>
        {games > 0
          ? "Either everything is imported or nothing, and you can undo it."
          : "Your schedule already has all of this, or no row can be imported as it is."}
        {error > 0 && games > 0 ? " Rows with an error are left out." : ""}
      </p>
      <PostForm id={IMPORT_FORM} action={href("/schedule/imports/:importId/games", { importId: id })}>
        <Buttons>
          {games > 0 ? (
            <SubmitButton>Import {pluralize(games, "Game")}</SubmitButton>
          ) : (
            <ButtonLink href="/schedule" look="primary">
              Back to the schedule
            </ButtonLink>
          )}
          <ButtonLink href="/schedule/import" look="quiet">
            Choose another file
          </ButtonLink>
        </Buttons>
      </PostForm>
    </Card>
  );
}

function Issues({ id, preview }: { id: string; preview: PreviewView }) {
  const { issues, issueCount } = preview;
  if (issueCount === 0) return null;
  const hidden = issueCount - issues.length;
  return (
    <>
      <h2>{pluralize(issueCount, "row")} with problems</h2>
      <p>
        Line numbers are those of your file.{" "}
        <a href={href("/schedule/imports/:importId/problems.csv", { importId: id })}>
          Download only the rows with problems
        </a>{" "}
        to fix them, then import that file.
      </p>
      <div className="sheet">
        <DataTable
          caption="Rows with problems"
          columns={[{ name: "Line" }, { name: "Problem", wide: true }]}
          rows={issues.map(({ line, status, text }) => ({
            key: String(line),
            cells: [
              `Line ${line}`,
              <span key="issue">
                <Badge tone={statusTone[status].tone}>{statusTone[status].word}</Badge> {text}
              </span>,
            ],
          }))}
        />
      </div>
      {hidden > 0 ? <p className="muted">And {hidden} more: they are in the download.</p> : null}
    </>
  );
}

function Rows({ preview }: { preview: PreviewView }) {
  const shown = preview.rows.length;
  return (
    <>
      <div className="sheet">
        <DataTable
          caption="First rows of the file"
          columns={[
            { name: "Line" },
            { name: "Team" },
            { name: "Opponent" },
            { name: "Date and time" },
            { name: "Location" },
            { name: "What happens", wide: true },
          ]}
          rows={preview.rows.map((row) => ({
            key: String(row.line),
            cells: [
              `Line ${row.line}`,
              row.team,
              row.opponent,
              [row.date, row.time].filter(Boolean).join(", "),
              row.location,
              <span key="status">
                <Badge tone={statusTone[row.status].tone}>{statusTone[row.status].word}</Badge> {row.effect}
              </span>,
            ],
          }))}
        />
      </div>
      {preview.rowCount > shown ? (
        <p className="muted">
          The first {shown} of {count(preview.rowCount)} rows.
        </p>
      ) : null}
    </>
  );
}

function About({ preview }: { preview: PreviewView }) {
  const { columns, ignored, missing, missingCount, defaultTime } = preview;
  return (
    <>
      {missingCount > 0 ? (
        <Notice
          title={
            missingCount === 1
              ? "1 game on your schedule is not in the file. It stays."
              : `${missingCount} games on your schedule are not in the file. They stay.`
          }
        >
          <ul>
            {missing.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          {missingCount > missing.length ? <p>And {missingCount - missing.length} more.</p> : null}
        </Notice>
      ) : null}
      {defaultTime ? (
        <Notice title="The file has no time column">
          <p>New games get {defaultTime}; times on your schedule stay.</p>
        </Notice>
      ) : null}
      <h2>How the file was read</h2>
      <Facts
        facts={[
          ["Recognized as", preview.source],
          ["Written in", preview.written],
          ["Columns used", columns.map(({ header, field }) => `${header} (${field})`).join(", ")],
          ["Columns not needed, and not kept", ignored.length > 0 ? ignored.join(", ") : "none"],
        ]}
      />
    </>
  );
}
