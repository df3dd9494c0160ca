import { type Import, importHead, type UndoState } from "#app/domain/club/schedule-import/imports.server.ts";
import type { TeamChoices } from "#app/domain/club/schedule-import/schedule-sides.ts";
import { withEventDelivery } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { runInImportWorker } from "./import-pool.server.ts";
import {
  type ImportAnswer,
  type ImportTask,
  type ImportWork,
  importTasks,
  type OpenedImport,
} from "./import-tasks.server.ts";

/** What of a visit an import needs. */
type ImportContext = Pick<ClubContext, "control" | "platform" | "db" | "club"> & {
  user: Pick<ClubContext["user"], "name">;
};

/** From here on the work is done in a thread: below, handing it over and waiting costs more than it takes. */
export const LARGE = { bytes: 64 * 1024, games: 1_000 };
/** Copying 50 MB takes as long as a page does: others get their turn in between. */
const COPY_SLICE = 1024 * 1024;

/**
 * Reads a schedule file and keeps what is needed of it as a preview; nothing of the club's games changes yet.
 * @param teamId whose games the rows are that name no team. @returns the preview's id, or why there is none.
 */
export async function previewSchedule(
  ctx: ImportContext,
  { name, bytes, teamId }: { name: string; bytes: Uint8Array; teamId: string | null },
): Promise<{ importId: string } | { refused: string }> {
  const large = bytes.length >= LARGE.bytes;
  const own = large ? await copyOf(bytes) : bytes;
  return doTask(ctx, large, "preview", { fileName: name, bytes: own, teamId, by: ctx.user.name });
}

/** An import with what its page needs: what a preview would do, or whether a finished one can be taken back. */
export async function openImport(ctx: ImportContext, id: string): Promise<OpenedImport | null> {
  const large = await isLarge(ctx, id);
  return large === null ? null : doTask(ctx, large, "open", { id, club: ctx.club });
}

/** Only the rows of a preview with problems, as a CSV file; null where there is no such preview. */
export async function problemsOfImport(
  ctx: ImportContext,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const large = await isLarge(ctx, id);
  return large === null ? null : doTask(ctx, large, "problems", { id, club: ctx.club });
}

/** Keeps which of the own teams the file's names are. @returns false where there is no such open preview. */
export async function chooseImportTeams(
  ctx: ImportContext,
  id: string,
  choices: TeamChoices,
): Promise<boolean> {
  const large = await isLarge(ctx, id);
  return large === null ? false : doTask(ctx, large, "choose", { id, choices });
}

/**
 * Imports a preview's games in one transaction. Sent twice it happens once: the second gets what the first did.
 * @param choices teams as the page showed them; where one is new it is kept, and nothing is imported
 * @returns the finished import, or still the preview; null where there is none.
 */
export async function importGames(
  ctx: ImportContext,
  id: string,
  choices: TeamChoices = {},
): Promise<Import | null> {
  const large = await isLarge(ctx, id);
  if (large === null) return null;
  return withEventDelivery(ctx, () => doTask(ctx, large, "finish", { id, club: ctx.club, choices }));
}

/** Takes the last import back as a whole, unless one of its games was rated since. */
export async function takeBackImport(ctx: ImportContext, id: string): Promise<UndoState | "undone" | null> {
  const large = await isLarge(ctx, id);
  if (large === null) return null;
  return withEventDelivery(ctx, () => doTask(ctx, large, "takeBack", { id }));
}

/** Whether work on an import is for the thread; null where there is none of that id. */
async function isLarge({ db }: ImportContext, id: string): Promise<boolean | null> {
  const head = await importHead(db, id);
  if (!head) return null;
  return head.payloadBytes >= LARGE.bytes || head.added + head.changed >= LARGE.games;
}

function doTask<Name extends ImportTask>(
  { platform, db, club }: ImportContext,
  large: boolean,
  name: Name,
  work: ImportWork<Name>,
): Promise<ImportAnswer<Name>> {
  if (large) return runInImportWorker(platform.clubs, club.code, name, work);
  const task = importTasks[name] as (on: typeof db, work: ImportWork<Name>) => Promise<ImportAnswer<Name>>;
  return task(db, work);
}

async function copyOf(bytes: Uint8Array): Promise<Uint8Array> {
  const copy = new Uint8Array(bytes.length);
  const turn = yieldToEventLoop();
  for (let start = 0; start < bytes.length; start += COPY_SLICE) {
    copy.set(bytes.subarray(start, start + COPY_SLICE), start);
    await turn();
  }
  return copy;
}
