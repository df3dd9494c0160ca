import type { ClubDb, ClubTx, GamesTable } from "#app/db/club/schema.ts";
import { nameKey } from "#app/domain/club/schedule-import/team-match.ts";
import { momentOf } from "#app/domain/values/times.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  type ChangeReason,
  type EditableStatus,
  type EditRefusal,
  editedTimes,
  type GameDetails,
  restoredStatus,
} from "./game-changes.ts";
import { newGame } from "./game-values.server.ts";

/** A game with its team, and whether anybody rated it. */
export type GameOfTeam = Pick<
  GamesTable,
  | "id"
  | "team_id"
  | "opponent"
  | "date"
  | "time"
  | "starts_at"
  | "location"
  | "home_away"
  | "status"
  | "notes"
  | "original_date"
  | "original_time"
> & { teamName: string; ageGroup: string; rated: boolean };

/** What pages say of a game, of which team it is, for queries over games and teams. */
export const gameColumns = [
  "games.id",
  "games.team_id",
  "games.opponent",
  "games.date",
  "games.time",
  "games.starts_at",
  "games.location",
  "games.home_away",
  "games.status",
  "games.notes",
  "games.original_date",
  "games.original_time",
  "teams.name as teamName",
  "teams.age_group as ageGroup",
] as const;

/** A game of a team that is not deleted. What the user may see of it is for the caller to check. */
export async function findGame(db: ClubDb, id: string): Promise<GameOfTeam | undefined> {
  const game = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(gameColumns)
    .select((eb) =>
      eb
        .exists(eb.selectFrom("ratings").select("ratings.id").whereRef("ratings.game_id", "=", "games.id"))
        .as("rated"),
    )
    .where("games.id", "=", id)
    .where("teams.deleted_at", "is", null)
    .executeTakeFirst();
  return game && { ...game, rated: Boolean(game.rated) };
}

export interface PlannedGame {
  id: string;
  isNew: boolean;
  cancelled: boolean;
}

/**
 * Puts a game on the schedule. The same team, day, time and opponent a second time (a double click, a reload) is
 * the same game; one that was cancelled stays so, for somebody meant that too. @returns whether it is new, or there
 * but cancelled; null where the team is gone.
 */
export async function addGame(
  tx: ClubTx,
  teamId: string,
  details: GameDetails,
  timezone: string,
): Promise<PlannedGame | null> {
  const team = await tx
    .selectFrom("teams")
    .select("id")
    .where("id", "=", teamId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!team) return null;
  const { date, time } = details;
  const starts_at = momentOf(date, time, timezone);
  const there = await tx
    .selectFrom("games")
    .select(["id", "opponent", "time", "status"])
    .where("team_id", "=", teamId)
    .where("starts_at", "=", starts_at)
    .execute();
  const twins = there.filter(
    (game) => game.time === time && nameKey(game.opponent) === nameKey(details.opponent),
  );
  const twin = twins.find(({ status }) => status !== "cancelled") ?? twins[0];
  if (twin) return { id: twin.id, isNew: false, cancelled: twin.status === "cancelled" };
  const id = newId();
  const values = {
    ...details,
    starts_at,
    status: "scheduled" as const,
    original_date: null,
    original_time: null,
    external_id: null,
  };
  await tx
    .insertInto("games")
    .values(newGame(teamId, values, { id, importId: null, at: nowIso() }))
    .execute();
  return { id, isNew: true, cancelled: false };
}

/** Changes a game by hand. @returns why not, 'gone' where there is no such game any more, or null: done. */
export async function editGame(
  tx: ClubTx,
  id: string,
  edit: GameDetails & { status: EditableStatus; reason: ChangeReason },
  timezone: string,
): Promise<EditRefusal | "gone" | null> {
  const game = await findGame(tx, id);
  if (!game) return "gone";
  const { status, reason, ...details } = edit;
  const starts_at = momentOf(edit.date, edit.time, timezone);
  const times = editedTimes(game, { date: edit.date, time: edit.time, starts_at, status, reason }, now());
  if ("refused" in times) return times.refused;
  await tx
    .updateTable("games")
    .set({ ...details, ...times, updated_at: nowIso() })
    .where("id", "=", id)
    .execute();
  return null;
}

export type GameRefusal = "rated" | "gone";

/** Calls a game off. Doing it twice is doing it once; a game with a rating was played, and stays. */
export async function cancelGame(tx: ClubTx, id: string): Promise<GameRefusal | null> {
  const game = await findGame(tx, id);
  if (!game) return "gone";
  if (game.status === "cancelled") return null;
  if (game.rated) return "rated";
  await tx
    .updateTable("games")
    .set({ status: "cancelled", updated_at: nowIso() })
    .where("id", "=", id)
    .execute();
  return null;
}

/** Puts a cancelled game back on. */
export async function restoreGame(tx: ClubTx, id: string): Promise<"gone" | null> {
  const game = await findGame(tx, id);
  if (!game) return "gone";
  if (game.status !== "cancelled") return null;
  await tx
    .updateTable("games")
    .set({ status: restoredStatus(game), updated_at: nowIso() })
    .where("id", "=", id)
    .execute();
  return null;
}

/** Takes a game off the schedule for good, unless somebody has rated it. */
export async function deleteGame(tx: ClubTx, id: string): Promise<GameRefusal | null> {
  const game = await findGame(tx, id);
  if (!game) return "gone";
  if (game.rated) return "rated";
  await tx.deleteFrom("games").where("id", "=", id).execute();
  return null;
}
