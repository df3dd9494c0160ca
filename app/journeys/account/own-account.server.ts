import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { saveOwnAccount } from "#app/domain/control/accounts/own-account.server.ts";
import { endOwnSessions } from "#app/domain/control/accounts/own-sessions.server.ts";
import { enqueueAll } from "#app/queue/queue.server.ts";

/**
 * Saves the own name and phone. The name also stands in the files of the person's clubs, which the jobs process
 * writes; what was given under the old name keeps it.
 */
export const renameAccount = (
  control: ControlDb,
  accountId: string,
  fields: { name: string; phone: string },
): Promise<void> =>
  inTransaction(control, async (tx) => {
    const clubs = await saveOwnAccount(tx, accountId, fields);
    await enqueueAll(
      tx,
      clubs.map((clubCode) => ({
        kind: "account.name",
        payload: { clubCode, accountId, name: fields.name },
      })),
    );
  });

/** Ends one session of the own accounts, or all but the current one. @returns how many have ended */
export const endSessions = (
  control: ControlDb,
  accounts: readonly string[],
  which: { id: string } | { allBut: string },
): Promise<number> => inTransaction(control, (tx) => endOwnSessions(tx, accounts, which));
