import type { listImports } from "#app/domain/club/imports/imports.server.ts";
import { countLabel, stepLabel } from "#app/domain/club/imports/labels.ts";
import type { ImportProgress } from "#app/domain/control/imports/import-progress.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";

import type { Subject } from "./subjects.ts";

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
