import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { inTransaction } from "#app/db/engine.server.ts";
import type { FinishResult } from "#app/domain/club/imports/import-subject.ts";
import { COUNTER_BYTES, readCounter } from "#app/domain/club/imports/import-subject.ts";
import { previewState } from "#app/domain/club/imports/imports.server.ts";
import {
  endProgress,
  type ImportStep,
  noteProgress,
  RENEW_MS,
  releaseSlot,
  renewSlot,
  type SlotProblem,
  startProgress,
  takeSlot,
} from "#app/domain/control/imports/import-progress.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { log } from "#app/observability/log.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import type { OpenedImport, ProblemOf, Subject } from "./import-tasks.server.ts";
import { type FileToImport, type ImportContext, imports, isLarge, isLargeFile } from "./imports.server.ts";

/** Time that a request waits for an import; a longer one goes on, and its page shows its progress. */
const ANSWER_WITHIN_MS = 3_000;
const NOTE_EVERY_MS = 500;

export type StartedImport = FinishResult | { ok: true; running: true };

/** An import to finish, and the rated games that it takes out of the figures. */
interface ToFinish {
  subject: Subject;
  id: string;
  gameIds: readonly string[];
}

/**
 * Finishes an import. A large one goes on after the answer, whether or not the user stays (product/imports.md#imports).
 * Sent twice it happens once.
 */
export async function startImport(ctx: ImportContext, toFinish: ToFinish): Promise<StartedImport> {
  const { subject, id, gameIds } = toFinish;
  if (!(await isLarge(ctx, subject, id))) return imports[subject].finish(ctx, id, undefined, gameIds);
  const by = { importId: id, clubCode: ctx.club.code, by: ctx.user.name };
  if (!(await inTransaction(ctx.control, (tx) => startProgress(tx, by)))) return { ok: true, running: true };
  // The request's own lease of the club's file ends with its answer.
  const work = ctx.platform.clubs.use(ctx.club.code, (db) => importWatched({ ...ctx, db }, toFinish));
  let answered = false;
  const late = wait(ANSWER_WITHIN_MS, undefined, { ref: false }).then(() => {
    answered = true;
    return { ok: true, running: true } as const;
  });
  // Once the request is answered, the import's page says what happened.
  work.catch((err: unknown) =>
    answered ? log.error({ err, club: ctx.club.code }, "an import failed") : undefined,
  );
  return Promise.race([work, late]);
}

/** Interval at which a running reading is renewed; after a missed minute its process is considered dead. */
const RENEW_READING_MS = 10_000;

/**
 * Reads an upload on the disk into a preview. A large one that takes longer goes on after the answer; meanwhile the
 * import's page says so, or names the file's problem (product/imports.md#imports).
 * @param file.path is removed if there is no preview
 * @param of.problemLabel a problem in words, for that page
 * @returns `reading`: resolves once it is done
 */
export async function startPreview<S extends Subject>(
  ctx: ImportContext,
  file: Extract<FileToImport, { path: string }>,
  of: {
    subject: S;
    id: string;
    problemLabel: (problem: FileRefused<S>) => string;
    answerWithin?: number;
  },
): Promise<{ ok: true; importId: string } | FileRefused<S> | { ok: true; reading: Promise<void> }> {
  type Preview = { ok: true; importId: string } | FileRefused<S>;
  const { subject, id, problemLabel, answerWithin = ANSWER_WITHIN_MS } = of;
  const read = (by: ImportContext) => imports[subject].preview(by, file, id) as Promise<Preview>;
  const isLarge = await isLargeFile(file);
  const about = { importId: id, clubCode: ctx.club.code, by: ctx.user.name, stage: "file" } as const;
  if (isLarge) await inTransaction(ctx.control, (tx) => startProgress(tx, about));
  const renewing = setInterval(
    () => void orLog(noteProgress(ctx.control, id, { stage: "file", done: 0, total: 0 })),
    RENEW_READING_MS,
  );
  renewing.unref();
  let [answered, ended] = [false, false];
  const end = async (problem: Parameters<typeof endProgress>[2]) => {
    ended = true;
    clearInterval(renewing);
    if (isLarge) await orLog(endProgress(ctx.control, id, answered ? problem : null));
  };
  // The request's own lease of the club's file ends with its answer.
  const work = ctx.platform.clubs.use(ctx.club.code, async (db) => {
    try {
      const preview = await read({ ...ctx, db });
      if (!preview.ok) await rm(file.path, { force: true });
      await end(preview.ok ? null : `file: ${problemLabel(preview)}`);
      return preview;
    } catch (error) {
      await rm(file.path, { force: true });
      await end(outOfResourcesStatus(error) === 507 ? "no-room" : "failed");
      throw error;
    }
  });
  if (!isLarge) return work;
  const late = wait(answerWithin, null, { ref: false }).then(() => {
    // A task that is just ending answers on its own.
    if (ended) return work;
    answered = true;
    return null;
  });
  const done = await Promise.race([work, late]);
  if (done) return done;
  const reading = work.then(
    () => {},
    (err: unknown) => log.error({ err, club: ctx.club.code }, "an upload was not read"),
  );
  return { ok: true, reading };
}

/** Reason why there is no preview of a file. */
type FileRefused<S extends Subject> = ProblemOf<S> | { ok: false; problem: "no-room" };

/** A large preview that is being worked out, or was, in this process. */
interface Opening {
  /** State that it depends on. */
  state: string;
  counter: SharedArrayBuffer;
  work: Promise<unknown>;
  startedAt: number;
}

/** Time for which a finished preview stays for the next look at it. */
const KEPT_MS = 10 * MINUTE_MS;
const MOST_KEPT = 20;
const openings = new Map<string, Opening>();

/**
 * Loads an import with what its page shows. A large preview that takes longer goes on after the answer, for the next
 * look; each web process works it out for itself (product/imports.md#imports).
 * @param answerWithin in milliseconds
 */
export async function openImport<S extends Subject>(
  ctx: ImportContext,
  subject: S,
  id: string,
  answerWithin = ANSWER_WITHIN_MS,
): Promise<OpenedImport<S> | { state: "reading"; step: ImportStep } | null> {
  const open = imports[subject].open as (
    ctx: ImportContext,
    id: string,
    counter?: SharedArrayBuffer,
  ) => Promise<OpenedImport<S> | null>;
  const state = (await isLarge(ctx, subject, id)) ? await previewState(ctx.db, subject, id) : null;
  if (state === null) return open(ctx, id);
  const key = `${ctx.club.code} ${id}`;
  const known = openings.get(key);
  const isFresh = known?.state === state && now().getTime() - known.startedAt < KEPT_MS;
  const opening = isFresh ? known : begin(key, state);
  const done = opening.work.then((opened) => ({ opened: opened as OpenedImport<S> | null }));
  const found = await Promise.race([done, wait(answerWithin, null, { ref: false })]);
  return found ? found.opened : { state: "reading", step: readCounter(opening.counter) };

  function begin(key: string, state: string): Opening {
    const counter = new SharedArrayBuffer(COUNTER_BYTES);
    // The request's own lease of the club's file ends with its answer.
    const work = ctx.platform.clubs.use(ctx.club.code, (db) => open({ ...ctx, db }, id, counter));
    const opening = { state, counter, work, startedAt: now().getTime() };
    keep(key, opening);
    return opening;
  }
}

function keep(key: string, opening: Opening): void {
  openings.delete(key);
  openings.set(key, opening);
  for (const [old, { startedAt }] of openings)
    if (openings.size > MOST_KEPT || now().getTime() - startedAt > KEPT_MS) openings.delete(old);
  // The next look tries again.
  opening.work.catch((err: unknown) => {
    if (openings.get(key) === opening) openings.delete(key);
    log.error({ err }, "a preview of an import failed");
  });
}

async function importWatched(ctx: ImportContext, { subject, id, gameIds }: ToFinish): Promise<FinishResult> {
  const shared = new SharedArrayBuffer(COUNTER_BYTES);
  const note = () => orLog(noteProgress(ctx.control, id, readCounter(shared)));
  const noting = setInterval(() => void note(), NOTE_EVERY_MS);
  noting.unref();
  try {
    const result = await imports[subject].finish(ctx, id, shared, gameIds);
    clearInterval(noting);
    await orLog(endProgress(ctx.control, id, null));
    return result;
  } catch (error) {
    clearInterval(noting);
    await orLog(endProgress(ctx.control, id, outOfResourcesStatus(error) === 507 ? "no-room" : "failed"));
    throw error;
  }
}

/** Logs a failure instead of ending the import, which neither its page nor other uploads may do. */
async function orLog(
  work: Promise<void>,
  failed = "the progress of an import was not stored",
): Promise<void> {
  try {
    await work;
  } catch (err) {
    log.warn({ err }, failed);
  }
}

export type ImportSlot =
  | { ok: true; release: () => Promise<void> }
  | SlotProblem
  /** The disk is full. */
  | { ok: false; problem: "no-room" };

/** It expires, so the upload goes on. */
const SLOT_UNSURE = "the import's slot was not renewed or ended";

/** Takes a club's turn to upload a file: one a club, and a ceiling for all (product/imports.md#schedule-import). */
export async function takeImportSlot({
  control,
  club,
  user,
}: Pick<ClubContext, "control" | "club" | "user">): Promise<ImportSlot> {
  try {
    const started = await inTransaction(control, (tx) =>
      takeSlot(tx, { clubCode: club.code, by: user.name }),
    );
    if (!started.ok) return started;
    const { token } = started;
    const renewing = setInterval(() => void orLog(renewSlot(control, token), SLOT_UNSURE), RENEW_MS);
    renewing.unref();
    const release = async () => {
      clearInterval(renewing);
      await orLog(releaseSlot(control, token), SLOT_UNSURE);
    };
    return { ok: true, release };
  } catch (error) {
    if (outOfResourcesStatus(error) === 507) return { ok: false, problem: "no-room" };
    throw error;
  }
}
