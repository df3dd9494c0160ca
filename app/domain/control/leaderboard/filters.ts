import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { plainLetters, searchText } from "#app/domain/values/names.ts";
import { stateCodes } from "#app/domain/values/states.ts";

/** The length of a search in characters, and how many of its words count (product/leaderboards.md#leaderboard). */
export const SEARCH_LENGTH = 80;
const SEARCH_WORDS = 6;

/**
 * The board that an address asks for. View, age group and gender choose the board and its ranks; a search, or a state
 * in the National View, only picks teams out of it, and they keep their ranks.
 */
export interface BoardFilters {
  view: "state" | "national";
  /** The state of the State View; in the National View null for all states. */
  state: string | null;
  /** null: All Ages. */
  ageGroup: string | null;
  /** null: All. */
  gender: string | null;
  /** Search as typed, at most SEARCH_LENGTH characters. */
  q: string;
  page: number;
}

/** Value for 'no limit' in an address. */
const ALL = "all";

/**
 * Reads the filters from an address. The start is the club's own state, All Ages, All; an unknown value falls back
 * to the start and adds a notice.
 */
export function readBoardFilters(
  params: URLSearchParams,
  ownState: string,
): { filters: BoardFilters; notices: string[] } {
  const notices: string[] = [];
  const read = <Fallback>(name: string, known: readonly string[], fallback: Fallback, notice: string) => {
    const given = (params.get(name) ?? "").trim();
    if (given === "" || given === ALL) return fallback;
    const found = known.find((value) => value.toLowerCase() === given.toLowerCase());
    if (found === undefined) notices.push(notice);
    return found ?? fallback;
  };
  const home = stateCodes.find((code) => code === ownState);
  const start = home ? "state" : "national";
  const viewNotice = `Unknown view: showing the ${home ? "State View" : "National View"}.`;
  const view = read("view", ["state", "national"], start, viewNotice) as BoardFilters["view"];
  const stateFallback = view === "national" ? null : (home ?? stateCodes[0]);
  const stateNotice = `Unknown state: showing ${view === "national" ? "all states" : "your own state"}.`;
  const ageNotice = "Unknown age group: showing all ages.";
  const genderNotice = "Unknown gender: showing all.";
  const typed = [...(params.get("q") ?? "").trim()];
  const filters = {
    view,
    state: read("state", stateCodes, stateFallback, stateNotice),
    ageGroup: read("age", ageGroups, null, ageNotice),
    gender: read("gender", genders, null, genderNotice),
    q: typed.slice(0, SEARCH_LENGTH).join("").trim(),
    page: 1,
  };
  if (typed.length > SEARCH_LENGTH)
    notices.push(`Only the first ${SEARCH_LENGTH} characters of your search were used.`);
  const page = params.get("page") ?? "1";
  if (/^[1-9]\d{0,6}$/.test(page)) filters.page = Number(page);
  else notices.push("Unknown page: showing the first one.");
  return { filters, notices };
}

/** Returns the words of a search: each must start a word of the team, its club or its city. */
export function searchWords(q: string): string[] {
  return plainLetters(searchText(q)).split(" ").filter(Boolean).slice(0, SEARCH_WORDS);
}

/** Returns the address of a board with some filters changed, at its first page unless a page is given. */
export function boardAddress(filters: BoardFilters, change: Partial<BoardFilters> = {}): string {
  const { view, state, ageGroup, gender, q, page } = { ...filters, page: 1, ...change };
  const params = new URLSearchParams({ view });
  if (state) params.set("state", state);
  if (ageGroup) params.set("age", ageGroup);
  if (gender) params.set("gender", gender);
  if (q) params.set("q", q);
  if (page > 1) params.set("page", String(page));
  return `/leaderboard?${params}`;
}

/** Returns the same board without the search, and without a state in the National View. */
export function withoutLookUp(filters: BoardFilters): BoardFilters {
  return { ...filters, q: "", page: 1, state: filters.view === "national" ? null : filters.state };
}

/** Returns the board of all teams of the same state, or of the nation. */
export function withoutLimits(filters: BoardFilters): BoardFilters {
  return { ...withoutLookUp(filters), ageGroup: null, gender: null };
}
