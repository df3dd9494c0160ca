import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { countOwnData, type OwnCounts } from "#app/domain/club/own-data/own-data.server.ts";
import {
  clubsWithAddress,
  clubsWithoutOtherAdmin,
} from "#app/domain/control/own-data/delete-account.server.ts";
import { clubsForCopy, sessionsForCopy } from "#app/domain/control/own-data/own-data.server.ts";

/** What goes and what stays when an account is deleted (product.md#deleting-an-account). */
export interface DeletionTakes extends OwnCounts {
  email: string;
  clubs: string[];
  sessions: number;
  /** Clubs whose file cannot be read right now: not in the numbers. */
  uncounted: string[];
  /** Clubs that would have no administrator left: these keep the account from being deleted. */
  needsAdmin: string[];
  /** Clubs whose contact address is the same. */
  sameAddress: string[];
}

export async function whatDeletionTakes(
  { control, clubs }: Platform,
  { accountId, email }: { accountId: string; email: string },
): Promise<DeletionTakes> {
  const [places, sessions, needsAdmin, sameAddress] = await Promise.all([
    clubsForCopy(control, accountId),
    sessionsForCopy(control, accountId),
    clubsWithoutOtherAdmin(control, accountId),
    clubsWithAddress(control, email),
  ]);
  const sum: OwnCounts = { teams: 0, ratings: 0, notes: 0 };
  const uncounted: string[] = [];
  for (const { code, name } of places) {
    const counts = await clubs.use(code, (db) => countOwnData(db, accountId)).catch(unavailable);
    if (!counts) uncounted.push(name);
    sum.teams += counts?.teams ?? 0;
    sum.ratings += counts?.ratings ?? 0;
    sum.notes += counts?.notes ?? 0;
  }
  return {
    ...sum,
    email,
    clubs: places.map(({ name }) => name),
    sessions: sessions.length,
    uncounted,
    needsAdmin: needsAdmin.map(({ name }) => name),
    sameAddress: sameAddress.map(({ name }) => name),
  };
}

function unavailable(error: unknown): null {
  if (error instanceof ClubUnavailable) return null;
  throw error;
}
