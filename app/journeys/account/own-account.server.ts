import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  type OwnAccount,
  ownAccountVersion,
  readOwnAccount,
  saveOwnAccount,
} from "#app/domain/control/accounts/own-account.server.ts";
import { endOwnSessions } from "#app/domain/control/accounts/own-sessions.server.ts";
import { endOwnToken, endTokensOf } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { enqueueAll } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

type OwnFields = Pick<OwnAccount, "name" | "phone">;

type Renamed =
  | { ok: true }
  /** A club's own account takes its name from the club. */
  | { ok: false; problem: "clubs" }
  | { ok: false; problem: "stale"; stored: OwnFields };

/**
 * Saves the own name and phone; the same form again changes nothing. The name also stands in the files of the person's clubs, which the jobs process
 * writes; what was given under the old name keeps it.
 * @param version of what the form was filled from; another one is refused (product.md#forms)
 */
export const renameAccount = (
  control: ControlDb,
  accountId: string,
  { version, ...fields }: OwnFields & { version: string },
): Promise<Renamed> =>
  inTransaction(control, async (tx): Promise<Renamed> => {
    const { kind, name, phone } = await readOwnAccount(tx, accountId);
    if (kind === "club") return { ok: false, problem: "clubs" };
    const stored = { name, phone };
    if (sameValues(fields, stored)) return { ok: true };
    if (ownAccountVersion(stored) !== version) return { ok: false, problem: "stale", stored };
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
    return { ok: true };
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
