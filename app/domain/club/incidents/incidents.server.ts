import { z } from "zod";
import type { ClubDb, ClubTx, IncidentsTable } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { oneOf, optionalLine, optionalParagraph } from "#app/forms/fields.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** What an administrator writes into the private note. Closing it asks for what happened. */
export const incidentForm = z
  .object({
    what: optionalParagraph(4000),
    when: optionalLine(120),
    minor: oneOf(["yes", "no", "unknown"], "Choose whether the official was a minor"),
    level: oneOf(["none", "1", "2", "3", "4"], "Choose a level, or 'Does not apply'").transform((level) =>
      level === "none" ? null : Number(level),
    ),
    status: oneOf(["open", "closed"], "Choose to keep the note open or to close it").default("open"),
  })
  .refine(({ what, status }) => status === "open" || what !== "", {
    path: ["what"],
    message: "Write what happened before you close the note",
  });
export type IncidentNote = z.output<typeof incidentForm>;

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

/** The note of a game, or undefined. For club administrators only. */
export function incidentOfGame(db: ClubDb, gameId: string): Promise<IncidentsTable | undefined> {
  return db.selectFrom("incidents").selectAll().where("game_id", "=", gameId).executeTakeFirst();
}

/** Writes the note anew, keeps it open or closes it. */
export async function saveIncident(
  db: ClubDb,
  incidentId: string,
  note: IncidentNote,
  by: { name: string; at: string },
): Promise<void> {
  await db
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
    .where("id", "=", incidentId)
    .execute();
}

/** What the alert of an incident says and whether the team wants it sent, or undefined. */
export function incidentAlert(db: ClubDb, incidentId: string) {
  return db
    .selectFrom("incidents")
    .innerJoin("games", "games.id", "incidents.game_id")
    .innerJoin("teams", "teams.id", "games.team_id")
    .innerJoin("ratings", "ratings.id", "incidents.rating_id")
    .innerJoin("club", (join) => join.onTrue())
    .select(["games.id as gameId", "games.opponent", "games.home_away", "games.date", "games.time"])
    .select([
      "games.starts_at",
      "games.location",
      "teams.name as teamName",
      "ratings.given_as",
      "ratings.tags",
    ])
    .select(["teams.incident_alerts", "club.name as clubName", "club.email", "club.timezone"])
    .where("incidents.id", "=", incidentId)
    .executeTakeFirst();
}
