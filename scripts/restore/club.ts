import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "#app/config/env.server.ts";
import { type Entry, type Manifest, readManifest } from "#app/db/backup-manifest.server.ts";
import { BUILDING } from "#app/db/clubs.server.ts";
import { fetchCopy } from "#app/db/fetch-copy.server.ts";
import { replaceClubFile } from "#app/db/replace.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import type { KnownHead } from "#app/domain/control/evidence/evidence-heads.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import {
  createdHere,
  noteErasures,
  refuseNamesake,
  settleBoards,
  settleRestored,
  timeForNames,
} from "#app/journeys/support/restore-club.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { refuseErased } from "../club/erased.ts";
import { fetchUploads, sealRestored, swapFolder } from "./uploads.ts";

/**
 * Restores one club from a backup while the others are served. The old file stays under replaced/ in the data folder.
 * The club's outbox events are delivered again and its leaderboard entries recomputed.
 * @throws before replacing anything, if the copy is missing, damaged or another club's
 */
export async function restoreClub(
  { platform, dataDir, mode }: { platform: Platform } & Pick<Env, "dataDir" | "mode">,
  { from, code, before }: { from: string; code: string; before?: string },
  print: (line: string) => void,
): Promise<{ failed: boolean }> {
  const name = code.toUpperCase();
  const manifest = readManifest(from);
  if (!manifest?.clubs[code]) throw new Error(`There is no copy of ${name} in ${from}`);
  const entry = newestBefore(manifest, code, before);
  if (manifest.control && manifest.mode !== mode) {
    throw new Error(`This backup is of ${manifest.mode} data and is refused in ${mode} mode`);
  }
  const { control } = platform;
  await refuseErased(control, code);
  const folder = join(dataDir, "clubs");
  const fresh = join(folder, `${BUILDING}${newId()}.sqlite`);
  const freshUploads = join(dataDir, "uploads", `${BUILDING}${newId()}`);
  const aside = join(dataDir, "replaced", `${code}-${timeForNames()}`);
  mkdirSync(folder, { recursive: true });
  try {
    await fetchCopy({
      kind: "club",
      name: code,
      from: join(from, entry.file),
      sha256: entry.sha256,
      to: fresh,
    });
    await refuseNamesake(control, code, join(from, entry.file));
    await fetchUploads(from, freshUploads, { uploads: manifest.uploads, club: code });
    const closed = sealRestored(freshUploads, from, code, await documentsOf(control, code));
    if (closed > 0)
      print(
        `${name}: no key here opens ${pluralize(closed, "document")}; give the key of this backup as INSTALLATION_KEY_PREVIOUS and restore again`,
      );
    await noteErasures(control, code, join(folder, `${code}.sqlite`));
    const stood = await replaceClubFile(folder, { code, fresh, aside: `${aside}.sqlite` });
    if (existsSync(freshUploads) || existsSync(join(dataDir, "uploads", code))) {
      swapFolder(join(freshUploads, code), join(dataDir, "uploads", code), `${aside}-uploads`);
    }
    print(`${name}: restored as of ${entry.takenAt}${stood ? `; what it replaced: ${aside}.sqlite` : ""}`);
  } finally {
    rmSync(fresh, { force: true });
    rmSync(freshUploads, { recursive: true, force: true });
  }
  if (!(await createdHere(control, code))) {
    print(`${name}: the control database knows no such club: nobody can sign in to it`);
    return { failed: true };
  }
  await takeHeadOver(platform, code, {}, print);
  const changed = await settleBoards(platform, code);
  print(`${name}: ${pluralize(changed, "row")} of the leaderboard changed`);
  return { failed: false };
}

/** Returns the newest copy, or the one with the club's file as of a given time. */
function newestBefore({ clubs, former }: Manifest, code: string, before: string | undefined): Entry {
  const copies = [clubs[code], ...(former?.[code] ?? [])].filter((entry) => entry !== undefined);
  const entry = copies.find(({ takenAt }) => before === undefined || takenAt < before);
  if (entry) return entry;
  const moments = copies.map(({ takenAt }) => takenAt).join(", ");
  throw new Error(`No copy of ${code.toUpperCase()} is from before ${before}: those there are of ${moments}`);
}

/** Lets the club continue from the records that its restored file ends with, and reports the lost ones. */
export async function takeHeadOver(
  platform: Pick<Platform, "control" | "clubs">,
  code: string,
  known: { seen?: KnownHead; seenAudit?: KnownHead },
  print: (line: string) => void,
): Promise<void> {
  const { lost, lostAudit } = await settleRestored(platform, code, known);
  if (lost > 0) print(lostWords(code, lost, "this backup"));
  if (lostAudit > 0) print(lostAuditWords(code, lostAudit, "this backup"));
}

/** Returns 'LAKESIDE: 2 records of signed agreements came after this backup and are not in it'. */
export const lostWords = (code: string, lost: number, than: string): string =>
  `${code.toUpperCase()}: ${pluralize(lost, "record")} of signed agreements came after ${than} and ${lost === 1 ? "is" : "are"} not in it`;

/** Returns 'LAKESIDE: 2 rows of the audit log came after this backup and are not in it'. */
export const lostAuditWords = (code: string, lost: number, than: string): string =>
  `${code === "control" ? code : code.toUpperCase()}: ${pluralize(lost, "row")} of the audit log came after ${than} and ${lost === 1 ? "is" : "are"} not in it`;

async function documentsOf(control: Platform["control"], code: string): Promise<string[]> {
  const rows = await control
    .selectFrom("verification_documents")
    .select("id")
    .where("club_code", "=", code)
    .execute();
  return rows.map(({ id }) => id);
}
