import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import type { ColumnChoice } from "./forms.server.ts";
import type { ImportCounter } from "./import-counter.ts";
import type { Import } from "./imports.server.ts";
import type { FileProblem, FileRows } from "./read-file.server.ts";

/** What is imported: games into the schedule, or parents into the contacts. The engine knows nothing else of either. */
export interface ImportSubject<
  Field extends string,
  Summary,
  Undo extends { ok: boolean },
  Problem extends { ok: false },
> {
  name: Import["subject"];
  /** A file's rows, to show its columns. */
  readRows(bytes: Uint8Array, club: ImportClub): Promise<FileRows | FileProblem | Problem>;
  /** What a preview keeps of a file. @param file.columns the user's choice instead of the usual names */
  read(file: {
    bytes: Uint8Array;
    teamId: string | null;
    timezone: string;
    columns?: ColumnChoice<Field>;
  }): Promise<{ ok: true; payload: string } | Problem>;
  /** What a preview's page shows: what the import would do now. */
  summarize(db: ClubDb, payload: string, club: ImportClub): Promise<Summary>;
  /** The rows with issues as the file had them, under its headers, with an extra column for the issues. */
  problemRows(db: ClubDb, payload: string, club: ImportClub): Promise<string[][]>;
  /** Does what a preview shows. */
  finish(tx: ClubTx, preview: Import, of: { club: ImportClub; count: ImportCounter }): Promise<Import>;
  /** Whether a finished import can be undone. */
  checkUndo(db: ClubDb, found: Import): Promise<Undo>;
  undo(tx: ClubTx, id: string): Promise<{ ok: true } | Undo | { ok: false; problem: "not-found" }>;
}

/** Names in files may begin with the club's; times are in its zone. */
export interface ImportClub {
  name: string;
  timezone: string;
}

export type FinishResult = { ok: true; finished: Import } | { ok: false; problem: "not-found" };
