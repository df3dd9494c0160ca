import { accessSync, constants, existsSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeThrough } from "#app/db/copy.server.ts";
import { interruptedRestore } from "#app/db/storage/platform.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type Finding, ok, warn, wrong } from "./finding.ts";

const MB = 1024 * 1024;
const LEAST_FREE = 256 * MB;
const FEW_FREE = 1024 * MB;

/** statfs types of file systems that break SQLite's locks or its WAL, or that do not persist. */
const NETWORK: Record<number, string> = {
  26985: "NFS",
  20859: "SMB",
  4283649346: "CIFS",
  4266872130: "SMB",
  16914839: "9p",
  1397113167: "AFS",
  12805120: "Ceph",
};
const MAKE_ROOM = "make room: on a full disk nothing can be saved";
const FUSE = 0x65735546;
const TEMPORARY: Record<number, string> = { 16914836: "tmpfs", 2035054128: "overlay" };

/** @param named whether it was named on the command line: then it has to exist */
export function ofFolder(dataDir: string, production: boolean, named = false): Finding[] {
  if (!existsSync(dataDir)) {
    if (named) return [wrong("data", `there is no folder ${dataDir}`, "name the one that the site uses")];
    return [warn("data", `there is no folder ${dataDir}`, "the first start makes it; or set DATA_DIR")];
  }
  const found: Finding[] = [];
  const { mode, uid } = statSync(dataDir);
  const me = process.getuid?.();
  const cannot = writeProblem(dataDir);
  if (cannot) found.push(wrong("data", `${dataDir} cannot be written: ${cannot.message}`, remedyFor(cannot)));
  else found.push(ok("data", `${dataDir} can be written`));
  if (me !== undefined && uid !== me) {
    found.push(
      warn("data", `${dataDir} belongs to the user ${uid}, and this is ${me}`, "run everything as one user"),
    );
  }
  if ((mode & 0o007) !== 0) {
    found.push(warn("data", `other users of this machine can look into ${dataDir}`, `chmod 700 ${dataDir}`));
  }
  if (existsSync(interruptedRestore(dataDir))) {
    found.push(wrong("data", "a restore of everything was interrupted", "npm run restore -- --from DIR"));
  }
  const { bavail, bsize, type } = statfsSync(dataDir);
  return [...found, ofRoom(bavail * bsize), ofFileSystem(type, production), ...ofFiles(dataDir)];
}

export function ofRoom(free: number): Finding {
  const says = `${Math.floor(free / MB)} MB are free`;
  if (free < LEAST_FREE) return wrong("disk", says, MAKE_ROOM);
  return free < FEW_FREE ? warn("disk", says, "make room soon") : ok("disk", says);
}

export function ofFileSystem(type: number, production: boolean): Finding {
  const network = NETWORK[type >>> 0];
  if (network) {
    return wrong("disk", `the data lie on ${network}, a network file system`, "move them to a local disk");
  }
  if (type === FUSE)
    return warn("disk", "the data lie on a FUSE file system", "make sure that it is a local disk");
  const temporary = TEMPORARY[type];
  if (!temporary) return ok("disk", "a local file system");
  const todo = "move the data to a disk, or mount a volume for them";
  return (production ? wrong : warn)("disk", `the data lie on ${temporary}, which does not last`, todo);
}

/** Checks that we may write every database; finds files that root created. */
function ofFiles(dataDir: string): Finding[] {
  const clubs = join(dataDir, "clubs");
  const all = [dataDir, clubs].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => /\.sqlite(-wal|-shm)?$/.test(name))
          .map((name) => join(folder, name))
      : [],
  );
  const closed = all.filter((path) => !mayWrite(path));
  if (closed.length === 0) return [ok("files", `${all.length} database files can be read and written`)];
  return [
    wrong(
      "files",
      `${closed.length} of ${all.length} database files cannot be written (${closed[0]})`,
      "chown them to the user that runs the site, chmod u+rw",
    ),
  ];
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    // Removed meanwhile: a WAL that was closed.
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

/** @param problem the error of a write */
export function remedyFor({ code }: NodeJS.ErrnoException): string {
  if (code === "ENOSPC") return MAKE_ROOM;
  if (code === "EDQUOT") return "raise the quota of the user that runs the site, or make room";
  if (code === "EROFS") return "mount its disk for writing; dmesg says why it is not";
  if (code === "EIO") return "the disk fails: restore the newest backup on another one";
  return "chown it to the user that runs the site";
}

function writeProblem(folder: string): Error | null {
  const probe = join(folder, `.doctor-${newId()}`);
  try {
    writeThrough(probe, "well");
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    rmSync(probe, { force: true });
  }
}
