import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#app/config/env.server.ts";
import { type ClubCopy, type Comparison, compareFiles, listCopies } from "#app/db/club-copies.server.ts";
import { BUILDING, folderOf } from "#app/db/clubs.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { hashOfFile } from "#app/db/copy.server.ts";
import { fetchCopy } from "#app/db/fetch-copy.server.ts";
import { openReadOnly } from "#app/db/file-engine.server.ts";
import { announceEvents } from "#app/db/outbox.server.ts";
import { replaceClubFile } from "#app/db/replace.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { erasePerson } from "#app/domain/club/agreements/erase-person.server.ts";
import { auditHead } from "#app/domain/club/audit/audit.server.ts";
import { evidenceHead } from "#app/domain/club/evidence/evidence.server.ts";
import { accountsOnTeams } from "#app/domain/club/staff/staff.server.ts";
import { joinClub, staffOfClub, withAccount } from "#app/domain/control/accounts/memberships.server.ts";
import { restoreAuditHead } from "#app/domain/control/audit/audit.server.ts";
import { wakeClub } from "#app/domain/control/clubs/timetable.server.ts";
import { type KnownHead, restoreEvidenceHead } from "#app/domain/control/evidence/evidence-heads.server.ts";
import { erasedIn, noteErased } from "#app/domain/control/own-data/erased-persons.server.ts";
import { lostPhoneSchema, openClubSchema } from "#app/domain/control/platform/admin-forms.server.ts";
import {
  type ClubRestore,
  completeRestore,
  failRestore,
  findRestore,
  orderRestore,
  restoresOf,
} from "#app/domain/control/platform/club-restores.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { settleMerges } from "#app/journeys/account-merge/merge-accounts.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { endMembershipsWithoutTeam } from "#app/journeys/club-events/team-access.server.ts";
import { updateEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { updateClubSearch } from "#app/journeys/staff-search/update-staff-search.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Age of an order above which it is no longer carried out. */
const ORDER_VALID_MS = 15 * MINUTE_MS;

/** Ordering a swap: a reason, the club's code and the password of the one who asks. */
export const restoreSchema = openClubSchema.extend({
  ...lostPhoneSchema.shape,
  clubCode: z.string().trim().toLowerCase().max(80, "Use at most 80 characters").default(""),
});

/** Loads the copies of a club's file, where they come from, and what became of the latest swaps. */
export async function clubCopies(control: ControlDb, clubCode: string) {
  const { dataDir, backupDir, mode, databaseUrl } = env();
  // Rows are not swapped as a file is.
  if (databaseUrl) return { copies: [], restores: [], from: "recovery" as const };
  const [copies, restores] = await Promise.all([
    listCopies({ dataDir, backupDir, mode }, clubCode),
    restoresOf(control, clubCode),
  ]);
  return { copies, restores, from: backupDir === null ? ("nowhere" as const) : ("backups" as const) };
}

/** Loads one of them, by its id in the list. */
export const findCopy = async (clubCode: string, id: string): Promise<ClubCopy | undefined> =>
  (env().databaseUrl ? [] : await listCopies(env(), clubCode)).find((copy) => copy.id === id);

/** Compares a copy with the club's file; null if either cannot be read. */
export async function compareCopy(
  { clubs }: Pick<Platform, "clubs">,
  clubCode: string,
  copy: ClubCopy,
): Promise<Comparison | null> {
  const live = join(folderOf(clubs), `${clubCode}.sqlite`);
  if (!existsSync(live)) return null;
  try {
    return await compareFiles(live, copy.path);
  } catch {
    // A damaged file may be why staff look for a copy.
    return null;
  }
}

/** Has a copy put in the place of a club's file. @throws TooBusy */
export async function orderSwap(
  control: ControlDb,
  clubCode: string,
  copy: ClubCopy,
  by: Parameters<typeof orderRestore>[3],
): ReturnType<typeof orderRestore> {
  const { path, asOf } = copy;
  const sha256 = copy.sha256 ?? (await hashOfFile(path));
  const aside = join(env().dataDir, "replaced", `${clubCode}-${timeForNames()}.sqlite`);
  return orderRestore(control, clubCode, { path, sha256, asOf, aside }, by);
}

/**
 * Replaces a club's file with an ordered copy: copied, checked and migrated aside, then swapped as `replaceClubFile`
 * does. If the swap is impossible, the club stays unchanged and the reason is stored. Idempotent: after the swap, only
 * its follow-up is done again, so a killed process loses neither file.
 */
export async function runSwap(platform: Platform, restoreId: string): Promise<void> {
  const { control, clubs } = platform;
  const order = await findRestore(control, restoreId);
  if (order?.state !== "ordered") return;
  const live = join(folderOf(clubs), `${order.club_code}.sqlite`);
  if (!(existsSync(order.aside) && existsSync(live))) {
    await noteErasures(control, order.club_code, live);
    try {
      await swap(platform, order);
    } catch (error) {
      // Killed between two renames before, and refused now: without a file the club is down, so it is tried again.
      if (!existsSync(live) && existsSync(order.aside)) throw error;
      await failRestore(control, restoreId, error instanceof Error ? error.message : String(error));
      return;
    }
  }
  const lost = await lostSince(order);
  await settleRestored(platform, order.club_code, {});
  await syncMembers(platform, order.club_code);
  await settleBoards(platform, order.club_code);
  await wakeClub(control, order.club_code);
  await completeRestore(control, order, lost);
}

/** Counts what the club made since the copy, for its administrators. */
async function lostSince({ aside, path }: ClubRestore): Promise<string> {
  try {
    const { kinds } = await compareFiles(aside, path);
    const lost = kinds.flatMap(({ kind, lost }) => (lost > 0 ? [`${kind}: ${count(lost)}`] : []));
    return lost.join(", ") || "Nothing";
  } catch {
    // A damaged file may be why the copy was put in place.
    return "Cannot be counted: the earlier file is damaged";
  }
}

async function swap({ control, clubs }: Platform, order: ClubRestore): Promise<void> {
  const { club_code: code, path, sha256, aside } = order;
  const begun = existsSync(aside);
  if (!begun && now().getTime() - Date.parse(order.ordered_at) > ORDER_VALID_MS)
    throw new Error("It was ordered more than 15 minutes ago: nothing was replaced. Order it again.");
  const fresh = join(folderOf(clubs), `${BUILDING}${newId()}.sqlite`);
  try {
    await fetchCopy({ kind: "club", name: code, from: path, sha256, to: fresh });
    await refuseNamesake(control, code, path);
    await replaceClubFile(folderOf(clubs), { code, fresh, aside });
  } finally {
    for (const part of ["", "-wal", "-shm"]) rmSync(fresh + part, { force: true });
  }
}

/** Refuses another installation's backup, which may hold another club of that code, with people unknown here. */
export async function refuseNamesake(control: ControlDb, code: string, copy: string): Promise<void> {
  const created = await createdHere(control, code);
  const file = openReadOnly(copy);
  try {
    const copied = file.prepare("select created_at from club").pluck().get();
    if (created && created !== copied)
      throw new Error(`The copy is of another club with the code ${code.toUpperCase()}`);
  } finally {
    file.close();
  }
}

/** Returns when the platform got a club; undefined for an unknown one. */
export const createdHere = async (control: ControlDb, code: string): Promise<string | undefined> =>
  (await control.selectFrom("clubs").select("created_at").where("code", "=", code).executeTakeFirst())
    ?.created_at;

/**
 * Lets a club work on from the records that its restored file ends with; parents who were erased since are erased in it
 * again, and accounts that were merged since are merged in it again.
 * @returns how many records of agreements, and rows of the audit log, had been seen that are not in the file
 */
export async function settleRestored(
  { control, clubs }: Pick<Platform, "control" | "clubs">,
  code: string,
  { seen, seenAudit }: { seen?: KnownHead; seenAudit?: KnownHead },
): Promise<{ lost: number; lostAudit: number }> {
  const at = now();
  const lost = await clubs.use(code, async (db) => ({
    lost: await restoreEvidenceHead(control, code, { head: await evidenceHead(db), seen, at }),
    lostAudit: await restoreAuditHead(control, code, { head: await auditHead(db), seen: seenAudit, at }),
  }));
  await eraseAgain({ control, clubs }, code);
  await settleMerges({ control, clubs }, code);
  return lost;
}

/**
 * Erases the club's erased people again in a restored file: an erasure is for good
 * (product/evidence.md#erasing-parents).
 */
async function eraseAgain(
  { control, clubs }: Pick<Platform, "control" | "clubs">,
  code: string,
): Promise<void> {
  const erased = await erasedIn(control, code);
  if (erased.length === 0) return;
  await clubs.use(code, async (db) => {
    for (const agreementId of erased) {
      // Usually there is nobody, and so nothing to deliver.
      const there = await db
        .selectFrom("agreements as a")
        .innerJoin("contacts as c", "c.id", "a.contact_id")
        .select("a.id")
        .where("a.id", "=", agreementId)
        .where("c.erased_at", "is", null)
        .executeTakeFirst();
      if (there)
        await changeClub({ control, db, club: { code } }, (tx) =>
          erasePerson(tx, agreementId, { by: "", at: nowIso() }),
        );
    }
  });
}

/**
 * Notes whom the file that will be replaced has erased, including erasures the platform has not noted yet. An
 * unreadable file has notified the platform by its outbox.
 */
export async function noteErasures(control: ControlDb, code: string, path: string): Promise<void> {
  if (!existsSync(path)) return;
  try {
    await noteErased(control, code, erasedBy(path));
  } catch {
    // A damaged file may be why a copy takes its place.
    return;
  }
}

function erasedBy(path: string): string[] {
  const file = openReadOnly(path);
  try {
    return file
      .prepare(
        "select distinct subject from audit where kind = 'records.person-erased' and subject is not null",
      )
      .pluck()
      .all() as string[];
  } finally {
    file.close();
  }
}

/**
 * Delivers the restored file's outbox, and computes its boards and what staff's search knows of it again.
 * @returns how many rows of the boards changed
 */
export async function settleBoards(platform: Platform, code: string): Promise<number> {
  const { control, clubs } = platform;
  await announceEvents(control, code);
  const changed = await clubs.use(code, (db) => updateEntries({ control, db, clubCode: code }, "all"));
  await updateClubSearch(platform, code);
  return changed;
}

/** Makes the staff of teams in the restored file, and only them, members of the club. */
const syncMembers = ({ control, clubs }: Platform, code: string): Promise<void> =>
  clubs.use(code, async (db) => {
    const known = await withAccount(control, await accountsOnTeams(db));
    for (const accountId of known) await joinClub(control, accountId, code, now());
    await endMembershipsWithoutTeam({ control, db, club: { code } }, await staffOfClub(control, code));
  });

/** Returns a time as 20261121-150912-123, which sorts and is valid on every file system. */
export const timeForNames = () =>
  now().toISOString().replace(/[-:]/g, "").replace(/[TZ.]/g, "-").slice(0, 19);
