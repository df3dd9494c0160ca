import { href } from "#app/config/addresses.ts";
import { countLabel } from "#app/domain/club/imports/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { FirstRows } from "#app/routes/club/imports/first-rows.tsx";
import { IssueTable } from "#app/routes/club/imports/issue-table.tsx";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { PostForm } from "#app/ui/post-form.tsx";
import { Stat, Stats } from "#app/ui/stats.tsx";
import { type PreviewData, rowColumns } from "./preview-data.ts";
import { PreviewNotes } from "./preview-notes.tsx";
import { OpenNames, UnsureDates } from "./preview-questions.tsx";

/** What a file would do to the schedule. */
export function Preview({ id, preview }: { id: string; preview: PreviewData }) {
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
        <Stat label="Rows not imported" value={counts.skipped} />
      </Stats>
      <OpenNames id={id} names={preview.openTeams} />
      <UnsureDates id={id} dates={preview.dates} />
      <Confirm id={id} games={games} errors={counts.error} />
      <IssueTable
        problems={href("/schedule/imports/:importId/problems.csv", { importId: id })}
        issueGroups={preview.issueGroups}
        issueCount={preview.issueCount}
      />
      <FirstRows columns={rowColumns} rows={preview.rows} rowCount={preview.rowCount} />
      <PreviewNotes id={id} preview={preview} />
    </>
  );
}

function Confirm({ id, games, errors }: { id: string; games: number; errors: number }) {
  return (
    <Card title={games > 0 ? "Import these games?" : "Nothing to import"}>
      <p>
        {games > 0
          ? "Either everything is imported or nothing, and you can undo it."
          : "Your schedule already has all of this, or no row can be imported as it is."}
        {errors > 0 && games > 0 ? " Rows with an error are left out." : ""}
      </p>
      <PostForm action={href("/schedule/imports/:importId/games", { importId: id })}>
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
