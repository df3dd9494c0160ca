import { openPlatform } from "#app/db/platform.server.ts";
import type { Env } from "#app/env.server.ts";

/**
 * Migrates the control database, then every club's file; goes on past a file that fails.
 * @param tell hears one line a file.
 * @returns how many clubs' files failed. @throws where the control database itself cannot be used.
 */
export async function migrateEverything(
  { dataDir, mode }: Pick<Env, "dataDir" | "mode">,
  tell: (line: string) => void,
): Promise<number> {
  const open = await openPlatform({ dataDir, mode, migrateOnOpen: true });
  try {
    tell("control: up to date");
    let failed = 0;
    for (const code of open.clubs.codes()) {
      try {
        await open.clubs.use(code, async () => {});
        tell(`${code.toUpperCase()}: up to date`);
      } catch (error) {
        failed += 1;
        const cause =
          error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
        tell(
          `${code.toUpperCase()}: FAILED, ${error instanceof Error ? error.message : String(error)}${cause}`,
        );
      }
    }
    return failed;
  } finally {
    await open.close();
  }
}
