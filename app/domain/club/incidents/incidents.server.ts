import type { ClubDb, ClubTx, IncidentEntriesTable, IncidentTalksTable } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { erasesAt } from "./incidents.ts";

/** Author of a change to an incident. */
export interface Author {
  accountId: string;
  name: string;
}

/**
 * Opens the private case of a game that got a 0, unless the game has one already; one that was closed because the
 * rating had been corrected is opened again (product/ratings.md#incidents). An erased one stays as it is.
 */
export async function openIncident(
  tx: ClubTx,
  incident: { gameId: string; ratingId: string; at: string; by: Author },
): Promise<void> {
  const { gameId, ratingId, at, by } = incident;
  const opened = await tx
    .insertInto("incidents")
    .values({
      id: newId(),
      game_id: gameId,
      rating_id: ratingId,
      what: "",
      when_text: "",
      official_was_minor: "unknown",
      abuse_level: null,
      status: "open",
      opened_at: at,
      updated_at: at,
      updated_by_name: "",
      agreed: "",
      closed_as: null,
      closed_at: null,
      erases_at: erasesAt(at),
      erased_at: null,
    })
    .onConflict((conflict) => conflict.column("game_id").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (opened) return recordEvent(tx, { kind: "incident", incidentId: opened.id });
  const again = await tx
    .updateTable("incidents")
    .set({ status: "open", closed_as: null, closed_at: null, updated_at: at })
    .where("game_id", "=", gameId)
    .where("closed_as", "=", "rating-corrected")
    .where("erased_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (again) await addEntry(tx, again.id, { kind: "rated-again", by, at });
}

/** Loads the id of a game's case. Only for club administrators (product/ratings.md#incidents). */
export async function incidentIdOfGame(db: ClubDb, gameId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom("incidents")
    .innerJoin("games", "games.id", "incidents.game_id")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select("incidents.id")
    .where("game_id", "=", gameId)
    .where("teams.status", "<>", "deleted")
    .executeTakeFirst();
  return found?.id;
}

/**
 * Loads every case of a team that is not deleted, with its game, the rating that opened it, the score there now, and
 * whether a 0 of either side is current: 1 or 0 (product/ratings.md#incidents).
 */
export function incidentCases(db: ClubDb) {
  return db
    .selectFrom("incidents")
    .innerJoin("games", "games.id", "incidents.game_id")
    .innerJoin("teams", "teams.id", "games.team_id")
    .innerJoin("ratings as opening", "opening.id", "incidents.rating_id")
    .leftJoin("ratings as current", (join) =>
      join
        .onRef("current.game_id", "=", "incidents.game_id")
        .onRef("current.side", "=", "opening.side")
        .on("current.superseded_at", "is", null),
    )
    .selectAll("incidents")
    .select(["games.opponent", "games.home_away", "games.date", "games.time", "games.starts_at"])
    .select([
      "games.location",
      "teams.id as team_id",
      "teams.name as team_name",
      "teams.status as team_status",
    ])
    .select(["opening.given_by_name as rated_by", "opening.given_as as rated_as", "opening.tags"])
    .select("opening.reason as rated_because")
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("ratings as zero")
            .select("zero.id")
            .whereRef("zero.game_id", "=", "incidents.game_id")
            .where("zero.score", "=", 0)
            .where("zero.superseded_at", "is", null),
        )
        .as("zero_stands"),
    )
    .select("current.score as current_score")
    .select(["current.given_by_name as current_by", "current.given_at as current_at"])
    .where("teams.status", "<>", "deleted");
}

/** A case, with what its pages say of its game and rating. */
export type IncidentCase = NonNullable<Awaited<ReturnType<typeof findIncident>>>;

/** Finds a case. Only for club administrators (product/ratings.md#incidents). */
export function findIncident(db: ClubDb, incidentId: string) {
  return incidentCases(db).where("incidents.id", "=", incidentId).executeTakeFirst();
}

/** Loads the steps of a case's repair talk, by date; of all cases without an id. */
export function talksOf(db: ClubDb, incidentId?: string): Promise<IncidentTalksTable[]> {
  return db
    .selectFrom("incident_talks")
    .selectAll()
    .$if(incidentId !== undefined, (query) => query.where("incident_id", "=", incidentId ?? ""))
    .orderBy("due_on")
    .orderBy("created_at")
    .execute();
}

/** Loads the notes of a case and what was done to it, oldest first; of all cases without an id. */
export function entriesOf(db: ClubDb, incidentId?: string): Promise<IncidentEntriesTable[]> {
  return db
    .selectFrom("incident_entries")
    .selectAll()
    .$if(incidentId !== undefined, (query) => query.where("incident_id", "=", incidentId ?? ""))
    .orderBy("at")
    .orderBy("id")
    .execute();
}

type NewEntry = Pick<IncidentEntriesTable, "kind" | "at"> &
  Partial<Pick<IncidentEntriesTable, "text" | "refers_to" | "form_key">> & { by: Author };

/** Adds to what is known of a case; nothing of it is ever changed. The same `form_key` again adds nothing. */
export async function addEntry(tx: ClubTx, incidentId: string, entry: NewEntry): Promise<void> {
  const { kind, at, by, text = "", refers_to = null, form_key = null } = entry;
  const author = { author_id: by.accountId, author_name: by.name };
  await tx
    .insertInto("incident_entries")
    .values({ id: newId(), incident_id: incidentId, kind, text, refers_to, form_key, ...author, at })
    .onConflict((conflict) => conflict.column("form_key").doNothing())
    .execute();
}

/** Content of an incident's alert besides the game; nothing of the private note. */
interface NotifiedIncident {
  gameId: string;
  givenAs: "head" | "assistant" | "manager" | "admin";
  givenByName: string;
  /** JSON list of tag names. */
  tags: string;
}

/** Loads the incidents of a list with the ratings that opened them, by id. */
export async function notifiedIncidents(
  db: ClubDb,
  incidentIds: readonly string[],
): Promise<Map<string, NotifiedIncident>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("incidents")
    .innerJoin("ratings", "ratings.id", "incidents.rating_id")
    .select([
      "incidents.id",
      "incidents.game_id as gameId",
      "ratings.given_as as givenAs",
      "ratings.given_by_name as givenByName",
      "ratings.tags",
    ])
    .where("incidents.id", "in", [...new Set(incidentIds)].slice(0, 1_000))
    .execute();
  return new Map(rows.map(({ id, ...incident }) => [id, incident]));
}

/** Tells whether this side's rating opened the game's incident. */
export async function openedIncident(
  db: ClubDb,
  { gameId, side }: { gameId: string; side: "coach" | "manager" },
): Promise<boolean> {
  const row = await db
    .selectFrom("incidents")
    .innerJoin("ratings", "ratings.id", "incidents.rating_id")
    .select("incidents.id")
    .where("incidents.game_id", "=", gameId)
    .where("ratings.side", "=", side)
    .executeTakeFirst();
  return row !== undefined;
}

/** Loads the team whose game an incident is about; undefined for an unknown incident. */
export async function incidentTeam(db: ClubDb, incidentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("incidents")
    .innerJoin("games", "games.id", "incidents.game_id")
    .select("games.team_id")
    .where("incidents.id", "=", incidentId)
    .executeTakeFirst();
  return row?.team_id;
}
