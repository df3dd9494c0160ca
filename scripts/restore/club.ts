import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "#app/config/env.server.ts";
import { BUILDING } from "#app/db/clubs.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { openReadOnly } from "#app/db/engine.server.ts";
import { announceEvents } from "#app/db/outbox.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { replaceClubFile } from "#app/db/replace.server.ts";
import { auditHead } from "#app/domain/club/audit/audit.server.ts";
import { evidenceHead } from "#app/domain/club/evidence/evidence.server.ts";
import { restoreAuditHead } from "#app/domain/control/audit/audit.server.ts";
import { type KnownHead, restoreEvidenceHead } from "#app/domain/control/evidence/evidence-heads.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { updateEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { updateClubSearch } from "#app/journeys/staff-search/update-staff-search.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { readManifest } from "../backup/manifest.ts";
import { fetchCopy } from "./fetch.ts";
import { fetchUploads, swapFolder } from "./uploads.ts";

/**
 * Restores one club from a backup while the others are served. The old file stays under replaced/ in the data folder.
 * The club's outbox events are delivered again and its leaderboard entries recomputed.
 * @throws before replacing anything, if the copy is missing, damaged or another club's
 */
export async function restoreClub(
  { platform, dataDir, mode }: { platform: Platform } & Pick<Env, "dataDir" | "mode">,
  { from, code }: { from: string; code: string },
  print: (line: string) => void,
): Promise<{ failed: boolean }> {
  const name = code.toUpperCase();
  const manifest = readManifest(from);
  const entry = manifest?.clubs[code];
  if (!manifest || !entry) throw new Error(`There is no copy of ${name} in ${from}`);
  if (manifest.control && manifest.mode !== mode) {
    throw new Error(`This backup is of ${manifest.mode} data and is refused in ${mode} mode`);
  }
  const { control, clubs } = platform;
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
    refuseNamesake(await createdHere(control, code), join(from, entry.file), name);
    await fetchUploads(from, freshUploads, { uploads: manifest.uploads, club: code });
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
  await announceEvents(control, code);
  const changed = await clubs.use(code, (db) => updateEntries({ control, db, clubCode: code }, "all"));
  await updateClubSearch(platform, code);
  print(`${name}: ${pluralize(changed, "row")} of the leaderboard changed`);
  return { failed: false };
}

/** Lets the club work on from the records that its restored file ends with, and says what is lost. */
export async function takeHeadOver(
  { control, clubs }: Pick<Platform, "control" | "clubs">,
  code: string,
  { seen, seenAudit }: { seen?: KnownHead; seenAudit?: KnownHead },
  print: (line: string) => void,
): Promise<void> {
  const at = new Date();
  const { lost, lostAudit } = await clubs.use(code, async (db) => ({
    lost: await restoreEvidenceHead(control, code, { head: await evidenceHead(db), seen, at }),
    lostAudit: await restoreAuditHead(control, code, { head: await auditHead(db), seen: seenAudit, at }),
  }));
  if (lost > 0) print(lostWords(code, lost, "this backup"));
  if (lostAudit > 0) print(lostAuditWords(code, lostAudit, "this backup"));
}

/** 'LAKESIDE: 2 records of signed agreements came after this backup and are not in it' */
export const lostWords = (code: string, lost: number, than: string): string =>
  `${code.toUpperCase()}: ${pluralize(lost, "record")} of signed agreements came after ${than} and ${lost === 1 ? "is" : "are"} not in it`;

/** 'LAKESIDE: 2 rows of the audit log came after this backup and are not in it' */
export const lostAuditWords = (code: string, lost: number, than: string): string =>
  `${code === "control" ? code : code.toUpperCase()}: ${pluralize(lost, "row")} of the audit log came after ${than} and ${lost === 1 ? "is" : "are"} not in it`;

const createdHere = async (control: ControlDb, code: string) =>
  (await control.selectFrom("clubs").select("created_at").where("code", "=", code).executeTakeFirst())
    ?.created_at;

/** A backup of another installation may hold another club under the same code, with people unknown here. */
function refuseNamesake(created: string | undefined, copy: string, name: string): void {
  const file = openReadOnly(copy);
  try {
    const copied = file.prepare("select created_at from club").pluck().get();
    if (created && created !== copied) throw new Error(`The copy is of another club with the code ${name}`);
  } finally {
    file.close();
  }
}

/** 20261121-150912-123: sorts by time and is valid on every file system. */
export const timeForNames = () =>
  new Date().toISOString().replace(/[-:]/g, "").replace(/[TZ.]/g, "-").slice(0, 19);
