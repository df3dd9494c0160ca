import { memoize } from "#app/runtime/memoize.ts";

/**
 * Reads people's names and addresses as they are typed and pasted: in a cell of an import, in a bulk entry and in a list
 * of invitations (product/imports.md#contacts-import). Pure, and linear in the length of the text.
 */

/** An unchecked address with its name. */
export interface ListedAddress {
  /** Name; '' if the text has none. */
  name: string;
  email: string;
}

/** Text between two separators, as typed, with the people in it. */
export interface ListedEntry {
  text: string;
  people: ListedAddress[];
}

/**
 * Parses the entries of one line: 'Doe, Jane <jane@x.org>; bo@x.org', 'a@x.org (mom), b@x.org (dad)', 'Anna <a@x.org> /
 * Bo <b@x.org>', 'mailto:a@x.org', 'Jane Doe, jane@x.org'.
 * @param isName whether an entry without an address may be the name of the address beside it
 */
export function peopleInLine(line: string, isName: (text: string) => boolean = startsLarge): ListedEntry[] {
  const entries: ListedEntry[] = [];
  let open: string[] = [];
  for (const raw of withoutInvisible(line).split(/[,;\t]/)) {
    const text = raw.trim();
    if (!/[^\s"']/.test(text)) continue;
    const { people, isNamed } = peopleIn(text);
    const [first] = people;
    if (!first) {
      open.push(text);
      continue;
    }
    const before = open.map(unquoted);
    // 'Doe, Jane <…>' is turned around, 'Jane, Doe, jane@x.org' are cells in order.
    const isTurned = isNamed && first.name !== "" && open.length > 0;
    const isTaken = open.length > 0 && (isTurned || (first.name === "" && before.every(isName)));
    if (isTurned) first.name = [first.name, before.pop()].join(" ");
    else if (isTaken) first.name = before.splice(0).join(" ");
    const left = isTurned ? open.slice(0, -1) : isTaken ? [] : open;
    for (const entry of left) entries.push({ text: entry, people: [] });
    entries.push({ text: isTurned ? `${open.at(-1)}, ${text}` : text, people });
    open = [];
  }
  const people = entries.flatMap((entry) => entry.people);
  const last = people.at(-1);
  if (last && last.name === "" && open.length > 0 && open.every((text) => isName(unquoted(text))))
    last.name = open.splice(0).map(unquoted).join(" ");
  for (const text of open) entries.push({ text, people: [] });
  return entries;
}

/** Tells remarks ('call first') from names ('Jane Doe') in an entry without an address. */
const startsLarge = (text: string) => /^\p{Lu}/u.test(text);

/**
 * Splits the addresses of one cell: several people's, or one person's (Google separates with ' ::: '). Keeps a text
 * that holds more than addresses.
 * @returns each address once; [] for an empty text
 */
export function splitAddresses(text: string): string[] {
  if (text === "" || PLAIN_ADDRESS.test(text)) return text === "" ? [] : [text];
  const { people, unread } = peopleInCell(text);
  return unread.length > 0 ? [text] : people.map(({ email }) => email);
}

/** Parses the people in a cell of addresses, each address once, and the remaining text. */
export function peopleInCell(text: string): { people: ListedAddress[]; unread: string[] } {
  if (text === "") return NOBODY;
  if (PLAIN_ADDRESS.test(text)) return { people: [{ name: "", email: text }], unread: [] };
  const [own = ""] = text.split(" ::: ");
  const entries = peopleInLine(own);
  const seen = new Set<string>();
  const people = entries
    .flatMap((entry) => entry.people)
    .filter(({ email }) => !seen.has(email.toLowerCase()) && seen.add(email.toLowerCase()));
  return { people, unread: entries.filter((entry) => entry.people.length === 0).map((entry) => entry.text) };
}

const NOBODY = { people: [], unread: [] };
/** Matches nearly every cell, without examining each of its characters. */
const PLAIN_ADDRESS = /^\w[\w.+-]{0,63}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,7}$/i;

/** Invisible characters, which come along from web pages and phones, and spaces other than U+0020. */
const INVISIBLE = /[\u00a0\u00ad\u2000-\u200f\u202a-\u202c\u202f\u2060-\u2069\u3000\ufeff]/;
const withoutInvisible = (text: string) =>
  INVISIBLE.test(text)
    ? text
        .replace(/[\u00ad\u200b-\u200f\u202a-\u202c\u2060-\u2069\ufeff]+/g, "")
        .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, " ")
    : text;

const LONGEST_LOCAL = 64;
const LONGEST_DOMAIN = 255;
const NOT_IN_LOCAL = new Set(' \t\n\r@<>()[]{}"\u201c\u201d,;:|');
const NOT_IN_DOMAIN = new Set([...NOT_IN_LOCAL, "/", "&", "+", "?", "\u00b7", "\u2022"]);
/** Longest text read before an address. */
const LONGEST_NAME = 200;

/** @returns `isNamed`: the first address is in angle brackets after its name */
function peopleIn(text: string): { people: ListedAddress[]; isNamed: boolean } {
  const people: ListedAddress[] = [];
  let isNamed = false;
  let end = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", Math.max(at + 1, end))) {
    let from = at;
    while (from > end && at - from < LONGEST_LOCAL && !NOT_IN_LOCAL.has(text[from - 1] ?? "")) from -= 1;
    let to = at + 1;
    while (to < text.length && to - at <= LONGEST_DOMAIN && !NOT_IN_DOMAIN.has(text[to] ?? "")) to += 1;
    const email = text
      .slice(from, to)
      .replace(/^[/&|+\u00b7\u2022'`*.\u2018]{1,9}/, "")
      .replace(/[.'`*!\u2019]{1,9}$/, "");
    if (email.startsWith("@")) continue;
    const previous = people.at(-1);
    const name = nameBefore(text.slice(end, from), previous);
    if (!previous) isNamed = /<\s?$/.test(text.slice(Math.max(from - 2, 0), from));
    people.push({ name, email });
    end = to;
  }
  const last = people.at(-1);
  if (last) {
    const rest = nameBefore(text.slice(end), last);
    // 'a@x.org / bo' names a second address, and not a whole one.
    if (rest && /^[>\s]{0,3}[/|&+\u00b7\u2022]/.test(text.slice(end, end + 5)))
      people.push({ name: "", email: rest });
    else last.name ||= rest;
  }
  return { people, isNamed };
}

const ROLE =
  "(?:step)?(?:mom|mum|mother|dad|father)(?:'s)?|mama|papa|parent|guardian|grand(?:ma|pa|mother|father)|nana|aunt|uncle|home|work|private|primary|secondary|cell|e-?mails?|e-?mail address|mailto|madre|padre|mutter|vater";
const LABEL = new RegExp(
  `^(?:${ROLE})(?: ?\\d)?(?: ?e-?mail)?(?: ?[:=]| ?-(?= |$))\\s?|^(?:${ROLE})(?: ?\\d)?$`,
  "i",
);
const JOINER = /^(?:[\s/|&+>)\]\u00b7\u2022.-]|\?\S{0,200}){1,40}|^(?:and|or|y|o|und|oder|et)(?=\s|$)\s?/i;

/**
 * Returns the name in a text between two addresses; a note in brackets belongs to the previous one: 'a@x.org (mom)'.
 */
function nameBefore(between: string, previous?: ListedAddress): string {
  let text = between.slice(0, LONGEST_NAME).trim();
  if (text === "") return "";
  if (previous) {
    const [note = "", said = ""] = /^>?\s?\(([^()]{1,80})\)/.exec(text) ?? [];
    if (said && !LABEL.test(said)) previous.name ||= unquoted(said);
    text = text.slice(note.length).trim();
  }
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(JOINER, "").trim().replace(LABEL, "").trim();
  }
  return unquoted(text.replace(/\(([^()]{0,80})\)/g, (all, said: string) => (LABEL.test(said) ? "" : all)));
}

/** Strips quotes, brackets and separators around a name. */
const unquoted = (text: string) =>
  text
    .replaceAll(/["\u201c\u201d<>]/g, "")
    .replace(/^[\s'(\u2018:-]{1,9}/, "")
    .replace(/[\s'(\u2019:-]{1,9}$/, "")
    .replace(/\s{2,}/g, " ");

/** Domains at which most families have their addresses. */
const COMMON = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "aol.com",
  "comcast.net",
];
/** Domains that exist and look like one of them. */
const REAL = new Set([
  ...COMMON,
  ...[
    "ymail.com",
    "mail.com",
    "email.com",
    "gmx.com",
    "hotmail.co",
    "me.com",
    "mac.com",
    "msn.com",
    "live.com",
  ],
  ...["yahoo.ca", "yahoo.co", "hotmail.ca", "outlook.co", "outlook.fr", "yahoo.fr", "hotmail.fr", "aim.com"],
]);

/**
 * Returns the domain that an address probably means: 'gmail.com' for 'gmial.com' and 'gmail.con'; null for any other.
 */
export const likelyDomain = (email: string): string | null =>
  meantDomain(email.slice(email.lastIndexOf("@") + 1).toLowerCase()) || null;

/** Returns the address that a mistyped one probably means (product/pages.md#mistyped-addresses); null for any other. */
export const meantAddress = (email: string): string | null => {
  const domain = likelyDomain(email);
  return domain ? email.slice(0, email.lastIndexOf("@") + 1) + domain : null;
};

/** Corrects the mistyped addresses of a text. */
export const withMeantAddresses = (text: string): string =>
  text
    .split(/([\s,;<>"()]+)/)
    .map((part) => (part.includes("@") ? (meantAddress(part) ?? part) : part))
    .join("");

const meantDomain = memoize((domain: string): string => {
  if (REAL.has(domain) || domain.length > 14) return "";
  return COMMON.find((common) => isSlip(domain, common)) ?? "";
});

/** Tells whether one letter was added, dropped or replaced, or two changed places. */
function isSlip(typed: string, meant: string): boolean {
  if (Math.abs(typed.length - meant.length) > 1) return false;
  let from = 0;
  while (from < typed.length && typed[from] === meant[from]) from += 1;
  const [typedRest, meantRest] = [typed.slice(from), meant.slice(from)];
  if (typedRest.slice(1) === meantRest || typedRest === meantRest.slice(1)) return true;
  if (typedRest.slice(1) === meantRest.slice(1)) return true;
  return (
    typedRest[0] === meantRest[1] &&
    typedRest[1] === meantRest[0] &&
    typedRest.slice(2) === meantRest.slice(2)
  );
}
