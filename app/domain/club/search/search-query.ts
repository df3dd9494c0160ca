import { addDays, daysOfMonth, isDay } from "#app/domain/values/days.ts";
import { plainWordsOf } from "#app/domain/values/names.ts";

/** Longest search, and most words of one; the rest is left out (product/pages.md#search). */
export const QUERY_MAX = 100;
const WORDS_MAX = 6;

/** Days of games, both included, as YYYY-MM-DD. */
interface Days {
  from: string;
  to: string;
}

/** Typed search after parsing. */
export interface SearchQuery {
  /** Text as typed. */
  text: string;
  words: string[];
  /** The number of a case: 12 of '12', '#12' and 'case 12'. */
  caseNumber: number | null;
  /** True if incidents are asked for: 'hawks incident'. */
  cases: boolean;
  /** Possible readings for games: days with further words, or words alone, for 'May' and 'Sun City' are names too. */
  games: { words: string[]; days: Days[] }[];
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
);
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
/** Words beside the name of a game. */
const BESIDE = new Set(["vs", "v", "at", "game", "games", "rating", "ratings", "on"]);
const CASES = new Set(["case", "cases", "incident", "incidents"]);

/**
 * Reads a search.
 * @param today YYYY-MM-DD in the club's zone
 * @param split as what is searched has its words
 */
export function readSearch(typed: string, today: string, split = plainWordsOf): SearchQuery {
  const text = typed.trim().slice(0, QUERY_MAX).trim();
  const words = split(text).slice(0, WORDS_MAX);
  const { days, rest } = daysIn(text, today);
  const named = (all: readonly string[]) => all.filter((word) => !BESIDE.has(word) && !CASES.has(word));
  const readings = [
    { words: named(rest), days },
    ...(days.length > 0 ? [{ words: named(words), days: [] }] : []),
  ];
  const lone = words.filter((word) => !CASES.has(word));
  const [number = ""] = lone;
  return {
    text,
    words,
    caseNumber: lone.length === 1 && /^\d{1,6}$/.test(number) ? Number(number) : null,
    cases: words.some((word) => CASES.has(word)),
    games: readings.filter((reading) => reading.words.length > 0 || reading.days.length > 0),
  };
}

/** Returns a search's days ('nov 14', '14 november 2026', '11/14', 'saturday', 'november'), and its other words. */
function daysIn(text: string, today: string): { days: Days[]; rest: string[] } {
  const written = /\b(\d{4}-\d\d-\d\d)\b/.exec(text);
  if (written?.[1] && isDay(written[1])) return found([only(written[1])], text.replace(written[0], " "));
  const slashed = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?(?![\d/])/.exec(text);
  if (slashed) {
    const days = daysOf(today, Number(slashed[1]), Number(slashed[2]), slashed[3]);
    if (days.length > 0) return found(days, text.replace(slashed[0], " "));
  }
  const words = plainWordsOf(text).slice(0, WORDS_MAX);
  for (const [index, word] of words.entries()) {
    const without = (...places: number[]) => words.filter((_, place) => !places.includes(place)).join(" ");
    const month = MONTHS.findIndex((name) => name === word || (word.length > 2 && isShort(name, word)));
    if (month >= 0) {
      for (const place of [index + 1, index - 1]) {
        const day = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words[place] ?? "")?.[1];
        const after = Math.max(place, index) + 1;
        const year = /^20\d\d$/.test(words[after] ?? "") ? words[after] : undefined;
        const days = day ? daysOf(today, month + 1, Number(day), year) : [];
        if (days.length > 0) return found(days, without(index, place, year ? after : index));
      }
      if (word === MONTHS[month])
        return found(
          yearsAround(today).map((year) => daysOfMonth(`${year}-${String(month + 1).padStart(2, "0")}`)),
          without(index),
        );
    }
    const shift = ["yesterday", "today", "tomorrow"].indexOf(word) - 1;
    if (shift > -2) return found([only(addDays(today, shift))], without(index));
    const weekday = WEEKDAYS.findIndex((name) => name === word || (word.length > 2 && isShort(name, word)));
    if (weekday >= 0) {
      const ahead = (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7;
      const days = [only(addDays(today, ahead)), only(addDays(today, ahead - 7))];
      return found(days, without(index));
    }
  }
  return { days: [], rest: words };
}

const found = (days: Days[], rest: string) => ({ days, rest: plainWordsOf(rest).slice(0, WORDS_MAX) });
const only = (day: string): Days => ({ from: day, to: day });
/** Tells whether a word is short for a name: 'nov' and 'sept', 'sat' and 'thurs'. */
const isShort = (name: string, word: string) => word.length <= 5 && word !== name && name.startsWith(word);

function yearsAround(today: string): number[] {
  const year = Number(today.slice(0, 4));
  return [year, year - 1, year + 1];
}

/** Returns a day of a month: of its year, or without one of the years around today. */
function daysOf(today: string, month: number, day: number, year?: string): Days[] {
  const years = year ? [Number(year.length === 2 ? `20${year}` : year)] : yearsAround(today);
  return years
    .map((one) => `${one}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`)
    .filter(isDay)
    .map(only);
}
