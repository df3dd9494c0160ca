import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { isBackup, readManifest } from "#app/db/backup-manifest.server.ts";
import type { ControlDb, ControlSchema } from "#app/db/control/schema.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { pendingMigrations } from "#app/db/migrate.server.ts";
import { movingMark } from "#app/db/moved-away.server.ts";
import { isInUse } from "#app/db/replace.server.ts";
import { LATE_AFTER_SECONDS, secondsSinceBeat } from "#app/jobs/heartbeat.server.ts";
import { queueStats } from "#app/queue/queue.server.ts";
import { codesIn } from "../backup/codes.ts";
import { lastBackupOf } from "../backup/last-backup.ts";
import { LISTS } from "../migrate/lists.ts";
import { isMigrated } from "../migrate/one.ts";
import { readRegister } from "../verify/people.ts";
import { type Finding, ok, warn, wrong } from "./finding.ts";

const DAY_MS = 86_400_000;
/** More than a day, so that a nightly backup may run late. */
const BACKUP_WARN_MS = 26 * 3_600_000;
const BACKUP_WRONG_MS = 7 * DAY_MS;
const LATE_SECONDS = 60;
const STUCK_SECONDS = 600;

/** Opens a data folder's control database without migrating it. */
export async function withControl<T>(dataDir: string, work: (control: ControlDb) => Promise<T>): Promise<T> {
  const control = kyselyOver<ControlSchema>(openFile(join(dataDir, "control.sqlite")));
  try {
    return await work(control);
  } finally {
    await control.destroy();
  }
}

export async function ofMigrations(dataDir: string): Promise<Finding[]> {
  const pending = await withControl(dataDir, (control) => pendingMigrations(control, LISTS.control));
  const waiting = codesIn(dataDir).filter((code) => !isMigrated(clubPath(dataDir, code), LISTS.club));
  if (pending.length + waiting.length === 0) return [ok("migrations", "every file is of this release")];
  const names = [...(pending.length > 0 ? ["the control database"] : []), ...formatCodes(waiting)];
  // The header of a file in use may lag behind; npm run migrate reads the table itself.
  return [
    (pending.length > 0 ? wrong : warn)("migrations", `waiting for ${names.join(", ")}`, "npm run migrate"),
  ];
}

/** Lists clubs that cannot be served, judged by file names and headers; npm run verify examines them inside. */
export async function ofClubs(dataDir: string): Promise<Finding[]> {
  const { clubs } = await readRegister(join(dataDir, "control.sqlite"), { live: true });
  const served = [...clubs.values()].filter(({ status }) => status !== "creating");
  const moving = served.filter(({ code }) => existsSync(movingMark(join(dataDir, "clubs"), code)));
  const down = served
    .filter((club) => !moving.includes(club))
    .filter(({ code }) => !looksLikeDatabase(clubPath(dataDir, code)))
    .map(({ code }) => code);
  const strays = codesIn(dataDir).filter((code) => !clubs.has(code));
  const found = [
    down.length > 0
      ? wrong("clubs", `down: ${formatCodes(down).join(", ")}`, "npm run restore -- --from DIR --club CODE")
      : ok("clubs", `${served.length} have their file`),
  ];
  if (moving.length > 0)
    found.push(
      warn(
        "clubs",
        `being moved: ${formatCodes(moving.map(({ code }) => code)).join(", ")}`,
        "npm run club -- move CODE --to …, again, where none runs",
      ),
    );
  if (strays.length > 0) {
    found.push(
      warn("clubs", `files without a club: ${formatCodes(strays).join(", ")}`, "npm run verify says more"),
    );
  }
  return found;
}

export async function ofWork(dataDir: string): Promise<Finding[]> {
  const beat = secondsSinceBeat(dataDir);
  const found: Finding[] = [];
  const running = isInUse(join(dataDir, "control.sqlite"));
  if (beat !== null && beat <= LATE_AFTER_SECONDS)
    found.push(ok("jobs", `the jobs process is well (${Math.round(beat)} s)`));
  else {
    const says =
      beat === null
        ? "no jobs process has ever run here"
        : `the jobs process was last well ${formatAge(beat * 1000)} ago`;
    found.push(
      running
        ? wrong("jobs", says, "the site runs without it: restart npm start, look at its log")
        : warn("jobs", `${says}, and the site does not run`, "npm start"),
    );
  }
  found.push(...(await withControl(dataDir, ofQueue)));
  return found;
}

/** Lists jobs and mails that wait too long, or failed. */
export async function ofQueue(control: ControlDb): Promise<Finding[]> {
  const found: Finding[] = [];
  const stats = await queueStats(control);
  const dead = stats.filter(({ status }) => status === "dead").reduce((sum, { jobs }) => sum + jobs, 0);
  found.push(
    dead > 0
      ? warn(
          "jobs",
          `${dead} ${dead === 1 ? "job was" : "jobs were"} given up`,
          "look at last_error in the table jobs",
        )
      : ok("jobs", "none was given up"),
  );
  const oldest = Math.max(0, ...stats.map(({ oldestDueSeconds }) => oldestDueSeconds));
  const says = `the oldest job that is due has waited ${formatAge(oldest * 1000)}`;
  if (oldest > STUCK_SECONDS) found.push(wrong("jobs", says, "is the jobs process well, and fast enough?"));
  else found.push(oldest > LATE_SECONDS ? warn("jobs", says, "look again in a minute") : ok("jobs", says));
  const { failed } = await control
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("failed"))
    .where("status", "=", "failed")
    .executeTakeFirstOrThrow();
  found.push(
    failed > 0
      ? warn(
          "mails",
          `${failed} ${failed === 1 ? "mail was" : "mails were"} given up`,
          "look at last_error in the table mails",
        )
      : ok("mails", "none was given up"),
  );
  return found;
}

/** @param folder a backup's folder; without it, the last full backup that the data folder records */
export function ofBackup(dataDir: string, folder: string | undefined, at: Date): Finding[] {
  const todo = "npm run backup -- --to DIR, every night";
  if (folder !== undefined) {
    if (!isBackup(folder)) return [wrong("backup", `there is none in ${folder}`, todo)];
    const { finishedAt, clubs, control } = readManifest(folder) ?? {
      finishedAt: "",
      clubs: {},
      control: null,
    };
    const failed = [control, ...Object.values(clubs)].filter((entry) => entry?.failed).length;
    return [ofAge(folder, finishedAt, at), ...ofFailed(failed)];
  }
  const last = lastBackupOf(dataDir);
  if (!last) return [warn("backup", "none of everything was ever made from here", todo)];
  const { to, finishedAt, failed } = last;
  return [ofAge(to, finishedAt, at), ...ofFailed(failed)];
}

/** @param folder BACKUP_DIR, where staff look for older copies */
export function ofBackupFolder(folder: string | null): Finding[] {
  if (folder === null || existsSync(folder)) return [];
  const todo = "mount its disk, or correct BACKUP_DIR";
  return [wrong("backup", `there is no folder ${folder}, which BACKUP_DIR names`, todo)];
}

function ofAge(folder: string, finishedAt: string, at: Date): Finding {
  const age = at.getTime() - Date.parse(finishedAt);
  const says = `the one in ${folder} is ${formatAge(age)} old`;
  const todo = "npm run backup -- --to DIR, every night";
  if (!(age <= BACKUP_WRONG_MS)) return wrong("backup", says, todo);
  return age > BACKUP_WARN_MS ? warn("backup", says, todo) : ok("backup", says);
}

const ofFailed = (failed: number) =>
  failed > 0
    ? [
        wrong(
          "backup",
          `${failed} ${failed === 1 ? "file" : "files"} could not be copied`,
          "npm run verify, then restore",
        ),
      ]
    : [];

/** Returns the newest times that the control database records. */
export const pastMarks = (dataDir: string): Promise<{ what: string; at: Date }[]> =>
  withControl(dataDir, pastMarksIn);

export async function pastMarksIn(control: ControlDb): Promise<{ what: string; at: Date }[]> {
  const newest = async (table: "jobs" | "mails") => {
    const row = await control
      .selectFrom(table)
      .select((eb) => eb.fn.max("created_at").as("at"))
      .executeTakeFirst();
    return row?.at ? [{ what: `the newest row of ${table}`, at: new Date(row.at) }] : [];
  };
  return [...(await newest("jobs")), ...(await newest("mails"))];
}

const clubPath = (dataDir: string, code: string) => join(dataDir, "clubs", `${code}.sqlite`);

function looksLikeDatabase(path: string): boolean {
  if (!existsSync(path)) return false;
  const head = Buffer.alloc(16);
  const file = openSync(path, "r");
  try {
    return readSync(file, head, 0, 16, 0) === 16 && head.toString("latin1") === "SQLite format 3\0";
  } finally {
    closeSync(file);
  }
}

const MOST_NAMES = 5;
function formatCodes(codes: readonly string[]): string[] {
  const shown = codes.slice(0, MOST_NAMES).map((code) => code.toUpperCase());
  return codes.length > MOST_NAMES ? [...shown, `and ${codes.length - MOST_NAMES} more`] : shown;
}

export function formatAge(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 2) return `${Math.max(0, Math.round(ms / 1000))} s`;
  return minutes < 120
    ? `${minutes} min`
    : minutes < 72 * 60
      ? `${Math.round(minutes / 60)} h`
      : `${Math.round(minutes / 1440)} days`;
}
