import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Lists the codes of the files in a data folder. */
export function codesIn(dataDir: string): string[] {
  const folder = join(dataDir, "clubs");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^[a-z0-9]{1,80}\.sqlite$/.test(name))
    .map((name) => name.slice(0, -".sqlite".length))
    .sort();
}
