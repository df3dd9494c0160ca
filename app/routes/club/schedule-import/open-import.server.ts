import { notFound } from "#app/auth/guards.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { gameImports } from "#app/journeys/imports/import-steps.server.ts";

/** An import of the user's club, else 404. */
export async function requireImport(ctx: ClubContext, id: string | undefined) {
  const opened = id ? await gameImports.open(ctx, id) : null;
  if (!opened) throw notFound();
  return opened;
}
