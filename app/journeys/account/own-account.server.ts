import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { saveOwnAccount } from "#app/domain/control/accounts/own-account.server.ts";
import { endOwnSessions } from "#app/domain/control/accounts/own-sessions.server.ts";
import { endOwnToken, endTokensOf } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { enqueueAll } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

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
    const actor = { kind: "account", id: accountId } as const;
    await recordAccountAudit(tx, accountId, { kind: "account.details-changed", actor, at: now() });
    await enqueueAll(
      tx,
      clubs.map((clubCode) => ({
        kind: "account.name",
        payload: { clubCode, accountId },
      })),
    );
  });

/**
 * Ends one session of the own accounts, or everything but the current one: then also the tokens of programs.
 * @returns how many have ended
 */
export const endSessions = (
  control: ControlDb,
  accounts: readonly string[],
  which: { id: string } | { allBut: string },
): Promise<{ sessions: number; tokens: number }> =>
  inTransaction(control, async (tx) => {
    const ended = {
      sessions: await endOwnSessions(tx, accounts, which),
      tokens: "allBut" in which ? await endTokensOf(tx, accounts) : 0,
    };
    const [id = null] = accounts;
    const count = ended.sessions + ended.tokens;
    if (id !== null && count > 0) {
      const kind = "id" in which ? "sign-in.session-ended" : "sign-in.sessions-ended";
      await recordAccountAudit(tx, id, {
        kind,
        actor: { kind: "account", id },
        detail: { count },
        at: now(),
      });
    }
    return ended;
  });

/** Ends one token of the own accounts (product.md#json-calls). @returns whether there was one that still worked */
export const endToken = (control: ControlDb, accounts: readonly string[], id: string): Promise<boolean> =>
  inTransaction(control, (tx) => endOwnToken(tx, accounts, id, now()));
