import { existsSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import { daysBefore, KEEP } from "#app/domain/values/retention.ts";

/** Returns the folder in which restores and imports put what they replace. */
const folder = () => join(env().dataDir, "replaced");

/** A restore of everything names a folder by its time; one of a club, or an import, begins with the club's code. */
const NAME = /^(?:[a-z0-9]{1,80}-)?(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\b/;

const entries = () => (existsSync(folder()) ? readdirSync(folder(), { withFileTypes: true }) : []);

/** Copies that were put aside 30 days ago, or earlier: by their names, since moving a file keeps its own times. */
function due(at: Date): string[] {
  const before = daysBefore(at, KEEP.replacedDays).getTime();
  const names = entries().map(({ name }) => name);
  return names.filter((name) => {
    const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) <= before;
  });
}

/** Counts the copies that {@link removeDueCopies} would remove. */
export const countDueCopies = (at: Date): number => due(at).length;

/** Removes what has been put aside for its time. @returns how many copies */
export async function removeDueCopies(at: Date): Promise<number> {
  const names = due(at);
  for (const name of names) await rm(join(folder(), name), { recursive: true, force: true });
  return names.length;
}

/** Removes everything of a club that was put aside, alone or in a restore of everything. */
export async function removeCopiesOf(code: string): Promise<void> {
  for (const copy of entries()) {
    const path = join(folder(), copy.name);
    if (copy.name.startsWith(`${code}-`)) await rm(path, { recursive: true, force: true });
    else if (copy.isDirectory()) {
      for (const part of ["", "-wal", "-shm"])
        await rm(join(path, "clubs", `${code}.sqlite${part}`), { force: true });
      await rm(join(path, "uploads", code), { recursive: true, force: true });
    }
  }
}
