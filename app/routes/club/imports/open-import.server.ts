import type { LoaderFunctionArgs } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import type { ContactsUndoCheck } from "#app/domain/club/contacts-import/import-contacts.server.ts";
import { contactsUndoProblemLabel } from "#app/domain/club/contacts-import/labels.ts";
import type { UndoCheck } from "#app/domain/club/schedule-import/import-games.server.ts";
import { undoProblemLabel } from "#app/domain/club/schedule-import/labels.ts";
import { imports } from "#app/journeys/imports/imports.server.ts";
import type { Subject } from "./subjects.ts";

const capability = { games: "games.import", contacts: "contacts.import" } as const;

/**
 * Who asks for a page of an import, and of which: both subjects share these pages, and the address names the subject.
 */
export async function requireImporter(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const subject: Subject = pathname.startsWith("/schedule/") ? "games" : "contacts";
  const ctx = await requireClubUser(args, capability[subject]);
  return { ctx, subject, importId: args.params.importId ?? "" };
}

/** An import of the subject and of the user's club, else 404. */
export async function requireImport({ ctx, subject, importId }: Awaited<ReturnType<typeof requireImporter>>) {
  const opened =
    subject === "games"
      ? await imports.games.open(ctx, importId).then((found) => found && { ...found, subject })
      : await imports.contacts.open(ctx, importId).then((found) => found && { ...found, subject });
  if (!opened) throw notFound();
  return opened;
}

/** Why an import cannot be undone. */
export const whyNoUndo = (problem: Extract<UndoCheck | ContactsUndoCheck, { ok: false }>): string =>
  "contacts" in problem ? contactsUndoProblemLabel(problem) : undoProblemLabel(problem);
