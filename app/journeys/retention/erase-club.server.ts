import { countByKind } from "#app/db/club-copies.server.ts";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { emptyLog } from "#app/db/empty-log.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { deleteAccount } from "#app/domain/control/own-data/delete-account.server.ts";
import { noteCounts, noteErasedClub } from "#app/domain/control/retention/club-erasures.server.ts";
import { eraseClubRows, peopleOnlyIn } from "#app/domain/control/retention/erase-club.server.ts";
import { removeDocumentsOf } from "#app/files/stored-documents.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { removeCopiesOf } from "./replaced-copies.server.ts";

/**
 * Erases a club: its data, its uploads, copies that were put aside, its people without another club and its rows
 * (product/privacy.md#leaving). The data goes first, so that an interrupted erasure is found and finished by the next
 * run.
 * @param why the clock that ran out, for the audit log
 */
export async function eraseClub(
  { control, clubs }: Platform,
  { code, why, at }: { code: string; why: string; at: Date },
): Promise<void> {
  await clubs.erase(code);
  await removeDocumentsOf(code);
  await removeCopiesOf(code);
  await inTransaction(control, async (tx) => {
    const people = await peopleOnlyIn(tx, code);
    for (const { id, email } of people)
      if (email) await deleteAccount(tx, { accountId: id, email, clubs: [code] });
    await eraseClubRows(tx, code, at);
    await noteErasedClub(tx, code, at);
    await recordAudit(tx, {
      kind: "club.erased",
      actor: { kind: "system", id: null },
      subject: code,
      detail: { clock: why, people: people.length },
      at,
    });
    await enqueue(tx, {
      kind: "erased.forget",
      payload: {},
      key: `erased.forget:${code}:${at.toISOString()}`,
    });
  });
}

/**
 * Erases a club whose erasure was ordered, and notes for its certificate what that erased
 * (product/privacy.md#erasing-a-club). Idempotent: an interrupted one is finished by the next run.
 */
export async function eraseOrderedClub(platform: Platform, code: string, at: Date): Promise<void> {
  const { control } = platform;
  const people = await peopleOnlyIn(control, code);
  const documents = await control
    .selectFrom("verification_documents")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("club_code", "=", code)
    .executeTakeFirstOrThrow();
  const rows = await rowsOfClub(platform, code);
  await noteCounts(control, code, { rows, documents: Number(documents.n), people: people.length });
  await eraseClub(platform, { code, why: "requested", at });
}

/** @returns null if the club's file is missing or damaged */
async function rowsOfClub({ clubs }: Platform, code: string): Promise<Record<string, number> | null> {
  try {
    return await clubs.use(code, countByKind);
  } catch (error) {
    if (error instanceof ClubUnavailable) return null;
    throw error;
  }
}

/**
 * Empties the log of the control database: until then it has the rows as they were before an erasure.
 * @throws LogInUse while somebody reads an older state: the job is tried again
 */
export const forgetErased = ({ control }: Pick<Platform, "control">): Promise<void> => emptyLog(control);
