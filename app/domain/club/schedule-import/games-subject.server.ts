import type { ImportSubject } from "#app/domain/club/imports/import-subject.ts";
import { problemRows } from "#app/domain/club/imports/problem-rows.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { importPreview } from "./finish-import.server.ts";
import { reviewImport } from "./import-review.server.ts";
import { type PreviewSummary, summarizeReview } from "./preview-summary.ts";
import { readSchedule, type ScheduleProblem } from "./read-schedule.server.ts";
import { readScheduleFile } from "./read-schedule-file.server.ts";
import type { ScheduleField } from "./schedule-columns.ts";
import { checkUndo, type UndoCheck, undoImport } from "./undo-import.server.ts";

/** Games into the schedule (product.md#schedule-import). */
export const gamesSubject: ImportSubject<ScheduleField, PreviewSummary, UndoCheck, ScheduleProblem> = {
  name: "games",
  readRows: (bytes, { timezone }) => readScheduleFile(bytes, { timezone, hasTeam: false }),
  read: readSchedule,
  summarize: async (db, payload, club) =>
    summarizeReview(await reviewImport(db, payload, club), dateAt(now(), club.timezone)),
  problemRows: async (db, payload, club) => problemRows(await reviewImport(db, payload, club)),
  finish: importPreview,
  checkUndo,
  undo: undoImport,
};
