import type { GamesTable } from "#app/db/club/schema.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Columns of a stored game that an import may change. */
export const valueColumns = [
  "opponent",
  "date",
  "time",
  "starts_at",
  "location",
  "home_away",
  "status",
  "original_date",
  "original_time",
  "external_id",
] as const;
export type GameValues = Pick<GamesTable, (typeof valueColumns)[number]>;

/** Builds the row of an unrated game. */
export function newGame(
  teamId: string,
  values: GameValues & { notes?: string },
  about: { id?: string; importId: string | null; at: string },
): GamesTable {
  return {
    id: about.id ?? newId(),
    team_id: teamId,
    ...valuesOf(values),
    notes: values.notes ?? "",
    import_id: about.importId,
    final_score: null,
    agreement: "pending",
    final_policy: null,
    finalized_at: null,
    sequence: 0,
    created_at: about.at,
    updated_at: about.at,
  };
}

/** Picks a stored game's values from what was read with them. Written out, because an import does it 100,000 times. */
export function valuesOf(game: GameValues): GameValues {
  const { opponent, date, time, starts_at, location, home_away, status } = game;
  const { original_date, original_time, external_id } = game;
  return {
    opponent,
    date,
    time,
    starts_at,
    location,
    home_away,
    status,
    original_date,
    original_time,
    external_id,
  };
}
