/** Reads the words of schedule files. Pure, and linear in the length of the text (product.md#security). */

/** Reads a home/away cell: 'Home', 'H', 'vs', 'TRUE' of an is-home column; 'Away', 'A', '@', 'FALSE'. */
export function readHomeAway(text: string): "home" | "away" | null {
  const plain = text.trim().toLowerCase().slice(0, 20);
  if (["home", "h", "vs", "vs.", "true", "yes", "y", "1"].includes(plain)) return "home";
  if (["away", "a", "@", "at", "visitor", "road", "false", "no", "n", "0"].includes(plain)) return "away";
  return null;
}

export type FileStatus = "on" | "cancelled" | "deleted" | "postponed" | "unscheduled";

/** Reads a status cell. @returns null for an unknown word */
export function readStatus(text: string): FileStatus | null {
  const plain = text.trim().toLowerCase().slice(0, 30);
  if (/^(cancel|abandon|rained? ?out|called off)/.test(plain)) return "cancelled";
  if (/^(delete|removed)/.test(plain)) return "deleted";
  if (/^(postpone|suspend)/.test(plain)) return "postponed";
  if (/^(unscheduled|not scheduled)/.test(plain)) return "unscheduled";
  const on =
    /^(|scheduled|confirmed|active|accepted|normal|final|completed?|played|forfeit(ed)?|rescheduled)$/;
  return on.test(plain) ? "on" : null;
}

/** Reads 'vs. Riverside', '@ Riverside', 'at Riverside' and plain 'Riverside'; `homeAway` is our own side. */
export function readOpponent(text: string): { opponent: string; homeAway?: "home" | "away" } {
  const plain = oneLine(text);
  const found = /^(@|at |vs\.? |versus |v\. )\s?(.+)$/i.exec(plain);
  if (!found) return { opponent: plain };
  const [, mark = "", opponent = ""] = found;
  return { opponent: opponent.trim(), homeAway: /^(@|at )/i.test(mark) ? "away" : "home" };
}

/** Reads an event's title: 'Hawks vs Lions', 'Hawks @ Lions'. */
export function readTitle(text: string): { home: string; away: string } | null {
  const plain = oneLine(text).slice(0, 200);
  const found = / (vs\.?|v\.?|versus|@|at) /i.exec(plain);
  if (!found) return null;
  const first = plain.slice(0, found.index).trim();
  const second = plain.slice(found.index + found[0].length).trim();
  if (!first || !second) return null;
  return /^(@|at)$/i.test(found[1] ?? "") ? { home: second, away: first } : { home: first, away: second };
}

/** Whether a name stands for no opponent: 'Bye', '- BYE -', 'Bye week', 'No game'. */
export const isBye = (text: string) =>
  /^\W*(?:bye(?: week| round)?|no game|open week|off week)\W*$/i.test(text);

/** The name behind 'Cancelled - '; null if the text does not begin so. The text is one line. */
export const calledOff = (text: string): string | null =>
  /^\W?cancell?ed\W? ?[-\u2013\u2014:] ?(\S.*)$/i.exec(text)?.[1] ?? null;

/** The text without line breaks, control characters and repeated spaces. */
export function oneLine(text: string): string {
  if (text === "") return text;
  if (!/[^\S ]|[\p{Cc}\u2028\u2029]| {2}/u.test(text)) return text.trim();
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** A cell's text for a message. */
export const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
