import type { Migration } from "kysely";
import type { FileKind } from "#app/db/inspect.server.ts";
import { migrations as club } from "../../migrations/club/index.ts";
import { migrations as control } from "../../migrations/control/index.ts";

/** The migrations of this release by kind of file. */
export const LISTS: Record<FileKind, Record<string, Migration>> = { club, control };

/**
 * Returns the clubs' migrations of this release, plus those of a future one in tests and benchmarks.
 * @param later the address of a module with more `migrations`; functions cannot be passed to threads.
 */
export async function clubMigrations(later: string | null): Promise<Record<string, Migration>> {
  if (later === null) return club;
  const { migrations } = (await import(/* @vite-ignore */ later)) as {
    migrations: Record<string, Migration>;
  };
  return { ...club, ...migrations };
}
