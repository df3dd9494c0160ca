import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { COPYING, flush, replaceThrough } from "#app/db/copy.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { CopyStore } from "./store.ts";

/** A folder, on another disk. */
export class FolderStore implements CopyStore {
  readonly atOnce = 1;

  constructor(readonly work: string) {}

  async reach(): Promise<void> {
    const stat = statSync(this.work, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) throw new Error(`There is no folder ${this.work}: is the disk mounted?`);
  }

  async begin(): Promise<void> {
    for (const name of ["clubs", "uploads"])
      mkdirSync(join(this.work, name), { recursive: true, mode: 0o700 });
  }

  async names(): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const file of readdirSync(this.work, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const path = join(file.parentPath, file.name);
      if (file.name.startsWith(COPYING)) rmSync(path, { force: true });
      else found.set(path.slice(this.work.length + 1), statSync(path).size);
    }
    return found;
  }

  async read(path: string): Promise<string | null> {
    try {
      return readFileSync(join(this.work, path), "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  async write(path: string, content: string): Promise<void> {
    replaceThrough(join(this.work, path), content);
  }

  async keep(): Promise<void> {}

  async put(path: string, source: string): Promise<void> {
    const folder = dirname(join(this.work, path));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const aside = join(folder, `${COPYING}${newId()}`);
    try {
      copyFileSync(source, aside);
      flush(aside);
      renameSync(aside, join(this.work, path));
      flush(folder);
    } catch (error) {
      rmSync(aside, { force: true });
      throw error;
    }
  }

  async flush(): Promise<void> {
    for (const folder of [join(this.work, "clubs"), this.work]) flush(folder);
  }

  async remove(path: string): Promise<void> {
    rmSync(join(this.work, path), { force: true });
  }
}
