import { href } from "#app/config/addresses.ts";
import { DataTable } from "#app/ui/data-table.tsx";
import type { ListedImport } from "./list-data.ts";

/** The latest imports. Whether one can still be undone, its own page says, with the reason if not. */
export function ImportList({ imports }: { imports: ListedImport[] }) {
  if (imports.length === 0) return <p>No file has been imported yet.</p>;
  return (
    <DataTable
      caption="Imports"
      columns={[{ name: "File" }, { name: "When" }, { name: "What it did", wide: true }, { name: "Actions" }]}
      rows={imports.map(({ id, fileName, at, by, state, status, did, canAskUndo, running }) => ({
        key: id,
        cells: [
          <a key="file" href={href("/schedule/imports/:importId", { importId: id })}>
            {fileName}
          </a>,
          `${at}, by ${by}`,
          did ? `${state}: ${did}` : state,
          status === "preview" ? (
            <span key="go">
              <a href={href("/schedule/imports/:importId", { importId: id })}>
                {running ? "See how far it is" : "Continue"}
              </a>
            </span>
          ) : canAskUndo ? (
            <span key="undo">
              <a href={href("/schedule/imports/:importId/undo", { importId: id })}>Undo</a>
            </span>
          ) : (
            ""
          ),
        ],
      }))}
    />
  );
}
