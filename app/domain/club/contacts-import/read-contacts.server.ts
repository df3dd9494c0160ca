import type { ColumnChoice } from "#app/domain/club/imports/forms.server.ts";
import { MAX_ROWS } from "#app/domain/club/imports/import-file.ts";
import {
  columnsOf,
  type FileProblem,
  type FileRows,
  packRows,
  readFileRows,
  type UsedColumn,
} from "#app/domain/club/imports/read-file.server.ts";
import { EMAIL } from "#app/forms/email-pattern.ts";
import { peopleInCell, splitAddresses } from "#app/forms/people-in-text.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { type ColumnMatch, normalHeader } from "#app/spreadsheets/headers.ts";
import { isCards, readCards } from "#app/spreadsheets/read-cards.server.ts";
import type { CsvRow } from "#app/spreadsheets/read-csv.server.ts";
import {
  type ContactField,
  contactSource,
  isBareEmail,
  matchContactColumns,
  templateColumns,
} from "./contact-columns.ts";
import type { ContactsHead } from "./contact-review.server.ts";
import { adultRules, namesInCell, namesOfParts } from "./names-in-cell.ts";
import { ageGroupOfBirth, withoutDate } from "./read-contact-row.ts";

export type ContactsProblem =
  | FileProblem
  | { ok: false; problem: "no-rows" }
  | { ok: false; problem: "no-columns" };

/** Loads the rows of a contacts file, with a header: a list without one has the template's columns. */
export async function readContactRows(bytes: Uint8Array): Promise<FileRows | FileProblem> {
  if (isCards(bytes)) return readCardRows(bytes);
  const read = await readFileRows(bytes, hasEmail);
  if (!read.ok) return read;
  const first = read.rows[read.headerIndex]?.cells ?? [];
  if (hasEmail(first) || isHeader(first) || !first[0]?.includes("@")) return read;
  const header: CsvRow = { line: 0, cells: [...templateColumns].slice(0, first.length) };
  return { ...read, rows: [header, ...read.rows], headerIndex: 0 };
}

/** Headers of an address book's file, so that a card is an adult. */
const CARD_HEADER = ["Name", "First Name", "Last Name", "E-mail 1 - Value"];

/** Loads contact cards as rows, one a person. */
async function readCardRows(bytes: Uint8Array): Promise<FileRows | FileProblem> {
  const read = await readCards(bytes, { maxCards: MAX_ROWS });
  if (!read.ok) return read;
  const rows = read.cards.map((card): CsvRow => {
    const { line, full, first, last, addresses } = card;
    const names = first && last ? namesOfParts(first, last) : namesInCell(full, adultRules);
    // The preferred address of one person is theirs; 'Anna & David Müller' have one each.
    const between = names.length > 1 && addresses.length === names.length ? "; " : " ::: ";
    const name = full.includes("@") ? "" : full;
    return { line, cells: [name, first, last, addresses.join(between)] };
  });
  return {
    ok: true,
    rows: [{ line: 0, cells: CARD_HEADER }, ...rows],
    headerIndex: 0,
    format: { kind: "vcf" },
  };
}

const hasEmail = (cells: readonly string[]) => {
  const { columns, ambiguous } = matchContactColumns(cells);
  return isEmailField(...Object.keys(columns)) || isEmailField(...ambiguous.map(({ field }) => field));
};

const isEmailField = (...fields: string[]) => fields.some((field) => field.startsWith("email"));

/**
 * Tells whether a first row is a header: a cell that isn't an address mentions email, name or parent
 * (product/imports.md#contacts-import).
 */
const isHeader = (cells: readonly string[]) =>
  cells.some((cell) => !cell.includes("@") && /e-?mail|name|parent/i.test(cell));

/**
 * Reads a contacts file.
 * @param file.columns the user's choice instead of the usual names
 * @returns what a preview keeps of it: the columns that are used, and of a birth date the age group only
 */
export async function readContacts(file: {
  bytes: Uint8Array;
  columns?: ColumnChoice<ContactField>;
}): Promise<{ ok: true; payload: string } | ContactsProblem> {
  const read = await readContactRows(file.bytes);
  if (!read.ok) return read;
  const { format, headerIndex } = read;
  const header = read.rows[headerIndex]?.cells ?? [];
  const rows = read.rows.slice(headerIndex + 1);
  if (rows.length === 0) return { ok: false, problem: "no-rows" };
  const guess = withAddresses(matchContactColumns(withoutBlanks(header, rows)), header, rows);
  const columns = file.columns ?? guess.columns;
  const unsure = file.columns ? [] : guess.ambiguous;
  const unread = !isEmailField(...Object.keys(columns), ...unsure.map(({ field }) => field));
  // If no cell has an address, choosing by hand would not help.
  if (unread && (file.columns || !rows.slice(0, SAMPLE).some(({ cells }) => cells.some(hasAddress))))
    return { ok: false, problem: "no-columns" };
  const today = nowIso().slice(0, 10);
  const used = (Object.entries(columns) as [ContactField, number][]).map(([field, index]) =>
    usedColumn(field, index, header[index] ?? "", today),
  );
  const head: ContactsHead = {
    source: format.kind === "vcf" ? "Contact cards" : contactSource(header),
    format,
    ...columnsOf(header, used),
    rowCount: rows.length,
    choices: {},
    unsure,
    unread,
  };
  return {
    ok: true,
    payload: await packRows(head, rows, {
      used,
      width: header.length,
      lastHeader: header.at(-1),
    }),
  };
}

/** Finds the parents' column of addresses if no header says so; for two the user is asked. */
function withAddresses(
  guess: ColumnMatch<ContactField>,
  header: readonly string[],
  rows: readonly CsvRow[],
): ColumnMatch<ContactField> {
  const { columns, ambiguous } = guess;
  const { email1: found, email2 } = columns;
  if (found !== undefined && email2 === undefined && isBareEmail(header[found] ?? "")) {
    const other = columnsOfAddresses(header, rows).find(
      (index) => index !== found && isOfAnother(header[index] ?? ""),
    );
    if (other !== undefined) return askedFor(guess, [header[found] ?? "", header[other] ?? ""]);
  }
  if (isEmailField(...Object.keys(columns), ...ambiguous.map(({ field }) => field))) return guess;
  if (header.some((name) => name.includes("@"))) return guess;
  const [email1, ...more] = columnsOfAddresses(header, rows);
  if (email1 === undefined) return guess;
  // A column called 'Parent' may hold addresses.
  for (const name of ["name1", "name2", "name3"] as const)
    if ([email1, ...more].some((index) => index === columns[name])) delete columns[name];
  if (more.length === 0) return { columns: { ...columns, email1 }, ambiguous };
  const headers = [email1, ...more].map((index) => header[index] ?? "");
  return { columns, ambiguous: [...ambiguous, { field: "email1", headers }] };
}

/** Asks about a second column of addresses beside a bare 'Email': it is the other parent's, or the same one's. */
function askedFor(
  { columns, ambiguous }: ColumnMatch<ContactField>,
  headers: string[],
): ColumnMatch<ContactField> {
  const { email1: _, ...rest } = columns;
  return { columns: rest, ambiguous: [...ambiguous, { field: "email1", headers }] };
}

/** Tells whether a header is another person's address: a person's further addresses have a number or a kind. */
const isOfAnother = (header: string) =>
  !/\d|secondary|alternate|additional|account|user|work|home|old/i.test(header);

/** Drops empty team and age group columns, which systems export unfilled. */
function withoutBlanks(header: readonly string[], rows: readonly CsvRow[]): string[] {
  const { columns } = matchContactColumns(header);
  const blank = (["team", "age1"] as const)
    .map((field) => columns[field])
    .filter((index) => index !== undefined && !rows.some(({ cells }) => (cells[index] ?? "").trim() !== ""));
  return header.map((name, index) => (blank.includes(index) ? "" : name));
}

function usedColumn(
  field: ContactField,
  index: number,
  header: string,
  today: string,
): UsedColumn<ContactField> {
  if (field.startsWith("born")) return { field, index, read: (cell) => ageGroupOfBirth(cell, today) };
  if (normalHeader(header) === "team age")
    return { field, index, read: (cell) => (/^\s*\d{1,2}\s*$/.test(cell) ? `U${cell.trim()}` : cell) };
  return field.startsWith("age")
    ? { field, index, read: (cell) => withoutDate(cell, today) }
    : { field, index };
}

/** Finds the addresses in a file whose headers do not say where they are (product/imports.md#contacts-import). Pure. */

/** Rows that are looked at. */
const SAMPLE = 200;
/** Headers of people who get no mail as parents: children and adults of other kinds. */
const SOMEBODY_ELSE =
  /\b(?:player|participant|child|children|athlete|member|student|camper|registrant|kids?|coach|manager|staff|emergency|doctor|physician)\b/;

/** Indexes of the columns in which most of the filled cells are addresses. */
export function columnsOfAddresses(
  header: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): number[] {
  const sample = rows.slice(0, SAMPLE);
  return header.flatMap((name, index) => {
    if (SOMEBODY_ELSE.test(normalHeader(name))) return [];
    const filled = sample.map(({ cells }) => (cells[index] ?? "").trim()).filter(Boolean);
    const addresses = filled.filter((cell) => isOfAddresses(cell));
    return addresses.length > 0 && addresses.length * 2 > filled.length ? [index] : [];
  });
}

const hasAddress = (cell: string) =>
  cell.length < 300 && peopleInCell(cell.trim()).people.some(({ email }) => EMAIL.test(email));

const isOfAddresses = (cell: string) => {
  const parts = cell.length < 300 ? splitAddresses(cell) : [];
  return parts.length > 0 && parts.every((part) => EMAIL.test(part));
};
