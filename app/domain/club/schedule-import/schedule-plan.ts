import type { Issue } from "#app/domain/club/imports/import-file.ts";
import { nameKey } from "#app/domain/values/names.ts";
import {
  PAIR_ID_PREFIX,
  type PlanContext,
  type PlannedGame,
  planChange,
  planNewGame,
  type StoredGame,
} from "./planned-game.ts";
import type { FileGame } from "./schedule-file.ts";

interface SchedulePlanContext extends PlanContext {
  /** The games' numbers in the file: a stored game with one of them belongs to that row and no other. */
  fileIds: ReadonlySet<string>;
  newPairId(): string;
}

/**
 * Finds the stored game that each game of a file is, and what the file does to it: first `matchExactly` for every
 * game, then `matchLoosely` for those without a match, then `missingFromFile`. Pure.
 */
export class SchedulePlan {
  readonly #context: SchedulePlanContext;
  readonly #byExternalId = new Map<string, StoredGame>();
  readonly #bySlot = new Map<string, StoredGame[]>();
  readonly #byOriginalSlot = new Map<string, StoredGame[]>();
  readonly #matched = new Set<string>();
  readonly #firstLines = new Map<string, number>();
  readonly #stored: readonly StoredGame[];
  readonly #slots = new WeakMap<FileGame, string>();

  constructor(stored: readonly StoredGame[], context: SchedulePlanContext) {
    this.#context = context;
    this.#stored = stored;
    for (const game of stored) {
      if (game.external_id) this.#byExternalId.set(idKey(game.team_id, game.external_id), game);
      push(this.#bySlot, slotKey(game.team_id, game.date, game.opponent), game);
      if (game.original_date)
        push(this.#byOriginalSlot, slotKey(game.team_id, game.original_date, game.opponent), game);
    }
  }

  /**
   * Finds the stored game by its number, or by the same day and time. A game that is in the file twice counts once.
   * @returns null if there is no such game
   */
  matchExactly(line: number, file: FileGame): PlannedGame | null {
    const duplicate = this.#duplicateOf(line, file);
    if (duplicate) return { file, effect: { kind: "none" }, issues: [duplicate] };
    const numbered = file.externalId && this.#byExternalId.get(idKey(file.teamId, file.externalId));
    const game = numbered || this.#unmatched(file, this.#bySlot)?.find(({ time }) => time === file.time);
    return game ? this.#change(file, game) : null;
  }

  /** Finds a game of the same day at another time, or one that was moved from that day; otherwise the game is new. */
  matchLoosely(file: FileGame): PlannedGame {
    const game = this.#unmatched(file, this.#bySlot)?.[0] ?? this.#unmatched(file, this.#byOriginalSlot)?.[0];
    return game ? this.#change(file, game) : planNewGame(file, this.#context);
  }

  /** Returns games of these teams and dates that the file does not have. They stay. */
  missingFromFile(teamIds: ReadonlySet<string>, from: string, to: string): StoredGame[] {
    return this.#stored.filter(
      (game) =>
        teamIds.has(game.team_id) &&
        game.date >= from &&
        game.date <= to &&
        game.status !== "cancelled" &&
        !this.#matched.has(game.id),
    );
  }

  /** Gives two added games of one row a shared number if the file has none. */
  linkPair(games: readonly PlannedGame[]): void {
    if (games.length < 2) return;
    const added = games.flatMap(({ effect }) => (effect.kind === "add" ? [effect] : []));
    if (added.length < 2 || added.some(({ values }) => values.external_id !== null)) return;
    const pairId = PAIR_ID_PREFIX + this.#context.newPairId();
    for (const { values } of added) values.external_id = pairId;
  }

  #change(file: FileGame, game: StoredGame): PlannedGame {
    this.#matched.add(game.id);
    return planChange(file, game, this.#context);
  }

  #duplicateOf(line: number, file: FileGame): Issue | undefined {
    const key = file.externalId
      ? idKey(file.teamId, file.externalId)
      : `${this.#slotOf(file)} ${file.time ?? ""}`;
    const firstLine = this.#firstLines.get(key);
    if (firstLine === undefined) {
      this.#firstLines.set(key, line);
      return undefined;
    }
    return { level: "warning", text: `The same game as on line ${firstLine}` };
  }

  #unmatched(file: FileGame, slots: Map<string, StoredGame[]>): StoredGame[] | undefined {
    if (slots.size === 0) return undefined;
    const { fileIds } = this.#context;
    return slots
      .get(this.#slotOf(file))
      ?.filter(
        ({ id, external_id }) => !this.#matched.has(id) && (!external_id || !fileIds.has(external_id)),
      );
  }

  /** Returns a game's slot, kept because it is needed several times and takes a while to compute. */
  #slotOf(file: FileGame): string {
    let slot = this.#slots.get(file);
    if (slot === undefined) {
      slot = slotKey(file.teamId, file.date, file.opponent);
      this.#slots.set(file, slot);
    }
    return slot;
  }
}

const idKey = (teamId: string, externalId: string) => `${teamId} ${externalId}`;
const slotKey = (teamId: string, date: string, opponent: string) => `${teamId} ${date} ${nameKey(opponent)}`;

function push(map: Map<string, StoredGame[]>, key: string, game: StoredGame): void {
  const list = map.get(key);
  if (list) list.push(game);
  else map.set(key, [game]);
}
