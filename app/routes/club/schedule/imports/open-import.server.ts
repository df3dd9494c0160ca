import { type ClubVisit, notFound } from "../../../../auth/guards.server.ts";
import { openImport } from "../../../../journeys/import-games.server.ts";

/** An import of the visitor's club, else 404. */
export async function requireImport(visit: ClubVisit, id: string | undefined) {
  const opened = id ? await openImport(visit, id) : null;
  if (!opened) throw notFound();
  return opened;
}
