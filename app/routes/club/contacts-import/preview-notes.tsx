import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ContactsPreviewData } from "./preview-data.ts";

/** What the file lacks, and how it was read, with the ways to correct that. */
export function PreviewNotes({ id, preview }: { id: string; preview: ContactsPreviewData }) {
  const { columns, ignored } = preview;
  return (
    <>
      {preview.hasNames ? null : (
        <Notice title="The file has no names of parents">
          <p>They are listed by their address. Each types the own name when signing.</p>
        </Notice>
      )}
      {preview.hasChildren ? null : (
        <Notice title="The file has no children">
          <p>The parents are added without. Import a file with children later, or add them by hand.</p>
        </Notice>
      )}
      <h2>How the file was read</h2>
      <p>
        {preview.source}: {preview.format}.
      </p>
      <details>
        <summary>{pluralize(columns.length, "column")} used</summary>
        <Facts
          facts={[
            ["Columns used", columns.map(({ header, field }) => `${header} (${field})`).join(", ")],
            ["Columns not needed, and not kept", ignored.length > 0 ? ignored.join(", ") : "none"],
          ]}
        />
      </details>
      <ul>
        <li>
          <a href={href("/advanced-import/:importId/columns", { importId: id })}>
            Columns read wrong? Change them
          </a>
        </li>
        {preview.hasTeams ? (
          <li>
            <a href={href("/advanced-import/:importId/teams", { importId: id })}>
              Change which of your teams the names are
            </a>
          </li>
        ) : null}
      </ul>
    </>
  );
}
