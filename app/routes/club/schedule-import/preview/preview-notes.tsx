import { href } from "#app/config/addresses.ts";
import { HowRead } from "#app/routes/club/imports/how-read.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { PreviewData } from "./preview-data.ts";

/** What the file lacks, and how it was read, with the ways to correct that. */
export function PreviewNotes({ id, preview }: { id: string; preview: PreviewData }) {
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
        {preview.hasSides ? (
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
