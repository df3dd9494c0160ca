import { href } from "#app/config/addresses.ts";
import { countLabel } from "#app/domain/club/imports/labels.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import { ButtonLink, Buttons, SubmitButton } from "#app/ui/buttons.tsx";
import { Card } from "#app/ui/card.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { ButtonForm, Hidden } from "#app/ui/post-form.tsx";
import { type ContactsPreviewData, rowColumns } from "./contacts-preview-data.ts";
import { FirstRows, HowRead, IssueTable, NewTeams } from "./preview-parts.tsx";

/** Previews an import of contacts. */
export function ContactsPreview({ id, preview }: { id: string; preview: ContactsPreviewData }) {
  const { counts, openTeams } = preview;
  return (
    <>
      <p className="stats-sentence">
        {pluralize(preview.rowCount, "row")}: {count(counts.valid)} valid, {count(counts.warning)} with a
        warning, {count(counts.error)} with an error. Importing means: {countLabel(counts)}
        {counts.skipped > 0 ? `, ${pluralize(counts.skipped, "row")} not imported` : ""}.
      </p>
      {openTeams.length > 0 ? (
        <Notice tone="minor" title={`${pluralize(openTeams.length, "team")} that you do not have`}>
          <p>
            {openTeams.map(({ name }) => `"${name}"`).join(", ")}: their children are added without a team.{" "}
            <a href={href("/advanced-import/:importId/teams", { importId: id })}>
              Create the teams, or say which they are
            </a>
          </p>
        </Notice>
      ) : null}
      <SeveralNames id={id} preview={preview} />
      <Confirm
        id={id}
        contacts={counts.added + counts.changed}
        errors={counts.error}
        newTeams={preview.newTeams}
      />
      <IssueTable
        problems={href("/advanced-import/:importId/problems.csv", { importId: id })}
        issueGroups={preview.issueGroups}
        issueCount={preview.issueCount}
      />
      <FirstRows columns={rowColumns} rows={preview.rows} rowCount={preview.rowCount} />
      <PreviewNotes id={id} preview={preview} />
    </>
  );
}

/** Lists cells that were split, with the option to keep each as one name. */
function SeveralNames({ id, preview }: { id: string; preview: ContactsPreviewData }) {
  const { severalCount, oneName, issueGroups } = preview;
  if (severalCount === 0 && !oneName) return null;
  const groups = issueGroups.filter(({ text }) => SPLIT.test(text));
  return (
    <Notice
      tone="minor"
      title={
        oneName
          ? "Each cell of names is one person"
          : `${pluralize(severalCount, "row")} with several people in one cell`
      }
    >
      {oneName ? (
        <p>As you said, "Ava, Ben & Cleo" in one cell is imported as one name.</p>
      ) : (
        <>
          <p>Each of them is added by themselves:</p>
          <ul>
            {groups.map(({ text, examples, lines, rowCount }) => (
              <li key={text}>
                {examples.length > 0 ? `${text.split(":")[0]}, such as ${examples.join("; ")}` : text}{" "}
                <span className="muted">
                  ({rowCount === 1 ? "line" : "lines"} {lines})
                </span>
              </li>
            ))}
          </ul>
          <p>If somebody is read wrong, correct the file and choose it again, or:</p>
        </>
      )}
      <ButtonForm action={href("/advanced-import/:importId/names", { importId: id })}>
        <Hidden name="cells" value={oneName ? "several" : "one"} />
        <SubmitButton look="secondary">
          {oneName ? "Read Several People in a Cell" : "Keep Each Cell as One Name"}
        </SubmitButton>
      </ButtonForm>
    </Notice>
  );
}

/** Start of the note on a split row. */
const SPLIT = /^Read as \d/;

function Confirm(props: { id: string; contacts: number; errors: number; newTeams: string[] }) {
  const { id, contacts, errors, newTeams } = props;
  return (
    <Card title={contacts > 0 ? "Import these contacts?" : "Nothing to import"}>
      <p>
        {contacts > 0
          ? "Either everything is imported or nothing, and you can undo it until an agreement is sent. Nobody is sent an email."
          : "Your contacts already have all of this, or no row can be imported as it is."}
        {errors > 0 && contacts > 0 ? " Rows with an error are left out." : ""}
      </p>
      {contacts > 0 ? <NewTeams names={newTeams} /> : null}
      <ButtonForm action={href("/advanced-import/:importId/contacts", { importId: id })}>
        <Buttons>
          {contacts > 0 ? (
            <SubmitButton>Import {pluralize(contacts, "Contact")}</SubmitButton>
          ) : (
            <ButtonLink href="/agreements" look="primary">
              See the agreements
            </ButtonLink>
          )}
          <ButtonLink href="/advanced-import" look="quiet">
            Choose another file
          </ButtonLink>
        </Buttons>
      </ButtonForm>
    </Card>
  );
}

/** Lists the columns that may be the missing ones, with a link to choose. */
function NotRead({ id, ignored }: { id: string; ignored: string[] }) {
  if (ignored.length === 0) return null;
  return (
    <p>
      Not read: {ignored.map((header) => `"${header}"`).join(", ")}. If one of them is it,{" "}
      <a href={href("/advanced-import/:importId/columns", { importId: id })}>choose the columns</a>.
    </p>
  );
}

/** Says what the file lacks and how it was read, with the ways to correct that. */
function PreviewNotes({ id, preview }: { id: string; preview: ContactsPreviewData }) {
  return (
    <>
      {preview.hasNames ? null : (
        <Notice title="No column was read as the names of parents">
          <NotRead id={id} ignored={preview.ignored} />
          <p>They are listed by their address. Each types their own name when signing.</p>
        </Notice>
      )}
      {preview.hasChildren ? null : (
        <Notice title="No column was read as the children">
          <NotRead id={id} ignored={preview.ignored} />
          <p>The parents are added without. Import a file with children later, or add them by hand.</p>
        </Notice>
      )}
      <HowRead subject="contacts" id={id} preview={preview} />
    </>
  );
}
