import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound, requireClubUser } from "#app/auth/guards.server.ts";
import type { ContactsUndoCheck } from "#app/domain/club/contacts-import/import-contacts.server.ts";
import { contactsUndoProblemLabel } from "#app/domain/club/contacts-import/labels.ts";
import type { UndoCheck } from "#app/domain/club/schedule-import/import-games.server.ts";
import { undoProblemLabel } from "#app/domain/club/schedule-import/labels.ts";
import { openImport } from "#app/journeys/imports/start-import.server.ts";
import { importPages, type Subject } from "./subjects.ts";

const capability = { games: "games.import", contacts: "contacts.import" } as const;

/** Guards a page of an import and returns its subject: both subjects share these pages, and the address names it. */
export async function requireImporter(args: LoaderFunctionArgs) {
  const { pathname } = new URL(args.request.url);
  const subject: Subject = pathname.startsWith("/schedule/") ? "games" : "contacts";
  const ctx = await requireClubUser(args, capability[subject]);
  return { ctx, subject, importId: args.params.importId ?? "" };
}

/** Opens an import of the subject and of the user's club, otherwise 404; `reading`: a large preview in progress. */
export async function openOrReading({ ctx, subject, importId }: Awaited<ReturnType<typeof requireImporter>>) {
  const opened =
    subject === "games"
      ? await openImport(ctx, subject, importId).then((found) => found && { ...found, subject })
      : await openImport(ctx, subject, importId).then((found) => found && { ...found, subject });
  if (!opened) throw notFound();
  return opened;
}

/** Opens a complete import: the import's own page shows the progress of a large one. */
export async function requireImport(importer: Awaited<ReturnType<typeof requireImporter>>) {
  const opened = await openOrReading(importer);
  if (opened.state === "reading") throw redirect(importPages[importer.subject].show(importer.importId));
  return opened;
}

/** Explains why an import cannot be undone. */
export const whyNoUndo = (problem: Extract<UndoCheck | ContactsUndoCheck, { ok: false }>): string =>
  "contacts" in problem ? contactsUndoProblemLabel(problem) : undoProblemLabel(problem);
