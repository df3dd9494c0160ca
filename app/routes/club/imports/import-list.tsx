import { DataTable } from "#app/ui/data-table.tsx";
import type { ListedImport } from "./list-data.ts";
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
