import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { addKeyMark, keepOnlyKeyMark, keyState } from "#app/db/storage/key-marks.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { endPlatformSessions, forgetSecondFactor } from "#app/domain/control/platform/admins.server.ts";
import { sealSeedsAgain } from "#app/domain/control/platform/totp.server.ts";
import { sealDocumentAgain } from "#app/files/stored-documents.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import type { InstallationKeys } from "#app/runtime/installation-key.server.ts";

/** The result of sealing again. */
export interface SealedAgain {
  seeds: number;
  documents: number;
  /** Administrators whose authenticator no given key opens, by email address. */
  closedSeeds: string[];
  /** Documents that no given key opens, or that are missing, as `club code/id`. */
  closedDocuments: string[];
  /** false: an earlier key is still needed. */
  complete: boolean;
}

/** Documents in a group that is read and reported at once. */
const GROUP = 100;

/**
 * Notes at the start that the current key seals from now on (product/security.md#secrets).
 * @throws Error in words for the operator if data of an earlier release is sealed with a key that is not given
 */
export async function holdInstallationKey(control: ControlDb, keys: InstallationKeys): Promise<void> {
  if ((await keyState(control, keys)) === "unmarked") {
    const { readable, unreadable } = await sealSeedsAgain(control, keys, { only: "look" });
    if (readable === 0 && unreadable.length > 0)
      throw new Error(
        `INSTALLATION_KEY does not open the authenticators of ${unreadable.length} of the staff. Give the key that sealed them. If it is lost for good: npm run seal-again -- --lost-key`,
      );
  }
  await addKeyMark(control, keys[0]);
}

/**
 * Seals second factors and documents with the current installation key. It can be interrupted and run again, and runs
 * while the site serves. Once nothing needs an earlier key, the data is noted as sealed with the current one alone.
 * @param options.keys the first seals
 * @param options.lostKey gives up what no given key opens: those administrators set up a new authenticator, and the
 *   documents stay closed
 * @param report receives how many documents of how many are done
 */
export async function sealAgain(
  control: ControlDb,
  { keys, lostKey }: { keys: InstallationKeys; lostKey: boolean },
  report: (done: number, all: number) => void,
): Promise<SealedAgain> {
  const [key] = keys;
  await addKeyMark(control, key);
  const seeds = await sealSeedsAgain(control, keys);
  if (lostKey) for (const { id } of seeds.unreadable) await forgetAuthenticator(control, id);
  const { sealed, closed } = await sealDocuments(control, keys, report);
  // Catches an authenticator that a process with the earlier key has just set up.
  const late = await sealSeedsAgain(control, keys);
  const complete = lostKey || (late.unreadable.length === 0 && closed.length === 0);
  if (complete) await keepOnlyKeyMark(control, key);
  return {
    seeds: seeds.sealed + late.sealed,
    documents: sealed,
    closedSeeds: seeds.unreadable.map(({ email }) => email),
    closedDocuments: closed,
    complete,
  };
}

const forgetAuthenticator = (control: ControlDb, id: string) =>
  inTransaction(control, async (tx) => {
    await forgetSecondFactor(tx, id);
    await endPlatformSessions(tx, id);
    const actor = { kind: "system", id: null } as const;
    await recordAudit(tx, { kind: "staff.factor-removed", actor, subject: id, at: now() });
  });

async function sealDocuments(
  control: ControlDb,
  keys: InstallationKeys,
  report: (done: number, all: number) => void,
): Promise<{ sealed: number; closed: string[] }> {
  const rows = await control
    .selectFrom("verification_documents")
    .select(["id", "club_code"])
    .orderBy("club_code")
    .orderBy("id")
    .execute();
  const found = { sealed: 0, closed: [] as string[] };
  for (const [index, { id, club_code: clubCode }] of rows.entries()) {
    const state = await sealDocumentAgain(clubCode, id, keys);
    if (state === "sealed") found.sealed += 1;
    if (state === "unreadable" && (await isStored(control, id))) found.closed.push(`${clubCode}/${id}`);
    if ((index + 1) % GROUP === 0 || index + 1 === rows.length) report(index + 1, rows.length);
  }
  return found;
}

/** Tells whether a document is stored; one that was deleted meanwhile is not closed. */
async function isStored(control: ControlDb, id: string): Promise<boolean> {
  const row = await control
    .selectFrom("verification_documents")
    .select("id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}
