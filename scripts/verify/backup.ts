import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Entry, type Manifest, readManifest } from "#app/db/backup-manifest.server.ts";
import { hashOfFile } from "#app/db/copy.server.ts";
import { inParallel } from "../workers/worker-pool.ts";
import { closing, type Verdict, type VerifyOptions } from "./data.ts";
import type { VerifyTask } from "./one.ts";
import { readRegister } from "./people.ts";

/**
 * Checks every copy in a backup's folder (hash, integrity, rows, owner) and whether each club of the copied control
 * database has one. Changes nothing.
 * @throws if the folder holds no backup, or its manifest is damaged
 */
export async function verifyBackup(
  folder: string,
  { club, quick = false }: VerifyOptions,
  print: (line: string) => void,
): Promise<Verdict> {
  const manifest = readManifest(folder);
  if (!manifest) throw new Error(`There is no backup in ${folder}`);
  const tasks = tasksOf(folder, manifest, { club, quick });
  const lines: string[] = [];
  await inParallel("verify", tasks, (done) => {
    const { kind, name } = done.item;
    const entry = kind === "control" ? manifest.control : manifest.clubs[name];
    const problems = "error" in done ? [done.error] : [...done.value.problems];
    if (entry?.failed && done.item.path === join(folder, entry.file))
      problems.push(`the copy is of ${entry.takenAt}, a newer one failed: ${entry.failed}`);
    if (problems.length > 0) lines.push(`${formatName(done.item)}: ${problems.join("; ")}`);
  });
  const control = manifest.control && join(folder, manifest.control.file);
  const soundControl = control !== null && !lines.some((line) => line.startsWith("control:"));
  if (soundControl && !club) lines.push(...(await clubsWithoutCopy(control, manifest)));
  else if (control === null && !club) lines.push("control: the backup has no copy of it");
  const uploads = Object.entries(manifest.uploads).filter(([path]) => !club || path.startsWith(`${club}/`));
  for (const [path, { sha256 }] of uploads) {
    const file = join(folder, "uploads", path);
    if (!existsSync(file)) lines.push(`uploads/${path}: the file is missing`);
    else if ((await hashOfFile(file)) !== sha256) {
      lines.push(`uploads/${path}: it does not have the hash of the manifest`);
    }
  }
  for (const line of lines.sort()) print(line);
  const files = tasks.length + uploads.length;
  print(closing(files, lines.length, folder));
  return { files, broken: lines.length };
}

function tasksOf(
  folder: string,
  { control, clubs, former = {} }: Manifest,
  { club, quick }: { club?: string; quick: boolean },
): VerifyTask[] {
  if (club && !clubs[club]) throw new Error(`There is no copy of ${club.toUpperCase()} in ${folder}`);
  const task = (kind: VerifyTask["kind"], name: string, { file, ...copy }: Entry): VerifyTask => {
    return {
      kind,
      name,
      path: join(folder, file),
      quick,
      copy,
      head: copy.evidence ?? null,
      auditHead: copy.audit ?? null,
    };
  };
  const wanted = Object.entries(clubs).filter(([code]) => !club || code === club);
  const tasks = wanted.map(([code, entry]) => task("club", code, entry));
  for (const [name, copies] of Object.entries(former)) {
    const kind = name === "control" ? "control" : "club";
    if (!club || name === club) tasks.push(...copies.map((copy) => task(kind, name, copy)));
  }
  return control && !club ? [task("control", "control", control), ...tasks] : tasks;
}

async function clubsWithoutCopy(control: string, { clubs }: Manifest): Promise<string[]> {
  const register = await readRegister(control, { live: false });
  return [...register.clubs.values()]
    .filter(({ code, status }) => status !== "creating" && !clubs[code])
    .map(({ code }) => `${code.toUpperCase()}: the backup has no copy of it`);
}

const formatName = ({ kind, name }: VerifyTask) => (kind === "club" ? name.toUpperCase() : "control");
