import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { takeCopy } from "#app/db/copy.server.ts";
import type { FileKind } from "#app/db/inspect.server.ts";
import { stampOf } from "#app/db/stamp.server.ts";
import type { Entry } from "./manifest.ts";

export interface BackUpTask {
  kind: FileKind;
  /** The club's code, or 'control'. */
  name: string;
  source: string;
  /** The backup's folder. */
  to: string;
  /** The copy that is there already. */
  before: Entry | null;
  /** Copies also what has not changed. */
  all: boolean;
}

/**
 * Whether the file system says that a file is the one that was copied: three looks at names, no thread and no open
 * file. What it cannot tell, `backUpOne` finds out by the content.
 * @returns what the manifest is to hold of it; null where somebody has to look
 */
export function unchangedEntry({ source, to, before, all }: BackUpTask): Entry | null {
  if (!before || all || before.failed || before.stamp === null) return null;
  const checkedAt = new Date().toISOString();
  if (stampOf(source) !== before.stamp || !isThere(join(to, before.file), before.bytes)) return null;
  return { ...before, checkedAt };
}

/**
 * Copies one file, unless the copy that is there is the same. The copy is looked at before it gets its name: a
 * damaged file is reported, and never takes the place of an older sound copy.
 * @throws where the file is missing, damaged or another club's.
 */
export async function backUpOne(task: BackUpTask): Promise<{ state: "copied" | "unchanged"; entry: Entry }> {
  const { kind, name, source, to, before } = task;
  const checkedAt = new Date().toISOString();
  if (!existsSync(source)) throw new Error("the file is missing");
  // Before the copy: a write in between makes the next run look again, for nothing at worst.
  const stamp = stampOf(source);
  const kept = before !== null && !task.all && isThere(join(to, before.file), before.bytes) ? before : null;
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
    return {
      state: "copied",
      entry: { file, sha256, bytes, rows, schema, takenAt: checkedAt, checkedAt, stamp },
    };
  } finally {
    copy.drop();
  }
}

const isThere = (path: string, bytes: number) =>
  existsSync(dirname(path)) && statSync(path, { throwIfNoEntry: false })?.size === bytes;
