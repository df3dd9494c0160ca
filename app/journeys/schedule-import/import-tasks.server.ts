import type { ClubDb } from "#app/db/club/schema.ts";
import { inLateTransaction, inTransaction } from "#app/db/engine.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { digestOf, type ImportDigest, rowsToMend } from "#app/domain/club/schedule-import/import-digest.ts";
import {
  addPreview,
  choosesAnew,
  chooseTeams,
} from "#app/domain/club/schedule-import/import-previews.server.ts";
import { reviewImport } from "#app/domain/club/schedule-import/import-review.server.ts";
import {
  findImport,
  finishImport,
  type Import,
  type UndoState,
  undoImport,
  undoState,
} from "#app/domain/club/schedule-import/imports.server.ts";
import type { TeamChoices } from "#app/domain/club/schedule-import/schedule-sides.ts";
import { writeCsv } from "#app/spreadsheets/write-csv.server.ts";
import { readSchedule } from "./read-schedule.server.ts";

/**
 * The pieces of an import's work, each with a handle on the club's file: the request's own, or that of a thread. What
 * goes in and comes out crosses between threads: plain values, and small, except for the bytes of a file.
 */
export const importTasks = { preview, open, problems, choose, finish, takeBack };

export type ImportTask = keyof typeof importTasks;
export type ImportWork<Name extends ImportTask> = Parameters<(typeof importTasks)[Name]>[1];
export type ImportAnswer<Name extends ImportTask> = Awaited<ReturnType<(typeof importTasks)[Name]>>;

export type OpenedImport =
  | { state: "preview"; found: Omit<Import, "payload">; digest: ImportDigest }
  | { state: "finished"; found: Import; undo: UndoState };

/** Which import, and of the club what its review needs. */
interface Which {
  id: string;
  club: { name: string; timezone: string };
}

async function preview(
  db: ClubDb,
  file: { fileName: string; bytes: Uint8Array; teamId: string | null; by: string },
): Promise<{ importId: string } | { refused: string }> {
  const reading = await readSchedule(file);
  if ("refused" in reading) return reading;
  const { payload } = reading;
  const importId = await inTransaction(db, (tx) =>
    addPreview(tx, { fileName: file.fileName, payload, by: file.by }),
  );
  return { importId };
}

async function open(db: ClubDb, { id, club }: Which): Promise<OpenedImport | null> {
  const found = await findImport(db, id);
  if (!found) return null;
  if (found.status !== "preview") return { state: "finished", found, undo: await undoState(db, found) };
  const { payload, ...rest } = found;
  return { state: "preview", found: rest, digest: digestOf(await reviewImport(db, payload, club)) };
}

async function problems(db: ClubDb, { id, club }: Which): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await findImport(db, id);
  if (found?.status !== "preview") return null;
  const review = await reviewImport(db, found.payload, club);
  return new TextEncoder().encode(writeCsv(rowsToMend(review)));
}

function choose(db: ClubDb, { id, choices }: { id: string; choices: TeamChoices }): Promise<boolean> {
  return inTransaction(db, (tx) => chooseTeams(tx, id, choices));
}

function finish(db: ClubDb, { id, club, choices }: Which & { choices: TeamChoices }): Promise<Import | null> {
  return inLateTransaction(db, async (tx) => {
    const found = await findImport(tx, id);
    if (found?.status !== "preview") return found ?? null;
    if (choosesAnew(found, choices)) {
      await chooseTeams(tx, id, choices);
      return found;
    }
    const { teams, done } = await finishImport(tx, found, await reviewImport(tx, found.payload, club));
    await recordEvent(tx, ...teams.map((teamId) => ({ kind: "standing" as const, teamId })));
    return done;
  });
}

function takeBack(db: ClubDb, { id }: { id: string }): Promise<UndoState | "undone" | null> {
  return inTransaction(db, async (tx) => {
    const found = await findImport(tx, id);
    if (!found) return null;
    if (found.status === "undone") return "undone";
    const state = await undoState(tx, found);
    if (state.kind !== "possible") return state;
    const teams = await undoImport(tx, id);
    await recordEvent(tx, ...teams.map((teamId) => ({ kind: "standing" as const, teamId })));
    return "undone";
  });
}
