import { existsSync, statSync } from "node:fs";
import type { Migration } from "kysely";
import type { Entry } from "#app/db/backup-manifest.server.ts";
import { hashOfFile } from "#app/db/copy.server.ts";
import { openFile, openReadOnly, type RawFile } from "#app/db/file-engine.server.ts";
import { type FileKind, type Inspection, inspectDatabase } from "#app/db/inspect.server.ts";
import { schemaMark } from "#app/db/migrate.server.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";
import { LISTS } from "../migrate/lists.ts";
import { agreementProblems, chainIn } from "./agreements.ts";
import { auditProblem } from "./audit.ts";

export interface VerifyTask {
  kind: FileKind;
  /** The club's code, or 'control'. */
  name: string;
  path: string;
  quick: boolean;
  /** Entry in the manifest, if the file is a backup's copy, which has no writers. */
  copy: (Pick<Entry, "sha256" | "bytes" | "schema"> & { rows: Entry["rows"] | null }) | null;
  /** Head of the club's chain of evidence, known before the file is read; null for none, and for control. */
  head: ChainHead;
  /** Head of the file's audit log; null if unknown. */
  auditHead: ChainHead;
}

export interface Verified {
  /** Problems in words for operators; empty for a sound file. */
  problems: string[];
  /** The accounts of the club's staff. */
  people: string[];
}

/** Checks one database file, in use or not; problems are returned, not thrown. */
export async function verifyOne(task: VerifyTask): Promise<Verified> {
  const { kind, name, path, quick, copy } = task;
  if (!existsSync(path)) return { problems: ["the file is missing"], people: [] };
  const hashed = copy ? await asTheManifestSays(path, copy) : null;
  if (hashed) return { problems: [hashed], people: [] };
  let file: RawFile | undefined;
  try {
    file = copy ? openReadOnly(path) : openFile(path);
    const seen = inspectDatabase(file, kind, { quick });
    const { problems } = seen;
    if (problems.length > 0) return { problems, people: [] };
    if (kind === "club" && seen.owner !== name) {
      problems.push(`the file says that it belongs to ${seen.owner?.toUpperCase() ?? "nobody"}`);
    }
    if (copy) problems.push(...(copy.rows ? rowsAstray(seen.rows, copy.rows) : []));
    else problems.push(...releaseOf(file, seen, LISTS[kind]));
    if (kind === "club") problems.push(...agreementProblems(chainIn(file), task.head));
    const audit = auditProblem(file, task.auditHead);
    if (audit) problems.push(audit);
    return { problems, people: kind === "club" ? peopleOf(file) : [] };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)], people: [] };
  } finally {
    file?.close();
  }
}

async function asTheManifestSays(path: string, { sha256, bytes }: { sha256: string; bytes: number }) {
  const { size } = statSync(path);
  if (size !== bytes) return `it has ${size} bytes, the manifest says ${bytes}`;
  return (await hashOfFile(path)) === sha256 ? null : "it does not have the hash of the manifest";
}

function rowsAstray(rows: Record<string, number>, said: Record<string, number>): string[] {
  return [...new Set([...Object.keys(rows), ...Object.keys(said)])]
    .filter((table) => (rows[table] ?? 0) !== (said[table] ?? 0))
    .map((table) => `${table} has ${rows[table] ?? "no"} rows, the manifest says ${said[table] ?? "none"}`);
}

/** Checks that a file is fully migrated, and that its header does not claim more than it holds. */
function releaseOf(file: RawFile, { migrations }: Inspection, list: Record<string, Migration>): string[] {
  const names = Object.keys(list);
  const newer = migrations.filter((name) => !names.includes(name));
  if (newer.length > 0) return [`it is newer than the program: ${newer.join(", ")}`];
  const pending = names.filter((name) => !migrations.includes(name));
  if (pending.length === 0) return [];
  const promised = file.pragma("user_version", { simple: true }) === schemaMark(list);
  return [
    promised
      ? `its header says that it is migrated, and it lacks ${pending.join(", ")}`
      : `it is not migrated (${pending.join(", ")}): run npm run migrate`,
  ];
}

const peopleOf = (file: RawFile) =>
  file
    .prepare(
      `select distinct account_id from staff join teams on teams.id = staff.team_id
       where staff.status = 'active' and teams.status = 'active' and account_id is not null`,
    )
    .pluck()
    .all() as string[];
