import { HowRead } from "#app/routes/club/imports/how-read.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { ContactsPreviewData } from "./preview-data.ts";

/** What the file lacks, and how it was read, with the ways to correct that. */
export function PreviewNotes({ id, preview }: { id: string; preview: ContactsPreviewData }) {
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
      <HowRead subject="contacts" id={id} preview={preview} />
    </>
  );
}
