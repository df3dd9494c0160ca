import { env } from "#app/config/env.server.ts";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { countDueGames, eraseDueGames } from "#app/domain/club/games/games.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { countDueMessages, eraseDueMessages } from "#app/domain/control/contact/contact-messages.server.ts";
import { removeAccount } from "#app/domain/control/own-data/delete-account.server.ts";
import { orderedErasuresDue } from "#app/domain/control/retention/club-erasures.server.ts";
import {
  accountsToDelete,
  accountsToWarn,
  cancelledClubsDue,
  countDueMoney,
  eraseDueMoney,
  lapsedClubsDue,
  noteUnusedNotice,
} from "#app/domain/control/retention/due.server.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { eraseDueDocuments } from "#app/journeys/verification/documents.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { eraseClub, eraseOrderedClub } from "./erase-club.server.ts";
import { countDueCopies, removeDueCopies } from "./replaced-copies.server.ts";

/** One clock: what is due at a moment, and what is done about it (product/privacy.md#retention). */
export interface Clock {
  name: string;
  /** Counts what is due; changes nothing. */
  due(platform: Platform, at: Date): Promise<number>;
  /** Does it. Idempotent. @returns how many it did */
  run(platform: Platform, at: Date): Promise<number>;
}

const SYSTEM = { kind: "system", id: null } as const;

/** Daily clocks. Data in a club's own file is erased by steps of the club's week. */
export const clocks: readonly Clock[] = [
  {
    name: "accounts to warn",
    due: async ({ control }, at) => (await accountsToWarn(control, at)).length,
    run: warnUnused,
  },
  {
    name: "unused accounts",
    due: async ({ control }, at) => (await accountsToDelete(control, at)).length,
    run: deleteUnused,
  },
  {
    name: "cancelled clubs",
    due: async ({ control }, at) => (await cancelledClubsDue(control, at)).length,
    run: async (platform, at) =>
      eraseClubs(platform, await cancelledClubsDue(platform.control, at), "cancelled", at),
  },
  {
    name: "clubs to erase on request",
    due: async ({ control }, at) => (await orderedErasuresDue(control, at)).length,
    run: async (platform, at) => {
      const codes = await orderedErasuresDue(platform.control, at);
      for (const code of codes) await eraseOrderedClub(platform, code, at);
      return codes.length;
    },
  },
  {
    name: "lapsed clubs",
    due: async ({ control }, at) => (await lapsedClubsDue(control, at)).length,
    run: async (platform, at) =>
      eraseClubs(platform, await lapsedClubsDue(platform.control, at), "lapsed", at),
  },
  {
    name: "payments",
    due: ({ control }, at) => countDueMoney(control, at),
    run: ({ control }, at) => inTransaction(control, (tx) => eraseDueMoney(tx, at)),
  },
  {
    name: "verification documents",
    due: ({ control }, at) => eraseDueDocuments(control, at, { dryRun: true }),
    run: ({ control }, at) => eraseDueDocuments(control, at),
  },
  {
    name: "contact messages",
    due: ({ control }, at) => countDueMessages(control, at),
    run: ({ control }, at) => eraseDueMessages(control, at),
  },
  {
    name: "copies that restores put aside",
    due: async (_, at) => countDueCopies(at),
    run: (_, at) => removeDueCopies(at),
  },
];

/** Runs every clock; each erasure gets its number in the audit log. @returns how many each did, or would do */
export async function runClocks(
  platform: Platform,
  { dryRun = false, at = now() }: { dryRun?: boolean; at?: Date } = {},
): Promise<{ name: string; count: number }[]> {
  const done: { name: string; count: number }[] = [];
  for (const { name, due, run } of clocks) {
    const count = await due(platform, at);
    if (dryRun || count === 0) {
      done.push({ name, count });
      continue;
    }
    const ran = await run(platform, at);
    await inTransaction(platform.control, (tx) =>
      recordAudit(tx, { kind: "records.time-up", actor: SYSTEM, detail: { clock: name, count: ran }, at }),
    );
    done.push({ name, count: ran });
  }
  return done;
}

async function warnUnused({ control }: Platform, at: Date): Promise<number> {
  const accounts = await accountsToWarn(control, at);
  const goes = new Date(at.getTime() + KEEP.accountNoticeDays * DAY_MS).toISOString().slice(0, 10);
  for (const { id, email, lastUse } of accounts) {
    if (!email) continue;
    await inTransaction(control, async (tx) => {
      await noteUnusedNotice(tx, id, at);
      await queueMail(tx, {
        key: `account-unused:${id}:${lastUse}`,
        template: "account-unused",
        variables: { goes, signInLink: `${env().appUrl}/club/login` },
        to: email,
      });
    });
  }
  return accounts.length;
}

async function deleteUnused({ control }: Platform, at: Date): Promise<number> {
  const accounts = await accountsToDelete(control, at);
  for (const { id, name, email } of accounts)
    if (email)
      await inTransaction(control, (tx) => removeAccount(tx, { accountId: id, name, email }, SYSTEM));
  return accounts.length;
}

async function eraseClubs(
  platform: Platform,
  codes: readonly string[],
  why: string,
  at: Date,
): Promise<number> {
  for (const code of codes) await eraseClub(platform, { code, why, at });
  return codes.length;
}

/**
 * Runs the clock of games over every club's file: for operators. The jobs process does the same in each club's week,
 * without opening files that have nothing due (product/privacy.md#retention).
 * @returns how many games were erased, or would be, and the codes of clubs whose files could not be opened
 */
export async function runGameClock(
  { control, clubs }: Platform,
  { dryRun, at }: { dryRun: boolean; at: Date },
): Promise<{ count: number; unread: string[] }> {
  let count = 0;
  const unread: string[] = [];
  for (const code of await clubs.codes()) {
    try {
      count += await clubs.use(code, async (db) => {
        const due = await countDueGames(db, at);
        if (dryRun) return due;
        const ctx = { control, db, club: { code } };
        for (let left = due; left > 0; ) {
          const erased = await changeClub(ctx, (tx) => eraseDueGames(tx, at));
          left = erased === 0 ? 0 : left - erased;
        }
        return due;
      });
    } catch (error) {
      if (!(error instanceof ClubUnavailable)) throw error;
      unread.push(code);
    }
  }
  return { count, unread };
}
