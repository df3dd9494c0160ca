import type { Migration } from "kysely";
import type { FileKind } from "#app/db/inspect.server.ts";
import { migrations as club } from "../../migrations/club/index.ts";
import { migrations as control } from "../../migrations/control/index.ts";

/** The migrations of this release, for each kind of file. */
export const LISTS: Record<FileKind, Record<string, Migration>> = { club, control };
