import type { ClubDb } from "#app/db/club/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { contactsSubject } from "#app/domain/club/contacts-import/contacts-subject.server.ts";
import { parseRows, splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { findImport } from "#app/domain/club/imports/imports.server.ts";
import { claimSides } from "#app/domain/club/schedule-import/claim-sides.server.ts";
import { type FileSides, fileSides } from "#app/domain/club/schedule-import/file-sides.ts";
import { gamesSubject } from "#app/domain/club/schedule-import/games-subject.server.ts";
import type { ScheduleHead } from "#app/domain/club/schedule-import/schedule-head.ts";
import { turnDates } from "#app/domain/club/schedule-import/turn-dates.server.ts";
import type { ImportOfClub } from "./subject-tasks.server.ts";
import { subjectTasks } from "./subject-tasks.server.ts";

/**
 * The tasks of an import, named `subject.step`, each with a handle on the club's file: the request's own, or the import
 * worker's. Input and output cross between threads: plain values, and small except for the bytes of a file.
 */
export const importTasks = {
  ...named("games", { ...subjectTasks(gamesSubject), sides, claim, dates }),
  ...named("contacts", subjectTasks(contactsSubject)),
};

export type ImportTask = keyof typeof importTasks;
export type ImportWork<Name extends ImportTask> = Parameters<(typeof importTasks)[Name]>[1];
export type ImportAnswer<Name extends ImportTask> = Awaited<ReturnType<(typeof importTasks)[Name]>>;

/** The clubs or teams of a preview's file; no sides where it does not name both. */
async function sides(
  db: ClubDb,
  { id, club }: ImportOfClub,
): Promise<{ fileName: string; sides: FileSides | null } | null> {
  const found = await findImport(db, id);
  if (found?.status !== "preview") return null;
  const { head, lines } = splitPayload<ScheduleHead>(found.payload);
  const sides = fileSides(
    lines.flatMap((line) => parseRows(head.columns, line)),
    club.name,
  );
  return { fileName: found.file_name, sides };
}

function claim(db: ClubDb, { id, club, keys }: ImportOfClub & { keys: readonly string[] }) {
  return inTransaction(db, (tx) => claimSides(tx, id, { keys, clubName: club.name }));
}

function dates(db: ClubDb, { id, dayFirst }: { id: string; dayFirst: boolean }) {
  return inTransaction(db, (tx) => turnDates(tx, id, dayFirst));
}

function named<S extends string, Tasks extends object>(subject: S, tasks: Tasks) {
  const entries = Object.entries(tasks).map(([step, task]) => [`${subject}.${step}`, task]);
  return Object.fromEntries(entries) as { [Step in keyof Tasks & string as `${S}.${Step}`]: Tasks[Step] };
}
