import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { type CopyTarget, copyTargetName } from "#app/config/copy-target.ts";
import type { Env } from "#app/config/env.server.ts";
import { installationKeyFile } from "#app/config/installation-key-file.server.ts";
import { type Manifest, readManifest } from "#app/db/backup-manifest.server.ts";
import type { ControlSchema } from "#app/db/control/schema.ts";
import { flush } from "#app/db/copy.server.ts";
import { COPY_MARK, type CopyMark, parseMark } from "#app/db/copy-state.server.ts";
import type { FetchTask } from "#app/db/fetch-copy.server.ts";
import { kyselyOver, openReadOnly } from "#app/db/file-engine.server.ts";
import { announceEvents } from "#app/db/outbox.server.ts";
import { isInUse } from "#app/db/replace.server.ts";
import { holdLock } from "#app/db/sqlite.server.ts";
import { keyProblem } from "#app/db/storage/key-marks.server.ts";
import { interruptedRestore, openPlatform } from "#app/db/storage/platform.server.ts";
import { compareSoon } from "#app/domain/control/staff-search/searched-rows.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { rebuildLeaderboard } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { timeForNames } from "#app/journeys/support/restore-club.server.ts";
import type { KeySettings } from "#app/runtime/installation-key.server.ts";
import { controlFacts } from "../backup/control-facts.ts";
import { Copier } from "../copy/round.ts";
import { type EvidenceSeen, readEvidenceSeen } from "../verify/heads.ts";
import { inParallel } from "../workers/worker-pool.ts";
import { noteAuditHead, noteInCopy, type RestoredControl } from "./audit.ts";
import { lostAuditWords, takeHeadOver } from "./club.ts";
import { fetchUploads } from "./uploads.ts";

const FRESH = ".restoring";
/** Lock of the single restore into a folder. */
const LOCK = "lock";
/** Start of each line in the mark of a restore that exchanges the files. */
const ASIDE = "What stood here before: ";
const KEY = basename(installationKeyFile(""));
const PLACES = ["control.sqlite", "control.sqlite-wal", "control.sqlite-shm", "clubs", "uploads"];

/**
 * Restores a whole data folder from a backup. Everything is copied, checked and migrated before it replaces the old
 * files, which stay under replaced/. The app refuses a folder with a killed restore until it is run again.
 * @param options.takeOver target of the continuous copy, which belongs to this data folder from here on
 * @param options.lostKey restores data that is sealed with a lost key
 * @throws before replacing anything, if the site runs, or a copy is missing or damaged
 */
export async function restoreEverything(
  { dataDir, mode }: Pick<Env, "dataDir" | "mode">,
  from: string,
  print: (line: string) => void,
  { takeOver, lostKey = false, keys }: { takeOver?: CopyTarget; lostKey?: boolean; keys?: KeySettings } = {},
): Promise<{ failed: boolean }> {
  const mark = copyMarkIn(from);
  if (takeOver && !mark) throw new Error(`${from} is no continuous copy: there is nothing to take over`);
  const manifest = readManifest(from);
  if (!manifest?.control) throw new Error(`There is no whole backup in ${from}`);
  if (manifest.mode !== mode) {
    throw new Error(`This backup is of ${manifest.mode} data and is refused in ${mode} mode`);
  }
  refuseWhileItRuns(dataDir);
  const fresh = join(dataDir, FRESH);
  mkdirSync(fresh, { recursive: true });
  let seen: EvidenceSeen;
  let noted: RestoredControl;
  const release = holdLock(join(fresh, LOCK));
  if (!release) throw new Error(`Another restore into ${dataDir} is running`);
  try {
    // Left by a killed restore.
    for (const name of readdirSync(fresh).filter((name) => name !== LOCK)) {
      rmSync(join(fresh, name), { recursive: true, force: true });
    }
    mkdirSync(join(fresh, "clubs"));
    await bring(from, fresh, manifest, print);
    if (!lostKey) await refuseKeyOfCopy(fresh, { dataDir, keys, from });
    seen = await evidenceSeen(dataDir, print);
    noted = await noteInCopy(join(fresh, "control.sqlite"), { seen, dataDir });
    swap(dataDir, fresh, print);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    release();
  }
  noteAuditHead(dataDir, noted.audit);
  if (noted.lostAudit > 0) print(lostAuditWords("control", noted.lostAudit, "this backup"));
  print(
    `${pluralize(noted.mails, "mail")} ${noted.mails === 1 ? "waits" : "wait"} to be sent: Postmark is first asked which of them it has`,
  );
  const { failed } = await settle({ dataDir, mode }, { manifest, seen, lostKey, keys }, print);
  if (mark) print(`The copy is of ${mark.host}, and holds everything that was saved by ${mark.asOf}`);
  if (takeOver) {
    await new Copier(dataDir, takeOver).takeOver();
    const name = copyTargetName(takeOver);
    print(`${name} takes the copies of this data folder from here on: set COPY_TO=${name}`);
  }
  return { failed };
}

/** Refuses a copy that its key does not open; without a key file in the backup, the target folder's key has to. */
async function refuseKeyOfCopy(
  fresh: string,
  { dataDir, keys, from }: { dataDir: string; keys: KeySettings | undefined; from: string },
): Promise<void> {
  const control = kyselyOver<ControlSchema>(openReadOnly(join(fresh, "control.sqlite")));
  try {
    const withKey = existsSync(installationKeyFile(fresh)) ? fresh : dataDir;
    const problem = await keyProblem(control, {
      dataDir: withKey,
      settings: keys,
      lost: `npm run restore -- --from ${from} --lost-key`,
    });
    if (problem) throw new Error(`Nothing was replaced. ${problem}`);
  } finally {
    await control.destroy();
  }
}

function copyMarkIn(folder: string): CopyMark | null {
  const path = join(folder, COPY_MARK);
  return existsSync(path) ? parseMark(readFileSync(path, "utf8")) : null;
}

/** Returns what the replaced control database knows of the clubs' chains of evidence, and of its own log. */
async function evidenceSeen(dataDir: string, print: (line: string) => void): Promise<EvidenceSeen> {
  try {
    const path = replacedControl(dataDir);
    if (path) return await readEvidenceSeen(path, { live: true });
  } catch {
    // A damaged one may be the reason to restore everything.
    print(
      "The control database here cannot be read: what this backup lacks of signed agreements, and of the audit log since the last backup, is not known",
    );
  }
  return { heads: new Map(), audits: new Map(), losses: [], audit: null };
}

/** Returns the control database that is replaced: a killed restore may have moved it aside already. */
function replacedControl(dataDir: string): string | undefined {
  const mark = interruptedRestore(dataDir);
  const asides = existsSync(mark) ? readFileSync(mark, "utf8").split("\n") : [];
  return [...asides.map((line) => line.replace(ASIDE, "")).filter(Boolean), dataDir]
    .map((folder) => join(folder, "control.sqlite"))
    .find((path) => existsSync(path));
}

function refuseWhileItRuns(dataDir: string): void {
  const control = join(dataDir, "control.sqlite");
  if (!existsSync(control) || !isInUse(control)) return;
  throw new Error(
    "The site runs on this data folder: stop it first (one club can be restored while it runs)",
  );
}

async function bring(
  from: string,
  fresh: string,
  { control, clubs, uploads }: Manifest,
  print: (line: string) => void,
): Promise<void> {
  const items: FetchTask[] = Object.entries(clubs).map(([code, { file, sha256 }]) => ({
    kind: "club",
    name: code,
    from: join(from, file),
    sha256,
    to: join(fresh, "clubs", `${code}.sqlite`),
  }));
  if (control) {
    const { file, sha256 } = control;
    items.push({
      kind: "control",
      name: "control",
      from: join(from, file),
      sha256,
      to: join(fresh, "control.sqlite"),
    });
  }
  let failed = 0;
  await inParallel("fetch", items, (done) => {
    const name = done.item.kind === "club" ? done.item.name.toUpperCase() : "control";
    if ("error" in done) {
      failed += 1;
      print(`${name}: FAILED, ${done.error}`);
    } else print(`${name}: sound`);
  });
  if (failed > 0) throw new Error(`${failed} of ${items.length} copies are not sound: nothing was replaced`);
  await fetchUploads(from, join(fresh, "uploads"), { uploads });
  const key = installationKeyFile(from);
  if (existsSync(key)) copyFileSync(key, installationKeyFile(fresh));
  for (const folder of [join(fresh, "clubs"), fresh]) flush(folder);
}

function swap(dataDir: string, fresh: string, print: (line: string) => void): void {
  const mark = interruptedRestore(dataDir);
  const aside = join(dataDir, "replaced", timeForNames());
  const again = existsSync(mark);
  writeFileSync(mark, `${ASIDE}${aside}\n`, { flag: "a" });
  flush(dataDir);
  try {
    // Copying takes a while: a process that started meanwhile is detected here; later ones find the mark.
    refuseWhileItRuns(dataDir);
  } catch (error) {
    if (!again) rmSync(mark);
    throw error;
  }
  // A backup older than the key keeps the existing one.
  const places = existsSync(installationKeyFile(fresh)) ? [...PLACES, KEY] : PLACES;
  const stood = places.filter((name) => existsSync(join(dataDir, name)));
  if (stood.length > 0) mkdirSync(aside, { recursive: true });
  for (const name of stood) renameSync(join(dataDir, name), join(aside, name));
  for (const name of readdirSync(fresh).filter((name) => places.includes(name)))
    renameSync(join(fresh, name), join(dataDir, name));
  flush(dataDir);
  rmSync(mark);
  flush(dataDir);
  if (stood.length > 0) print(`What was replaced: ${aside}`);
}

/** Delivers the clubs' outbox events since their copies again, and rebuilds the leaderboard. */
async function settle(
  { dataDir, mode }: Pick<Env, "dataDir" | "mode">,
  {
    manifest: { clubs, finishedAt },
    seen,
    lostKey,
    keys,
  }: { manifest: Manifest; seen: EvidenceSeen; lostKey: boolean; keys: KeySettings | undefined },
  print: (line: string) => void,
): Promise<{ failed: boolean }> {
  const facts = await controlFacts(join(dataDir, "control.sqlite"), { live: false });
  const open = await openPlatform({ dataDir, mode, migrateOnOpen: true, evenWithoutKey: lostKey, keys });
  try {
    const known = new Set(facts.clubs.map(({ code }) => code));
    const lacking = facts.clubs.filter(({ code, status }) => status !== "creating" && !clubs[code]);
    const unknown = Object.keys(clubs).filter((code) => !known.has(code));
    for (const { code } of lacking)
      print(`${code.toUpperCase()}: the backup has no copy of it: this club is down`);
    for (const code of unknown) print(`${code.toUpperCase()}: the control database knows no such club`);
    for (const code of Object.keys(clubs).filter((code) => known.has(code))) {
      const about = {
        seen: seen.heads.get(code) ?? undefined,
        seenAudit: seen.audits.get(code) ?? undefined,
      };
      await takeHeadOver(open, code, about, print);
      await announceEvents(open.control, code);
    }
    const { changedRows, failed } = await rebuildLeaderboard(open);
    // The clubs' files are of other times than the control database.
    await compareSoon(open.control);
    print(
      `${Object.keys(clubs).length} clubs and the control database restored as of ${finishedAt}; ${changedRows} rows of the leaderboard changed`,
    );
    return { failed: lacking.length + unknown.length + failed.length > 0 };
  } finally {
    await open.close();
  }
}
