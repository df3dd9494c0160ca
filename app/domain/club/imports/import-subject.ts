import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import type { ColumnChoice } from "./forms.server.ts";
import type { Import } from "./imports.server.ts";
import type { FileProblem, FileRows } from "./read-file.server.ts";

/**
 * Subject of an import: games for the schedule, or parents for the contacts. The engine knows nothing else of either.
 */
export interface ImportSubject<
  Field extends string,
  Summary,
  Undo extends { ok: boolean },
  Problem extends { ok: false },
> {
  name: Import["subject"];
  /** Reads a file's rows, to show its columns. */
  readRows(bytes: Uint8Array, club: ImportClub): Promise<FileRows | FileProblem | Problem>;
  /** Reads a file into a preview's payload. @param file.columns the user's choice instead of the usual names */
  read(file: {
    bytes: Uint8Array;
    teamId: string | null;
    timezone: string;
    columns?: ColumnChoice<Field>;
  }): Promise<{ ok: true; payload: string } | Problem>;
  /** Returns the preview's page: what the import would do now. */
  summarize(db: ClubDb, payload: string, of: { club: ImportClub; count: ImportCounter }): Promise<Summary>;
  /** Loads the rows with issues as the file had them, under its headers, with an extra column for the issues. */
  problemRows(db: ClubDb, payload: string, club: ImportClub): Promise<string[][]>;
  /** Does what a preview shows. */
  finish(tx: ClubTx, preview: Import, of: FinishOptions): Promise<Import>;
  /** Tells whether a finished import can be undone. */
  checkUndo(db: ClubDb, found: Import): Promise<Undo>;
  undo(tx: ClubTx, id: string): Promise<{ ok: true } | Undo | { ok: false; problem: "not-found" }>;
}

export interface FinishOptions {
  club: ImportClub;
  count: ImportCounter;
  /** Rated games to take out of the stats, and the person who says so. */
  out: { gameIds: readonly string[]; byName: string };
}

/** Names in files may begin with the club's; times are in its zone. */
export interface ImportClub {
  name: string;
  timezone: string;
}

export type FinishResult = { ok: true; finished: Import } | { ok: false; problem: "not-found" };

/** The steps of an import, in their order. */
export const importStages = ["reading", "comparing", "saving"] as const;
export type ImportStage = (typeof importStages)[number];
/** Stages of a preview, after its file is read. */
export const previewStages = ["file", "reading", "comparing"] as const;

/** Is called with how many rows or games of a step are done. Called for every one, so it must cost next to nothing. */
export type ImportCounter = (stage: ImportStage, done: number, total: number) => void;

/** Counts an import that nobody watches. */
export const uncounted: ImportCounter = () => {};

/** Returns a counter in memory that two threads share. @param shared of `COUNTER_BYTES` */
export function sharedCounter(shared: SharedArrayBuffer): ImportCounter {
  const view = new Int32Array(shared);
  return (stage, done, total) => {
    view[0] = importStages.indexOf(stage);
    view[1] = done;
    view[2] = total;
  };
}

export const COUNTER_BYTES = 12;

/** Reads the latest count of the other thread. */
export function readCounter(shared: SharedArrayBuffer): { stage: ImportStage; done: number; total: number } {
  const [stage = 0, done = 0, total = 0] = new Int32Array(shared);
  return { stage: importStages[stage] ?? "reading", done, total };
}
