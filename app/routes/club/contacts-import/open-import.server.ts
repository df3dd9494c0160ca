import { notFound } from "#app/auth/guards.server.ts";
import { openContactsImport } from "#app/journeys/contacts-import/import-contacts.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";

/** An import of contacts of the user's club, else 404. */
export async function requireContactsImport(ctx: ClubContext, id: string | undefined) {
  const opened = id ? await openContactsImport(ctx, id) : null;
  if (!opened) throw notFound();
  return opened;
}
