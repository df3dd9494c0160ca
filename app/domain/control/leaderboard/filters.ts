import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import { searchText } from "#app/domain/values/search-text.ts";
import { stateCodes } from "#app/domain/values/states.ts";

/** How long a search may be, in characters, and of how many words it is looked at. */
export const SEARCH_LENGTH = 80;
const SEARCH_WORDS = 6;

/**
 * Which board is shown, as the address says it. View, age group and gender choose the board, and with it the ranks;
 * the search, and a state in the National View, only pick teams out of it: their ranks stay.
 */
export interface BoardFilters {
  view: "state" | "national";
  /** The state of the State View; in the National View null for all states. */
  state: string | null;
  /** null: All Ages. */
  ageGroup: string | null;
  /** null: All. */
  gender: string | null;
  /** As it was typed, at most SEARCH_LENGTH characters. */
  q: string;
  /** From 1. */
  page: number;
}

/** What the filters say for 'no limit' in an address. */
const ALL = "all";

/**
 * Reads the filters from an address. What is not there starts with the club's own state, All Ages, All; what is not
 * known does too, and gives a notice that says so.
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

/** The words that a team, its club and its city are searched for. */
export function searchWords(q: string): string[] {
  return searchText(q).split(" ").filter(Boolean).slice(0, SEARCH_WORDS);
}

/** The address of a board: the filters, with some of them changed; a change goes back to the first page. */
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

/** The same board without what only picks teams out of it. */
export function withoutLookUp(filters: BoardFilters): BoardFilters {
  return { ...filters, q: "", page: 1, state: filters.view === "national" ? null : filters.state };
}

/** The board of all teams of the same place. */
export function withoutLimits(filters: BoardFilters): BoardFilters {
  return { ...withoutLookUp(filters), ageGroup: null, gender: null };
}
