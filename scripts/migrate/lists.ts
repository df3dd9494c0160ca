import type { Migration } from "kysely";
import type { FileKind } from "#app/db/inspect.server.ts";
import { migrations as club } from "../../migrations/club/index.ts";
import { migrations as control } from "../../migrations/control/index.ts";

/** The migrations of this release, for each kind of file. */
export const LISTS: Record<FileKind, Record<string, Migration>> = { club, control };

/**
 * The clubs' migrations of this release and, in tests and measurements, of one to come.
 * @param later the address of a module with more `migrations`: a list of functions cannot cross between threads.
 */
export async function clubMigrations(later: string | null): Promise<Record<string, Migration>> {
  if (later === null) return club;
  const { migrations } = (await import(/* @vite-ignore */ later)) as {
    migrations: Record<string, Migration>;
  };
  return { ...club, ...migrations };
}
