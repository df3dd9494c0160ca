/** Reads the words of schedule files. Pure, and linear in the length of the text (product/security.md#security). */

/** Reads a home/away cell: 'Home', 'H', 'vs', 'TRUE' of an is-home column; 'Away', 'A', '@', 'FALSE'. */
export function readHomeAway(text: string): "home" | "away" | null {
  const plain = text.trim().toLowerCase().slice(0, 20);
  if (["home", "h", "vs", "vs.", "true", "yes", "y", "1"].includes(plain)) return "home";
  if (["away", "a", "@", "at", "visitor", "road", "false", "no", "n", "0"].includes(plain)) return "away";
  return null;
}

/** Reason why a game is not played. */
export type NotPlayed = "cancelled" | "postponed" | "forfeited";
export type FileStatus = "on" | "deleted" | "unscheduled" | NotPlayed;

const CANCELLED =
  "cancell?ed|cancell?ations?|cxl|called off|abandoned|annulled|rain(?:ed)?[ -]?outs?|weathered out|no[ -]shows?|not played|no game played|(?:fields?|complex|park) (?:is |are )?closed|cancelad[oa]s?|anulad[oa]s?|abgesagt";
const POSTPONED = "postponed|postponements?|ppd|suspended|aplazad[oa]s?|pospuest[oa]s?|suspendid[oa]s?";
const FORFEITED = "forfeit(?:ed|s|ure)?|walkover";
/** A word of the game's being off, as a word of its own. */
const CALL_OFF = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${CANCELLED})|(${POSTPONED})|${FORFEITED})(?![\\p{L}\\p{N}])`,
  "iu",
);

/** Reads a status cell in the words of the usual systems. @returns null for an unknown word */
export function readStatus(text: string): FileStatus | null {
  const plain = text.trim().toLowerCase().slice(0, 60);
  if (/^(cancel|abandon|void|scratch|weather)/.test(plain)) return "cancelled";
  if (/^(delete|removed)/.test(plain)) return "deleted";
  if (/^(postpone|suspend)/.test(plain)) return "postponed";
  if (/^(unscheduled|not scheduled)/.test(plain)) return "unscheduled";
  const off = CALL_OFF.exec(plain);
  if (off) return kindOf(off);
  const on =
    /^(|scheduled|upcoming|confirmed|active|accepted|assigned|normal|final|completed?|played|in progress|live|rescheduled|moved|updated|other|published|official|(?:field|time|date|venue|location|schedule)(?:\/(?:field|time|date|venue))? changed?)$/;
  return on.test(plain) ? "on" : null;
}

const kindOf = ([, cancelled, postponed]: RegExpExecArray): NotPlayed =>
  cancelled ? "cancelled" : postponed ? "postponed" : "forfeited";

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

/** Tells whether a name means no opponent: 'Bye', '- BYE -', 'Bye week', 'No game'. */
export const isBye = (text: string) =>
  /^\W*(?:bye(?: week| round)?|no game|open week|off week)\W*$/i.test(text);

/** Tells whether a name means an unknown opponent: '-', 'Open', 'TBD', 'Winner of game 3'. */
export const isPlaceholder = (text: string) =>
  text.length <= LONGEST_PLACEHOLDER && (!/[\p{L}\p{N}]/u.test(text) || PLACEHOLDER.test(text));
const LONGEST_PLACEHOLDER = 40;
const PLACEHOLDER =
  /^[^\p{L}\p{N}]{0,3}(?:open(?: date| slot)?|t\.?b\.?[dac]\.?|to be (?:determined|decided|announced|confirmed)|n\/?a|none|unknown|vacant|placeholder|opponent(?: tb[dac])?|team tb[dac]|tb[dac] (?:team|opponent)|(?:winner|loser|runner[ -]up)(?: .{0,30}|$)|(?:1st|2nd|3rd|[4-9]th|1\dth) (?:place|seed)(?: .{0,30})?|(?:seed|place) #?\d{1,2})[^\p{L}\p{N}]{0,3}$/iu;

/** Call-off found in a text, and the text without it. */
export interface CalledOff {
  name: string;
  kind: NotPlayed;
  /** 'PPD'. */
  word: string;
}

/**
 * Reads a call-off anywhere in one line: 'Cancelled - Lions', '[PPD] Lions', 'Lions (canceled due to rain)', 'CANCELED
 * Hawks vs Lions', 'Lions - Postponed to Jan 9'.
 * @returns null for a text without one; `name` is '' if the rest is empty
 */
export function calledOff(text: string): CalledOff | null {
  const found = text.length <= LONGEST_TITLE && MAYBE_OFF.test(text) ? CALL_OFF.exec(text) : null;
  if (!found) return null;
  let before = text.slice(0, found.index);
  let after = text.slice(found.index + found[0].length);
  const opens = Math.max(before.lastIndexOf("("), before.lastIndexOf("["), before.lastIndexOf("{"));
  const closes = after.search(/[)\]}]/);
  if (opens >= 0 && closes >= 0 && before.slice(opens).search(/[)\]}]/) < 0) {
    before = before.slice(0, opens);
    after = after.slice(closes + 1);
  } else if (/[\p{L}\p{N}]/u.test(before) && !/ (?:vs?\.?|versus|@) /i.test(after)) after = "";
  else after = after.replace(REASON, "");
  // A separator between the word and the name goes with the word.
  const first = before.trimEnd().replace(DANGLING, "").trim();
  const rest = after.replace(/^[^\p{L}\p{N}@#([]{1,12}/u, "").trim();
  return { name: [first, rest].filter(Boolean).join(" "), kind: kindOf(found), word: found[0] };
}
/** Seen in a fraction of the time: nearly no cell has it. */
const MAYBE_OFF =
  /cancel|cxl|called|abandon|annul|out|show|played|closed|anulad|abgesagt|postpone|ppd|suspend|aplazad|pospuest|forfeit|walkover/i;
/** 'due to rain: ' or '- Weather: ' between the word and the name. */
const REASON =
  /^[ :\u2013\u2014-]{0,4}(?:(?:due to|because of) [^:\u2013\u2014-]{1,40}|rain|weather|lightning|snow|heat)(?=[:\u2013\u2014-]| - )/i;
const DANGLING = /[\s*!:|,;~\u2013\u2014-]{1,12}$|^[^\p{L}\p{N}]{1,12}$/u;
const LONGEST_TITLE = 300;

/** A name as a file writes it, with the text around the name itself. */
export interface ReadName {
  name: string;
  homeAway?: "home" | "away";
  /** 'Kapok Park' of 'Rovers at Kapok Park'. */
  place?: string;
}

const REMARK =
  /^(?:(?:home|away|h|a|visitors?|road|neutral)(?: (?:team|game))?|(?:cup|league|pool|group|bracket|round|week|game|match|semi|quarter|finals?|play-?offs?|friendly|scrimmage|exhibition|pre-?season|make[ -]?up|rescheduled|moved|new (?:time|date|field|location)|time change|date change|field|pitch|court|confirmed|tentative|kick-?off|u?n?official)(?![\p{L}]).{0,60}|\d{1,2}(?::\d\d)? ?[ap]\.?m.{0,20})$/iu;
const RECORD = /^(?:[wltd][ ,:]{0,2})?(\d{1,2}) ?[-\u2013:] ?(\d{1,2})(?: ?[-\u2013:] ?\d{1,2})?$/i;
const BEHIND = /^(.{1,200}\S) ?[([{]([^()[\]{}]{1,80})[)\]}]$/;
const DASHED =
  /^(.{1,200}?\S) ?[-\u2013\u2014|,] (home|away|neutral|(?:rescheduled|make-?up|friendly|scrimmage|semi-?finals?|quarter-?finals?|finals?)\b.{0,40})$/i;
const SCORED = /^(.{1,200}\S),? (?:[wltd],? )(\d{1,2}) ?[-\u2013:] ?(\d{1,2})$/i;
const BARE_SCORE = /^(.{1,200}\S),? (\d) ?[-\u2013:] ?(\d)$/;
const NUMBERED = /^(?:(?:game|match) )?(?:#\s?\d{1,5} ?[-\u2013:.)]?|\d{1,5} ?[-\u2013:)]) (?=\p{L})/iu;
const AT_PLACE =
  /^(.{1,120}?\S) (?:at|@) ((?:.{0,100} )?(?:parks?|fields?|complex|stadium|school|college|university|cent(?:er|re)|gym|turf|arena|pitch|grounds?|sportsplex|soccerplex|recreation)(?: .{0,40})?)$/i;
/** Nearly every name is this plain, which is seen without the patterns above. */
const PLAIN_NAME = /^[A-Za-z][\w'&.]*(?: (?!at )[\w'&.]+){0,8}$/;

/**
 * Reads a side's name without the record, place, remark or number around it: 'Rovers (3-1)', 'Rovers at Kapok Park',
 * 'Dragons (Away)', '12 - Hawks'.
 */
export function readName(text: string): ReadName {
  if (text.length > LONGEST_TITLE || PLAIN_NAME.test(text)) return { name: text };
  const read: ReadName = { name: text.replace(NUMBERED, "") };
  for (let round = 0; round < 3; round += 1) {
    const [, before = "", remark = ""] = BEHIND.exec(read.name) ?? DASHED.exec(read.name) ?? [];
    const [, scored = ""] = SCORED.exec(read.name) ?? BARE_SCORE.exec(read.name) ?? [];
    if (before && (REMARK.test(remark) || isRecord(remark))) {
      read.homeAway ??= sideOf(remark);
      read.name = before;
    } else if (scored) read.name = scored.replace(/,$/, "");
    else break;
  }
  const [, name = "", place] = AT_PLACE.exec(read.name) ?? [];
  return place ? { ...read, name, place } : read;
}

/** Tells whether a text is a result: '3-1', 'W 3-1' and '3-1-0', but not the birth years '08-09' and '14-15'. */
function isRecord(text: string): boolean {
  const [, first = "", second = ""] = RECORD.exec(text) ?? [];
  return first !== "" && !/^0\d/.test(first) && !(Number(first) > 9 && Number(second) === Number(first) + 1);
}

function sideOf(remark: string): ReadName["homeAway"] {
  if (/^(?:home|h)\b/i.test(remark)) return "home";
  return /^(?:away|a|visitors?|road)\b/i.test(remark) ? "away" : undefined;
}

/** Joins the cells of a place: 'Alder Park, Pitch 1A'. A part that both contain appears once. */
export function joinPlaces(venue: string, field: string): string {
  if (!venue || !field) return venue || field;
  const [long, short] = venue.length >= field.length ? [venue, field] : [field, venue];
  return long.toLowerCase().includes(short.toLowerCase()) && short.length > 2 ? long : `${venue}, ${field}`;
}

/** Returns the text without line breaks, control characters and repeated spaces. */
export function oneLine(text: string): string {
  if (text === "") return text;
  if (!/[^\S ]|[\p{Cc}\u2028\u2029]| {2}/u.test(text)) return text.trim();
  return text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();
}

/** Returns a cell's text for a message. */
export const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
