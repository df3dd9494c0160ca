import { createReadStream } from "node:fs";
import type { ControlDb } from "#app/db/control/schema.ts";
import {
  type EvidenceReport,
  type ReadEvidence,
  readEvidenceFile,
} from "#app/domain/club/evidence/read-evidence-file.server.ts";
import { isKnownHead } from "#app/domain/control/evidence/evidence-heads.server.ts";

/** Files that one process checks at a time; each may have 50 MB. */
const MOST_AT_ONCE = 2;
let running = 0;

/** Runs work that may check a file if it is given room for another one. */
export async function withCheckSlot<Result>(work: (free: boolean) => Promise<Result>): Promise<Result> {
  const free = running < MOST_AT_ONCE;
  if (!free) return work(false);
  running += 1;
  try {
    return await work(true);
  } finally {
    running -= 1;
  }
}

export type CheckedEvidence =
  | {
      ok: true;
      report: EvidenceReport /** Its last record is the newest that the platform has seen. */;
      newest: boolean;
    }
  | Extract<ReadEvidence, { ok: false }>;

/** Checks an uploaded export or PDF; no club's file is opened for it (product.md#evidence-exports). */
export async function checkEvidence(control: ControlDb, path: string): Promise<CheckedEvidence> {
  const read = await readEvidenceFile(createReadStream(path));
  if (!read.ok) return read;
  const { report } = read;
  const whole = report.problemCount === 0;
  const newest =
    whole && report.head !== null && (await isKnownHead(control, report.subject.club.code, report.head));
  return { ok: true, report, newest };
}
