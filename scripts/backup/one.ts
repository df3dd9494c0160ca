import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Entry } from "#app/db/backup-manifest.server.ts";
import { takeCopy } from "#app/db/copy.server.ts";
import { openReadOnly, type RawFile } from "#app/db/file-engine.server.ts";
import type { FileKind } from "#app/db/inspect.server.ts";
import { stampOf } from "#app/db/stamp.server.ts";
import { chainIn, headOf } from "../verify/agreements.ts";
import { auditHeadIn } from "../verify/audit.ts";

export interface BackUpTask {
  kind: FileKind;
  /** The club's code, or 'control'. */
  name: string;
  source: string;
  /** Folder of the backup. */
  to: string;
  /** The existing copy. */
  before: Entry | null;
  /** True to copy unchanged files too. */
  all: boolean;
  /** True if the existing copy is known to be in its place, and is not looked for. */
  known?: boolean;
}

/**
 * Recognizes an unchanged file by its stamp, without opening it.
 * @returns its entry for the manifest, or null if `backUpOne` has to compare its content
 */
export function unchangedEntry({ source, to, before, all }: BackUpTask): Entry | null {
  if (!before || all || before.failed || before.stamp === null) return null;
  const checkedAt = new Date().toISOString();
  if (stampOf(source) !== before.stamp || !isThere(join(to, before.file), before.bytes)) return null;
  return { ...before, checkedAt };
}

/**
 * Copies one file unless the existing copy is equal. The copy is checked before it is stored, so a damaged file never
 * replaces an older sound copy.
 * @throws if the file is missing, damaged or another club's.
 */
export async function backUpOne(task: BackUpTask): Promise<{ state: "copied" | "unchanged"; entry: Entry }> {
  const { kind, name, source, to, before } = task;
  const checkedAt = new Date().toISOString();
  if (!existsSync(source)) throw new Error("the file is missing");
  // Taken before the copy: a write in between at worst makes the next run compare the content.
  const stamp = stampOf(source);
  const held = before !== null && !task.all && (task.known || isThere(join(to, before.file), before.bytes));
  const kept = held ? before : null;
  const below = kind === "club" ? "clubs/" : "";
  const folder = join(to, below);
  const copy = await takeCopy(source, folder);
  try {
    if (kept?.sha256 === copy.sha256) {
      const { failed: _, ...entry } = kept;
      return { state: "unchanged", entry: { ...entry, checkedAt, stamp } };
    }
    const { problems, rows, migrations, owner } = copy.inspect(kind);
    if (kind === "club" && owner !== null && owner !== name) {
      problems.push(`the file says that it belongs to ${owner.toUpperCase()}`);
    }
    if (problems.length > 0) throw new Error(problems.join("; "));
    const file = `${below}${name}-${copy.sha256.slice(0, 16)}.sqlite`;
    copy.keepAs(join(to, file));
    const { sha256, bytes } = copy;
    const schema = migrations.at(-1) ?? "";
    const heads = headsIn(join(to, file), kind);
    return {
      state: "copied",
      entry: { file, sha256, bytes, rows, schema, takenAt: checkedAt, checkedAt, stamp, ...heads },
    };
  } finally {
    copy.drop();
  }
}

/** Returns the heads of a copy's audit log and, in a club's, of its chain of evidence; and its newest erasure. */
function headsIn(path: string, kind: FileKind): Pick<Entry, "audit" | "evidence" | "erasedAt"> {
  const file = openReadOnly(path);
  try {
    const audit = auditHeadIn(file);
    const erasedAt = erasedAtIn(file);
    return kind === "club" ? { audit, erasedAt, evidence: headOf(chainIn(file)) } : { audit, erasedAt };
  } finally {
    file.close();
  }
}

/** Permanent erasures: of a parent, an account, a club (product/evidence.md#erasing-parents). */
const ERASURES = ["records.person-erased", "account.deleted", "club.erased"];

/** Returns the time of the newest erasure; the file may be of a release before some kinds of them. */
function erasedAtIn(file: RawFile): string | null {
  const newest = (table: string, sql: string, ...values: string[]) =>
    file.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table) === undefined
      ? null
      : (file
          .prepare(sql)
          .pluck()
          .get(...values) as string | null);
  const kinds = ERASURES.map(() => "?").join(", ");
  const moments = [
    newest("audit", `select max(at) from audit where kind in (${kinds})`, ...ERASURES),
    newest("erased_persons", "select max(erased_at) from erased_persons"),
  ];
  return (
    moments
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? null
  );
}

const isThere = (path: string, bytes: number) =>
  existsSync(dirname(path)) && statSync(path, { throwIfNoEntry: false })?.size === bytes;
