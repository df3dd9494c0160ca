import type { GamesTable } from "#app/db/club/schema.ts";
import type { FileGame, Issue } from "./schedule-rows.ts";
import { nameKey } from "./team-match.ts";

/**
 * What an import would do to the games that are stored (product.md#schedule-import). Pure: the same file
 * compared a second time changes nothing, and what a file does not say is never blanked.
 */

export type StoredGame = Pick<
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
  | "original_date"
  | "original_time"
  | "external_id"
> & { rated: boolean };

/** What may change in a stored game. */
export type GameValues = Pick<
  StoredGame,
  | "opponent"
  | "date"
  | "time"
  | "starts_at"
  | "location"
  | "home_away"
  | "status"
  | "original_date"
  | "original_time"
  | "external_id"
>;

export type Effect =
  | { kind: "add"; teamId: string; values: GameValues }
  | { kind: "change"; game: StoredGame; values: GameValues; told: FieldChange[] }
  /** `values` differs from the game only in the number of the system it came from. */
  | { kind: "same"; game: StoredGame; values: GameValues | null }
  | { kind: "none" };

export interface FieldChange {
  field: "Date" | "Time" | "Opponent" | "Location" | "Home/Away" | "Status";
  from: string | null;
  to: string | null;
}

export interface PlannedGame {
  line: number;
  file: FileGame;
  effect: Effect;
  issues: Issue[];
}

/** The time of a game whose row has none (product.md#schedule-import). */
export const DEFAULT_TIME = "12:00";
export const UNKNOWN_LOCATION = "TBD";
/** The mark by which two games of one row are linked where the file has no number of its own. */
export const PAIR = "pair:";

interface Surroundings {
  at: Date;
  /** The moment of a date and time on the club's clock. */
  momentOf(date: string, time: string | null): string;
  /** A number for two linked games that the file gives none. */
  newPairId(): string;
  /** Whether the file has such columns: a missing cell is remarked on only then. */
  hasTime: boolean;
  hasLocation: boolean;
  /** The games' numbers in the file: a stored game that has one of them is no other row's game. */
  fileIds: ReadonlySet<string>;
}

/** Compares the games of a file with those stored: first `take` each, then `rest` each, then `missing`. */
export class SchedulePlan {
  readonly #by: Surroundings;
  readonly #byExternalId = new Map<string, StoredGame>();
  readonly #bySlot = new Map<string, StoredGame[]>();
  readonly #byOriginalSlot = new Map<string, StoredGame[]>();
  readonly #taken = new Set<string>();
  readonly #seen = new Map<string, number>();
  readonly #stored: readonly StoredGame[];
  readonly #slots = new WeakMap<FileGame, string>();

  constructor(stored: readonly StoredGame[], by: Surroundings) {
    this.#by = by;
    this.#stored = stored;
    for (const game of stored) {
      if (game.external_id) this.#byExternalId.set(idKey(game.team_id, game.external_id), game);
      push(this.#bySlot, slotKey(game.team_id, game.date, game.opponent), game);
      if (game.original_date)
        push(this.#byOriginalSlot, slotKey(game.team_id, game.original_date, game.opponent), game);
    }
  }

  /**
   * First pass: finds the stored game by its number or by the very same time; null where that gives none.
   * A game that stands twice in the file is not counted again.
   */
  take(line: number, file: FileGame): PlannedGame | null {
    const twin = this.#twin(line, file);
    if (twin) return { line, file, effect: { kind: "none" }, issues: [twin] };
    const numbered = file.externalId && this.#byExternalId.get(idKey(file.teamId, file.externalId));
    const game = numbered || this.#free(file, this.#bySlot)?.find(({ time }) => time === file.time);
    if (!game) return null;
    return this.#compare(line, file, game);
  }

  /** Second pass for what the first gave no game: the same day with another time, a moved game, or a new one. */
  rest(line: number, file: FileGame): PlannedGame {
    const game = this.#free(file, this.#bySlot)?.[0] ?? this.#free(file, this.#byOriginalSlot)?.[0];
    return game ? this.#compare(line, file, game) : this.#add(line, file);
  }

  /** Games of the file's teams, inside the file's dates, that the file does not have. They stay. */
  missing(teams: ReadonlySet<string>, from: string, to: string): StoredGame[] {
    return this.#stored.filter(
      (game) =>
        teams.has(game.team_id) &&
        game.date >= from &&
        game.date <= to &&
        game.status !== "cancelled" &&
        !this.#taken.has(game.id),
    );
  }

  #twin(line: number, file: FileGame): Issue | undefined {
    const key = file.externalId
      ? idKey(file.teamId, file.externalId)
      : `${this.#slotOf(file)} ${file.time ?? ""}`;
    const before = this.#seen.get(key);
    if (before === undefined) this.#seen.set(key, line);
    return before === undefined
      ? undefined
      : { level: "warning", text: `The same game as on line ${before}` };
  }

  /** Asked several times of each game, and not cheap. */
  #slotOf(file: FileGame): string {
    let slot = this.#slots.get(file);
    if (slot === undefined) {
      slot = slotKey(file.teamId, file.date, file.opponent);
      this.#slots.set(file, slot);
    }
    return slot;
  }

  #free(file: FileGame, slots: Map<string, StoredGame[]>): StoredGame[] | undefined {
    if (slots.size === 0) return undefined;
    return slots
      .get(this.#slotOf(file))
      ?.filter(
        ({ id, external_id }) => !this.#taken.has(id) && (!external_id || !this.#by.fileIds.has(external_id)),
      );
  }

  #add(line: number, file: FileGame): PlannedGame {
    const issues: Issue[] = [];
    const remark = (text: string) => issues.push({ level: "warning", text });
    if (file.status === "deleted") {
      remark("Deleted in the file, and not on your schedule: nothing to do");
      return { line, file, effect: { kind: "none" }, issues };
    }
    if (file.time === undefined && this.#by.hasTime) remark("Time is missing: 12:00 PM is used");
    if (file.location === undefined && this.#by.hasLocation) remark("Location is missing: TBD is used");
    const time = file.time === undefined ? DEFAULT_TIME : file.time;
    const values: GameValues = {
      opponent: file.opponent,
      date: file.date,
      time,
      starts_at: this.#by.momentOf(file.date, time),
      location: file.location ?? UNKNOWN_LOCATION,
      home_away: file.homeAway ?? "home",
      status: file.status === "cancelled" ? "cancelled" : "scheduled",
      original_date: null,
      original_time: null,
      external_id: file.externalId ?? null,
    };
    return { line, file, effect: { kind: "add", teamId: file.teamId, values }, issues };
  }

  #compare(line: number, file: FileGame, game: StoredGame): PlannedGame {
    this.#taken.add(game.id);
    const issues: Issue[] = [];
    const refuse = (text: string): PlannedGame => ({
      line,
      file,
      effect: { kind: "none" },
      issues: [{ level: "error", text }],
    });
    const values = this.#described(file, game);
    if (file.status === "cancelled" || file.status === "deleted") {
      if (game.status !== "cancelled" && game.rated)
        return refuse("This game has a rating: an import cannot cancel it");
      values.status = "cancelled";
    } else if (isBehind(file, game)) {
      issues.push({
        level: "warning",
        text: "Moved on your schedule since; the file still has the old date and time. Your schedule stays",
      });
    } else {
      this.#move(file, game, values);
      if (game.rated && values.starts_at !== game.starts_at && values.starts_at > this.#by.at.toISOString())
        return refuse("This game has a rating: an import cannot move it into the future");
      if (game.status === "cancelled" && values.status === "cancelled" && file.status === "on")
        issues.push({ level: "warning", text: "Cancelled on your schedule; it stays cancelled" });
    }
    const told = changesBetween(game, values);
    if (told.length > 0) return { line, file, effect: { kind: "change", game, values, told }, issues };
    const renumbered = values.external_id !== game.external_id ? values : null;
    return { line, file, effect: { kind: "same", game, values: renumbered }, issues };
  }

  /** The game with what the file says of everything but date, time and status. */
  #described(file: FileGame, game: StoredGame): GameValues {
    const sameOpponent = nameKey(file.opponent) === nameKey(game.opponent);
    return {
      opponent: sameOpponent ? game.opponent : file.opponent,
      date: game.date,
      time: game.time,
      starts_at: game.starts_at,
      location: file.location ?? game.location,
      home_away: file.homeAway ?? game.home_away,
      status: game.status,
      original_date: game.original_date,
      original_time: game.original_time,
      external_id:
        game.external_id && !game.external_id.startsWith(PAIR)
          ? game.external_id
          : (file.externalId ?? game.external_id),
    };
  }

  /** A new date or time makes a game rescheduled; a first time for a game without one does not. */
  #move(file: FileGame, game: StoredGame, values: GameValues): void {
    const time = file.time === undefined ? game.time : file.time;
    if (file.date === game.date && time === game.time) return;
    values.date = file.date;
    values.time = time;
    values.starts_at = this.#by.momentOf(file.date, time);
    if (game.status === "completed" && values.starts_at <= this.#by.at.toISOString()) return;
    if (file.date === game.date && game.time === null) return;
    values.status = "rescheduled";
    values.original_date = game.original_date ?? game.date;
    values.original_time = game.original_date === null ? game.time : game.original_time;
  }

  /** Gives two added games of one row a common number where the file has none. */
  link(games: readonly PlannedGame[]): void {
    if (games.length < 2) return;
    const added = games.flatMap(({ effect }) => (effect.kind === "add" ? [effect] : []));
    if (added.length < 2 || added.some(({ values }) => values.external_id !== null)) return;
    const pair = PAIR + this.#by.newPairId();
    for (const { values } of added) values.external_id = pair;
  }
}

/** The file still has the date and time from which the game was moved. */
function isBehind(file: FileGame, game: StoredGame): boolean {
  return (
    game.original_date === file.date &&
    (file.time === undefined || game.original_time === file.time) &&
    (game.date !== file.date || game.time !== game.original_time)
  );
}

function changesBetween(game: StoredGame, values: GameValues): FieldChange[] {
  const pairs = [
    ["Date", game.date, values.date],
    ["Time", game.time, values.time],
    ["Opponent", game.opponent, values.opponent],
    ["Location", game.location, values.location],
    ["Home/Away", game.home_away, values.home_away],
    ["Status", game.status, values.status],
  ] as const;
  return pairs.flatMap(([field, from, to]) => (from === to ? [] : [{ field, from, to }]));
}

const idKey = (teamId: string, externalId: string) => `${teamId} ${externalId}`;
const slotKey = (teamId: string, date: string, opponent: string) => `${teamId} ${date} ${nameKey(opponent)}`;

function push(map: Map<string, StoredGame[]>, key: string, game: StoredGame): void {
  const list = map.get(key);
  if (list) list.push(game);
  else map.set(key, [game]);
}
