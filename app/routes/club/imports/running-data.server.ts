import { importStages } from "#app/domain/club/imports/import-counter.ts";
import { findImportHead } from "#app/domain/club/imports/imports.server.ts";
import { stepLabel } from "#app/domain/club/imports/labels.ts";
import type { ImportProgress } from "#app/domain/control/imports/import-progress.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import type { Subject } from "./import-pages.ts";

/** An import that goes on, in its page's words; null once it is done, or if it is not this club's. */
export async function runningImport(
  { db, club }: ClubContext,
  subject: Subject,
  progress: Extract<ImportProgress, { state: "running" }>,
) {
  const found = await findImportHead(db, progress.importId);
  if (found?.subject !== subject || found.status !== "preview") return null;
  const { stage, done, total, by, since } = progress;
  return {
    about: { id: found.id, fileName: found.file_name },
    running: {
      step: importStages.indexOf(stage) + 1,
      steps: importStages.length,
      label: stepLabel(progress, subject),
      done,
      total,
      by,
      since: formatMoment(since, club.timezone),
    },
  };
}
