import type { listImports } from "#app/domain/club/imports/imports.server.ts";
import { countLabel, stepLabel } from "#app/domain/club/imports/labels.ts";
import type { ImportProgress } from "#app/domain/control/imports/import-progress.server.ts";
import { formatRowMoment } from "#app/domain/values/times.ts";
import { RowTable } from "#app/ui/row-table.tsx";
import { Status } from "#app/ui/status.tsx";
import { importPages, type Subject } from "./subjects.ts";

/** Lists the latest imports. Whether one can still be undone is on its own page. */
export function ImportList({ subject, imports }: { subject: Subject; imports: ListedImport[] }) {
  const pages = importPages[subject];
  if (imports.length === 0) return <p>No file has been imported yet.</p>;
  return (
    <RowTable
      caption="Imports"
      columns={[
        { name: "File", place: "name" },
        { name: "State", place: "state" },
        { name: "When", place: "left" },
        { name: "By", place: "line" },
        { name: "What it did", place: "more" },
      ]}
      rows={imports.map(({ id, fileName, at, by, state, kind, did }) => ({
        key: id,
        href: pages.show(id),
        cells: [
          fileName,
          <Status key="state" kind={kind}>
            {state}
          </Status>,
          at,
          by,
          did,
        ],
      }))}
    />
  );
}

const kinds = { preview: "act", done: "done", undone: "plain" } as const;

type Row = Awaited<ReturnType<typeof listImports>>[number];

/** Formats one import for the list. */
export function listData(
  row: Row,
  of: { subject: Subject; progress: readonly ImportProgress[]; timezone: string; at: Date },
) {
  const { subject, progress, timezone, at } = of;
  const { id, file_name: fileName, status, created_by: by } = row;
  const work = progress.find(({ importId }) => importId === id);
  const running = status === "preview" && work?.state === "running" ? stepLabel(work, subject) : null;
  const state = { preview: "Not imported yet", done: "Imported", undone: "Undone" }[status];
  return {
    id,
    fileName,
    by,
    state: running ? "Running" : state,
    kind: running ? ("plain" as const) : kinds[status],
    at: formatRowMoment(row.finished_at ?? row.created_at, timezone, at),
    did: running ?? (status === "preview" ? "" : countLabel(row)),
  };
}

export type ListedImport = ReturnType<typeof listData>;
