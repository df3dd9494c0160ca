import { rm } from "node:fs/promises";
import type { ContactField } from "#app/domain/club/contacts-import/contact-columns.ts";
import type { TeamAnswer } from "#app/domain/club/imports/answer-teams.server.ts";
import type { ColumnChoice } from "#app/domain/club/imports/import-form.server.ts";
import type { FinishResult } from "#app/domain/club/imports/import-subject.ts";
import type { Import } from "#app/domain/club/imports/imports.server.ts";
import type { ScheduleField } from "#app/domain/club/schedule-import/schedule-columns.ts";
import { keptUpload } from "#app/forms/read-upload.server.ts";
import { withEventDelivery } from "#app/journeys/club-events/change-club.server.ts";
import type { ImportAnswer, ImportWork } from "./import-tasks.server.ts";
import {
  type FileToImport,
  type ImportContext,
  isLarge,
  isPacked,
  readIntoPreview,
  runTask,
} from "./run-import.server.ts";

type Subject = Import["subject"];
type Step = "open" | "problems" | "answer" | "headers" | "remap" | "finish" | "undo";
type Answer<S extends Subject, Name extends Step> = ImportAnswer<`${S}.${Name}`>;
/** The columns that a file of the subject may have. */
type FieldOf<S extends Subject> = { games: ScheduleField; contacts: ContactField }[S];

const NOT_FOUND = { ok: false, problem: "not-found" } as const;

/** The steps of an import as its pages call them, small ones here and large ones in the worker (product.md#imports). */
export const gameImports = importSteps("games");
export const contactImports = importSteps("contacts");

function importSteps<S extends Subject>(subject: S) {
  const run = <Name extends Step>(ctx: ImportContext, large: boolean, name: Name, work: object) =>
    runTask<`${S}.${Name}`>(ctx, large, `${subject}.${name}`, work as ImportWork<`${S}.${Name}`>);

  return {
    /**
     * Reads a file, from memory or the disk, and stores what is needed of it as a preview; nothing else changes yet.
     * @returns `no-room`: the disk is full, and nothing is stored
     */
    preview: (ctx: ImportContext, file: FileToImport) => readIntoPreview(ctx, `${subject}.preview`, file),

    /** An import with what its page shows: what a preview would do, or whether a finished one can be undone. */
    async open(ctx: ImportContext, id: string): Promise<Answer<S, "open"> | null> {
      const large = await isLarge(ctx, subject, id);
      return large === null ? null : run(ctx, large, "open", { id, club: ctx.club });
    },

    /** A preview's rows with problems as a CSV file. */
    async problems(ctx: ImportContext, id: string): Promise<Answer<S, "problems"> | null> {
      const large = await isLarge(ctx, subject, id);
      return large === null ? null : run(ctx, large, "problems", { id, club: ctx.club });
    },

    /** Stores which of the club's teams the file's names are, and creates those that are missing. */
    async answerTeams(
      ctx: ImportContext,
      id: string,
      answers: readonly TeamAnswer[],
    ): Promise<Answer<S, "answer"> | typeof NOT_FOUND> {
      const large = await isLarge(ctx, subject, id);
      if (large === null) return NOT_FOUND;
      return withEventDelivery(ctx, () => run(ctx, large, "answer", { id, answers }));
    },

    /** The columns of a preview's file with a sample of each, and which field each is now; null if there is no such preview. */
    async columns(ctx: ImportContext, id: string): Promise<Answer<S, "headers"> | null> {
      if ((await isLarge(ctx, subject, id)) === null) return null;
      const path = keptUpload(id);
      return run(ctx, await isPacked(path), "headers", { id, club: ctx.club, path });
    },

    /** Reads a preview's file again with the columns that the user chose. */
    async remap(
      ctx: ImportContext,
      id: string,
      columns: ColumnChoice<FieldOf<S>>,
    ): Promise<Answer<S, "remap"> | typeof NOT_FOUND> {
      const large = await isLarge(ctx, subject, id);
      if (large === null) return NOT_FOUND;
      const path = keptUpload(id);
      return run(ctx, large || (await isPacked(path)), "remap", { id, club: ctx.club, path, columns });
    },

    /**
     * Does what a preview shows, in one transaction. Sent twice it happens once: the second call returns what the first
     * did.
     * @param counter memory in which the import counts what is done
     */
    async finish(ctx: ImportContext, id: string, counter?: SharedArrayBuffer): Promise<FinishResult> {
      const large = await isLarge(ctx, subject, id);
      if (large === null) return NOT_FOUND;
      const work = { id, club: ctx.club, counter, by: ctx.user.accountId };
      const result = await withEventDelivery(ctx, () => run(ctx, large, "finish", work));
      await rm(keptUpload(id), { force: true });
      return result;
    },

    /** Undoes an import as a whole, unless something depends on it. */
    async undo(ctx: ImportContext, id: string): Promise<Answer<S, "undo"> | typeof NOT_FOUND> {
      const large = await isLarge(ctx, subject, id);
      if (large === null) return NOT_FOUND;
      return withEventDelivery(ctx, () => run(ctx, large, "undo", { id, by: ctx.user.accountId }));
    },
  };
}
