import { href } from "#app/config/addresses.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { PreviewData } from "./preview-data.ts";

/** What the file lacks, and how it was read, with the ways to correct that. */
export function PreviewNotes({ id, preview }: { id: string; preview: PreviewData }) {
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
          <a href={href("/schedule/imports/:importId/columns", { importId: id })}>
            Columns read wrong? Change them
          </a>
        </li>
        {preview.hasTeams ? (
          <li>
            <a href={href("/schedule/imports/:importId/teams", { importId: id })}>
              Change which of your teams the names are
            </a>
          </li>
        ) : null}
        {preview.hasSides ? (
          <li>
            <a href={href("/schedule/imports/:importId/club", { importId: id })}>
              Change which club or teams of the file are yours
            </a>
          </li>
        ) : null}
      </ul>
    </>
  );
}
