import { type ClubVisit, notFound } from "#app/auth/guards.server.ts";
import { openImport } from "#app/journeys/schedule-import/import-games.server.ts";

/** An import of the visitor's club, else 404. */
export async function requireImport(visit: ClubVisit, id: string | undefined) {
  const opened = id ? await openImport(visit, id) : null;
  if (!opened) throw notFound();
  return opened;
}
