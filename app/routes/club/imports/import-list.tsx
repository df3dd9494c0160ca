import type { listImports } from "#app/domain/club/imports/imports.server.ts";
import { countLabel, stepLabel } from "#app/domain/club/imports/labels.ts";
import type { ImportProgress } from "#app/domain/control/imports/import-progress.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import { importPages, type Subject } from "./subjects.ts";

/** The latest imports. Whether one can still be undone, its own page says, with the reason if not. */
export function ImportList({ subject, imports }: { subject: Subject; imports: ListedImport[] }) {
  const pages = importPages[subject];
  if (imports.length === 0) return <p>No file has been imported yet.</p>;
  return (
    <DataTable
      caption="Imports"
      columns={[{ name: "File" }, { name: "When" }, { name: "What it did", wide: true }, { name: "Actions" }]}
      rows={imports.map(({ id, fileName, at, by, state, status, did, canAskUndo, running }) => ({
        key: id,
        cells: [
          <a key="file" href={pages.show(id)}>
            {fileName}
          </a>,
          `${at}, by ${by}`,
          did ? `${state}: ${did}` : state,
          status === "preview" ? (
            <span key="go">
              <a href={pages.show(id)}>{running ? "See how far it is" : "Continue"}</a>
            </span>
          ) : canAskUndo ? (
            <span key="undo">
              <a href={pages.undo(id)}>Undo</a>
            </span>
          ) : (
            ""
          ),
        ],
      }))}
    />
  );
}

type Row = Awaited<ReturnType<typeof listImports>>[number];

/** One import in the list's words. */
export function listData(
  row: Row,
  of: { subject: Subject; progress: readonly ImportProgress[]; timezone: string },
) {
  const { subject, progress, timezone } = of;
  const { id, file_name: fileName, status, added, changed, created_by: by } = row;
  const now = progress.find(({ importId }) => importId === id);
  const running = status === "preview" && now?.state === "running" ? stepLabel(now, subject) : null;
  const state = { preview: "Not imported yet", done: "Imported", undone: "Undone" }[status];
  return {
    id,
    fileName,
    by,
    status,
    state: running ?? state,
    running: running !== null,
    at: formatMoment(row.finished_at ?? row.created_at, timezone),
    did: status === "preview" ? "" : countLabel(row),
    canAskUndo: status === "done" && added + changed > 0,
  };
}

export type ListedImport = ReturnType<typeof listData>;
