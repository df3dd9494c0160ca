import { setTimeout as wait } from "node:timers/promises";
import { inTransaction } from "#app/db/engine.server.ts";
import type { FinishResult } from "#app/domain/club/imports/import-subject.ts";
import { COUNTER_BYTES, readCounter } from "#app/domain/club/imports/import-subject.ts";
import {
  endProgress,
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
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import type { Subject } from "./import-tasks.server.ts";
import { type ImportContext, imports, isLarge } from "./imports.server.ts";

/** A request waits this long for an import; one that takes longer goes on, and its page shows how far it is. */
const ANSWER_WITHIN_MS = 3_000;
const NOTE_EVERY_MS = 500;

export type StartedImport = FinishResult | { ok: true; running: true };

/**
 * Finishes an import. A large one goes on after the answer, whether or not the user stays (product.md#imports). Sent
 * twice it happens once.
 */
export async function startImport(ctx: ImportContext, subject: Subject, id: string): Promise<StartedImport> {
  if (!(await isLarge(ctx, subject, id))) return imports[subject].finish(ctx, id);
  const by = { importId: id, clubCode: ctx.club.code, by: ctx.user.name };
  if (!(await inTransaction(ctx.control, (tx) => startProgress(tx, by)))) return { ok: true, running: true };
  // The request's own lease of the club's file ends with its answer.
  const work = ctx.platform.clubs.use(ctx.club.code, (db) => importWatched({ ...ctx, db }, subject, id));
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

async function importWatched(ctx: ImportContext, subject: Subject, id: string): Promise<FinishResult> {
  const shared = new SharedArrayBuffer(COUNTER_BYTES);
  const note = () => orLog(noteProgress(ctx.control, id, readCounter(shared)));
  const noting = setInterval(() => void note(), NOTE_EVERY_MS);
  noting.unref();
  try {
    const result = await imports[subject].finish(ctx, id, shared);
    clearInterval(noting);
    await orLog(endProgress(ctx.control, id, null));
    return result;
  } catch (error) {
    clearInterval(noting);
    await orLog(endProgress(ctx.control, id, outOfResourcesStatus(error) === 507 ? "no-room" : "failed"));
    throw error;
  }
}

/** What a page shows of an import, or other uploads wait for, must not end it. */
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
  /** Nothing can be saved: the disk is full. */
  | { ok: false; problem: "no-room" };

/** It expires by itself, so the upload goes on. */
const SLOT_UNSURE = "the import's slot was not renewed or ended";

/** Takes a club's turn to upload a file: one a club, and a ceiling for all (product.md#schedule-import). */
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
