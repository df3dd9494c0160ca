import { emptyLog } from "#app/db/empty-log.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { deleteAccount } from "#app/domain/control/own-data/delete-account.server.ts";
import { eraseClubRows, peopleOnlyIn } from "#app/domain/control/retention/erase-club.server.ts";
import { removeDocumentsOf } from "#app/files/stored-documents.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { removeCopiesOf } from "./replaced-copies.server.ts";

/**
 * Erases a club: its data, its uploads, copies that were put aside, its people without another club and its rows
 * (product.md#leaving). The data goes first, so that an interrupted erasure is found and finished by the next run.
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
 * Empties the log of the control database: until then it has the rows as they were before an erasure.
 * @throws LogInUse while somebody reads an older state: the job is tried again
 */
export const forgetErased = ({ control }: Pick<Platform, "control">): Promise<void> => emptyLog(control);
