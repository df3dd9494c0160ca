import { href } from "#app/config/addresses.ts";
import { countLabel } from "#app/domain/club/imports/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { CheckboxGroup } from "#app/ui/inputs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { type GamesPreviewData, rowColumns } from "./games-preview-data.ts";
import { FirstRows, HowRead, IssueTable, NewTeams } from "./preview-parts.tsx";

/** Previews an import of games. */
export function GamesPreview({ id, preview }: { id: string; preview: GamesPreviewData }) {
  const { counts } = preview;
  const games = counts.added + counts.changed;
  return (
    <>
      <p className="stats-sentence">
        {pluralize(preview.rowCount, "row")}: {count(counts.valid)} valid, {count(counts.warning)} with a
        warning, {count(counts.error)} with an error. Importing means: {countLabel(counts)}
        {counts.skipped > 0 ? `, ${count(counts.skipped)} not imported` : ""}.
      </p>
      <OpenNames id={id} names={preview.openTeams} />
      <Strangers id={id} rows={preview.hasSides ? preview.strangers : 0} />
      <UnsureDates id={id} dates={preview.dates} />
      <Confirm id={id} games={games} preview={preview} />
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

function Confirm({ id, games, preview }: { id: string; games: number; preview: GamesPreviewData }) {
  const { counts, newTeams, asked, askedCount } = preview;
  const asks = asked.length > 0;
  return (
    <Card title={games > 0 ? "Import these games?" : asks ? "Were these games played?" : "Nothing to import"}>
      <p>
        {games > 0
          ? "Either everything is imported or nothing, and you can undo it."
          : asks
            ? "You can undo this later."
            : "Your schedule already has all of this, or no row can be imported as it is."}
        {counts.error > 0 && games > 0 ? " Rows with an error are left out." : ""}
      </p>
      {games > 0 ? <NewTeams names={newTeams} /> : null}
      <ButtonForm action={href("/schedule/imports/:importId/games", { importId: id })}>
        {asks ? (
          <CheckboxGroup
            name="out"
            label="Rated, but your file says not played"
            hint={`Check the games to take out of the figures. The others stay.${askedCount > asked.length ? ` Import the file again for ${count(askedCount - asked.length)} more.` : ""}`}
            choices={asked}
            required
          />
        ) : null}
        <Buttons>
          {games > 0 || asks ? (
            <SubmitButton>{games > 0 ? `Import ${pluralize(games, "Game")}` : "Save"}</SubmitButton>
          ) : (
            <ButtonLink href="/schedule" look="primary">
              Back to the schedule
            </ButtonLink>
          )}
          <ButtonLink href="/schedule/import" look="quiet">
            Choose another file
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </Card>
  );
}

/** Lists names that are or may be the club's, and have no team yet. */
function OpenNames({ id, names }: { id: string; names: GamesPreviewData["openTeams"] }) {
  if (names.length === 0) return null;
  const rows = names.reduce((sum, { rowCount }) => sum + rowCount, 0);
  return (
    <Notice tone="minor" title={`${pluralize(names.length, "name")} without a team of yours`}>
      <p>
        {names.map(({ name }) => (name ? `"${name}"` : "Rows that name no team")).join(", ")}:{" "}
        {pluralize(rows, "row")} left out.{" "}
        <a href={href("/schedule/imports/:importId/teams", { importId: id })}>
          Create the teams, or say which they are
        </a>
      </p>
    </Notice>
  );
}

/** Counts rows of other teams, which may be the club's under unknown names. */
function Strangers({ id, rows }: { id: string; rows: number }) {
  if (rows === 0) return null;
  return (
    <Notice
      tone="minor"
      title={`${pluralize(rows, "row")} ${rows === 1 ? "names" : "name"} none of your teams`}
    >
      <p>
        Are some of these games yours?{" "}
        <a href={href("/schedule/imports/:importId/club", { importId: id })}>
          Change which club or teams of the file are yours
        </a>
      </p>
    </Notice>
  );
}

/** Asks whether the day or the month comes first, if no date of the file tells. */
function UnsureDates({ id, dates }: { id: string; dates: GamesPreviewData["dates"] }) {
  if (!dates) return null;
  return (
    <Notice tone="minor" title="Does the day or the month come first?">
      <p>
        Every date of this file can be read both ways. "{dates.example}" is read as {dates.read}.
      </p>
      <ButtonForm action={href("/schedule/imports/:importId/dates", { importId: id })}>
        <Hidden name="first" value={dates.dayFirst ? "month" : "day"} />
        <SubmitButton look="secondary">Read it as {dates.other}</SubmitButton>
      </ButtonForm>
    </Notice>
  );
}

/** Says what the file lacks and how it was read, with the ways to correct that. */
function PreviewNotes({ id, preview }: { id: string; preview: GamesPreviewData }) {
  const { missing, missingCount, defaultTime } = preview;
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
          <details>
            <summary>Which games</summary>
            <ul>
              {missing.map((game) => (
                <li key={game}>{game}</li>
              ))}
            </ul>
            {missingCount > missing.length ? <p>And {missingCount - missing.length} more.</p> : null}
          </details>
        </Notice>
      ) : null}
      {defaultTime ? (
        <Notice title="The file has no time column">
          <p>New games get {defaultTime}; times on your schedule stay.</p>
        </Notice>
      ) : null}
      <HowRead subject="games" id={id} preview={preview}>
        {preview.hasSides && preview.strangers === 0 ? (
          <li>
            <a href={href("/schedule/imports/:importId/club", { importId: id })}>
              Change which club or teams of the file are yours
            </a>
          </li>
        ) : null}
      </HowRead>
    </>
  );
}
