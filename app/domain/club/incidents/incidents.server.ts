import type { ClubDb, ClubTx, IncidentsTable } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { IncidentNote } from "./incident-form.server.ts";

/** Opens the private note of a game that got a 0, unless the game has one already (product.md#incidents). */
export async function openIncident(
  tx: ClubTx,
  incident: { gameId: string; ratingId: string; at: string },
): Promise<void> {
  const opened = await tx
    .insertInto("incidents")
    .values({
      id: newId(),
      game_id: incident.gameId,
      rating_id: incident.ratingId,
      what: "",
      when_text: "",
      official_was_minor: "unknown",
      abuse_level: null,
      status: "open",
      opened_at: incident.at,
      updated_at: incident.at,
      updated_by_name: "",
    })
    .onConflict((conflict) => conflict.column("game_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (opened) await recordEvent(tx, { kind: "incident", incidentId: opened.id });
}

/** Finds the note of a game. Only for club administrators (product.md#incidents). */
export function incidentOfGame(db: ClubDb, gameId: string): Promise<IncidentsTable | undefined> {
  return db.selectFrom("incidents").selectAll().where("game_id", "=", gameId).executeTakeFirst();
}

/** A stored note as its form holds it. */
export const noteOf = (incident: IncidentsTable): IncidentNote => ({
  what: incident.what,
  when: incident.when_text,
  minor: incident.official_was_minor,
  level: incident.abuse_level,
  status: incident.status,
});

/** The version of a note, which its form carries (product.md#forms). */
export const noteVersion = (incident: IncidentsTable) => versionOf(noteOf(incident));

/**
 * Saves an administrator's changes to a game's note, and keeps it open or closes it. The same form again changes
 * nothing.
 * @param edit.version of the note that the form was filled from; another one is refused (product.md#forms)
 */
export async function saveIncident(
  tx: ClubTx,
  gameId: string,
  { version, ...note }: IncidentNote & { version: string },
  by: { name: string; at: string },
): Promise<
  { ok: true } | { ok: false; problem: "not-found" } | { ok: false; problem: "stale"; stored: IncidentsTable }
> {
  const stored = await incidentOfGame(tx, gameId);
  if (!stored) return { ok: false, problem: "not-found" };
  if (noteVersion(stored) !== version) {
    return sameValues(note, noteOf(stored)) ? { ok: true } : { ok: false, problem: "stale", stored };
  }
  await tx
    .updateTable("incidents")
    .set({
      what: note.what,
      when_text: note.when,
      official_was_minor: note.minor,
      abuse_level: note.level,
      status: note.status,
      updated_at: by.at,
      updated_by_name: by.name,
    })
    .where("id", "=", stored.id)
    .execute();
  return { ok: true };
}
