import { z } from "zod";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { emptyLog } from "#app/db/empty-log.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import {
  type ForgottenPerson,
  forgetPerson,
  knowsPerson,
} from "#app/domain/club/own-data/forget-person.server.ts";
import { countOwnData, type OwnCounts } from "#app/domain/club/own-data/own-data.server.ts";
import {
  clubsWithAddress,
  clubsWithoutOtherAdmin,
} from "#app/domain/control/own-data/delete-account.server.ts";
import { clubsForCopy, sessionsForCopy } from "#app/domain/control/own-data/own-data.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { enqueue, NotBefore } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { unseal } from "#app/runtime/seal.server.ts";

const CLUBS_A_PAGE = 200;
const person = z.object({ name: z.string(), email: z.string(), deletedAt: z.string() });

interface Forgotten {
  accountId: string;
  /** Name and address, sealed; the job's row goes with its work. */
  sealed: string;
}

function openPerson({ accountId, sealed }: Forgotten): ForgottenPerson {
  const text = unseal(sealed, accountId);
  if (text === null) throw new Error("Sealed under a secret that is gone");
  return { accountId, ...person.parse(JSON.parse(text)) };
}

/** Takes a deleted person out of one club's file, and leaves nothing of them in the file's log. */
export async function forgetInClub(
  { control, clubs }: Platform,
  { clubCode, ...forgotten }: Forgotten & { clubCode: string },
): Promise<void> {
  const who = openPerson(forgotten);
  await clubs.use(clubCode, async (db) => {
    await changeClub({ control, db, club: { code: clubCode } }, (tx) => forgetPerson(tx, who));
    await emptyLog(db);
  });
  await forgetJob({ control }, `account-forget:${who.accountId}:${clubCode}`);
}

/**
 * Does the same in every other club that ever had them: former teams, and invitations that were never accepted. A club
 * whose file cannot be opened gets a job of its own, which waits for it.
 */
export async function forgetElsewhere(platform: Platform, forgotten: Forgotten): Promise<void> {
  const who = openPerson(forgotten);
  let after = "";
  for (;;) {
    const codes = await clubsAfter(platform, after);
    for (const code of codes) {
      const known = await platform.clubs
        .use(code, (db) => knowsPerson(db, who))
        .catch((error: unknown) => {
          if (error instanceof ClubUnavailable) return true;
          throw error;
        });
      if (!known) continue;
      await enqueue(platform.control, {
        kind: "account.forget",
        key: `account-forget:${who.accountId}:${code}`,
        payload: { clubCode: code, ...forgotten },
      });
    }
    const last = codes.at(-1);
    if (last === undefined) break;
    after = last;
  }
  await forgetJob(platform, `account-forget:${who.accountId}`);
}

async function clubsAfter({ control }: Platform, after: string): Promise<string[]> {
  const rows = await control
    .selectFrom("clubs")
    .select("code")
    .where("code", ">", after)
    .where("status", "<>", "creating")
    .orderBy("code")
    .limit(CLUBS_A_PAGE)
    .execute();
  return rows.map(({ code }) => code);
}

/** Erases the mail that confirmed a deletion, once it is sent or given up: the last that has the address. */
export async function forgetFarewell({ control }: Platform, mailKey: string): Promise<void> {
  const mail = await control
    .selectFrom("mails")
    .select("status")
    .where("key", "=", mailKey)
    .executeTakeFirst();
  if (mail?.status === "queued") throw new NotBefore(new Date(now().getTime() + HOUR_MS), "Not sent yet");
  await control.deleteFrom("mails").where("key", "=", mailKey).execute();
  await emptyLog(control);
}

/** Removes a job of this kind after its work, because its payload has the person, if only sealed. */
async function forgetJob({ control }: Pick<Platform, "control">, key: string): Promise<void> {
  await control.deleteFrom("jobs").where("key", "=", key).execute();
}

/** Data that goes, and data that stays, when an account is deleted (product/privacy.md#deleting-an-account). */
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
